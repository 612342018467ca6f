/** The files by which a repository of an SDK is graded: what the official suite's `tier-check` looks for, and what the policies say. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NAVIGATION } from '../../site/navigation.mjs';
import { readProjectFile, ROOT } from '../support/schemas.js';

interface Manifest {
  readonly name: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const POLICIES = [
  'VERSIONING.md',
  'DEPENDENCY_POLICY.md',
  'ROADMAP.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
];
const DEPENDABOT = '.github/dependabot.yml';

const locked = foldersIn('').filter((folder) => existsSync(join(ROOT, folder, 'package-lock.json')));
const root = manifestOf('');
const workspaces = (root.workspaces ?? []).map(manifestOf);

test('what the official suite looks for is there, and docs/releases.md links to each policy', () => {
  expect([...POLICIES, DEPENDABOT].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const page = readProjectFile('docs/releases.md');
  expect(
    ['VERSIONING.md', 'DEPENDENCY_POLICY.md', 'ROADMAP.md', DEPENDABOT].filter((path) => !page.includes(`(../${path}`)),
  ).toEqual([]);
});

test.each(POLICIES)('%s is in the site', (path) => {
  expect(NAVIGATION.flatMap(({ pages }) => pages).some(({ source }) => source === path)).toBe(true);
});

test('dependabot.yml names each folder with a lockfile', () => {
  const [, list = ''] = /directories:\n((?: +- \/.*\n)+)/.exec(readProjectFile(DEPENDABOT)) ?? [];
  const apart = [...list.matchAll(/- \/(.*)/g)].map(([, folder]) => folder);
  expect(readProjectFile(DEPENDABOT)).toContain('    directory: /\n');
  expect(['', ...apart].toSorted()).toEqual(locked.toSorted());
});

test('dependabot.yml ignores only what is installed', () => {
  const ignored = [...readProjectFile(DEPENDABOT).matchAll(/dependency-name: '?([^'\n]+)/g)].map(([, name]) => name);
  const installed = locked.flatMap((folder) => Object.keys(versionsOf(manifestOf(folder))));
  expect(ignored.length).toBeGreaterThan(0);
  expect(ignored.filter((name) => name === undefined || !installed.includes(name))).toEqual([]);
});

test('VERSIONING.md names each package', () => {
  const page = readProjectFile('VERSIONING.md');
  const names = [root, ...workspaces].map(({ name }) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('every version in a package.json is exact, as DEPENDENCY_POLICY.md says', () => {
  expect(readProjectFile('DEPENDENCY_POLICY.md')).toContain('Every version in a `package.json` is exact');
  const folders = [...(root.workspaces ?? []), ...locked];
  const versions = folders.flatMap((folder) => Object.entries(versionsOf(manifestOf(folder))));
  expect(versions.length).toBeGreaterThan(50);
  expect(
    versions.filter(([, version]) => !/^(?:npm:(?:@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)),
  ).toEqual([]);
});

/** A folder and all below it, without what is installed or built. */
function foldersIn(folder: string): readonly string[] {
  const below = readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$|dist$|quickstart$)/.test(entry.name))
    .flatMap(({ name }) => foldersIn(folder === '' ? name : `${folder}/${name}`));
  return [folder, ...below];
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readProjectFile(join(folder, 'package.json'))) as Manifest;
}

function versionsOf({
  dependencies,
  devDependencies,
  optionalDependencies,
}: Manifest): Readonly<Record<string, string>> {
  return { ...dependencies, ...devDependencies, ...optionalDependencies };
}
