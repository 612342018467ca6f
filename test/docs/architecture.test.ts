/** ARCHITECTURE.md names files and folders that there are, and can be read in a terminal. */

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readProjectFile, ROOT } from '../support/schemas.js';

const page = readProjectFile('ARCHITECTURE.md');
const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');

/** What is written by a build, by an installation, or into the project of a user; and methods, which look like folders. */
const NOT_COMMITTED = /^(dist|reference|vendor|site\/dist|site\/node_modules|node_modules|src\/protocol)\b/;
const METHODS = /^(tools\/call|subscriptions\/listen|server\/discover)$/;

test('each file that it names is one', () => {
  const names = [...page.matchAll(/`([\w./<>-]+\.(?:ts|mjs|json|md))`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(100);
  const missing = names.filter((name) => !NOT_COMMITTED.test(name) && !isFile(name));
  expect([...new Set(missing)]).toEqual([]);
});

test('each folder that it names is one', () => {
  const names = [...page.matchAll(/`((?:[\w-]+\/)+[\w-]*)`/g)].map(([, name = '']) => name.replace(/\/$/, ''));
  expect(names.length).toBeGreaterThan(40);
  const isFolder = (name: string): boolean =>
    files.some((file) => `/${file}`.includes(`/${name}/`) || file === `${name}.ts`);
  const isModule = (name: string): boolean => files.some((file) => file.endsWith(`/${name}.ts`));
  const missing = names.filter((name) => !NOT_COMMITTED.test(name) && !METHODS.test(name));
  expect(missing.filter((name) => !isFolder(name) && !isModule(name))).toEqual([]);
});

test('its lines are at most 140 characters long, except for tables', () => {
  const lines = page.split('\n').filter((line) => !line.startsWith('|'));
  expect(lines.filter((line) => line.length > 140)).toEqual([]);
});

/** A name can omit the folders that its paragraph is about, and have a revision in it. */
function isFile(name: string): boolean {
  const pattern = new RegExp(`(^|/)${name.replaceAll('.', '\\.').replace(/<[^>]+>/g, '[^/]+')}$`);
  return files.some((file) => pattern.test(file));
}
