/** Links between files of the repository lead to files: the site makes a page of each, and has none for a folder. */

import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readProjectFile, ROOT } from '../support/schemas.js';

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && !page.startsWith('test/'));

test('links lead to files', () => {
  const links = pages.flatMap((page) =>
    [...withoutCode(readProjectFile(page)).matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => ({ page, target })),
  );
  const own = links.filter(({ target }) => !/^([a-z]+:|\/)/.test(target));
  expect(own.length).toBeGreaterThan(500);
  expect(own.filter(({ page, target }) => !isFile(join(ROOT, dirname(page), target)))).toEqual([]);
});

test('npx starts only packages of this project, and of the protocol', () => {
  const known = /^(@mcp-gen\/|@modelcontextprotocol\/|mcp-gen$)/;
  const started = pages.flatMap((page) =>
    [...readProjectFile(page).matchAll(/npx -y (?:-p )?([@\w/.-]+)|"npx", "args": \["-y", "([^"]+)"/g)].map(
      ([, inShell, inJson]) => ({ page, name: inShell ?? inJson ?? '' }),
    ),
  );
  expect(started.length).toBeGreaterThan(50);
  expect(started.filter(({ name }) => !known.test(name))).toEqual([]);
});

function withoutCode(text: string): string {
  return text.replaceAll(/```.*?```/gs, '').replaceAll(/`[^`\n]+`/g, 'code');
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
