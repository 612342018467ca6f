/** Each promise of SECURITY.md names tests that there are. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { covers } from '../support/covers.js';
import { readProjectFile, ROOT } from '../support/schemas.js';

const page = readProjectFile('SECURITY.md');

/** The titles of the tests and groups in a file. */
function titlesIn(path: string): readonly string[] {
  const calls = readProjectFile(path).matchAll(/[(,]\s*(['"`])((?:(?!\1).)+)\1,\s*(?:\{[^}]*\},\s*)?(?:async )?\(/g);
  return [...calls].map(([, , title = '']) => title);
}

test('what is enforced is shown by tests', () => {
  covers('principles-documented-security');
  const enforced = page.slice(page.indexOf('## What is enforced'), page.indexOf('## What is left'));
  const rows = enforced.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:-|guarantee)/.test(line));
  expect(rows.length).toBeGreaterThan(0);
  const unproven = rows.filter((row) => {
    const [, name = '', path = '', title = ''] = /\| \[(\w[\w-]*)\]\((test\/[^)]+)\): (.+?) +\|$/.exec(row) ?? [];
    if (!path.replace('.long.', '.').endsWith(`/${name}.test.ts`) || !existsSync(join(ROOT, path))) return true;
    return !titlesIn(path).some((found) => found.includes(title));
  });
  expect(unproven).toEqual([]);
});

test('what is left to the application covers what the specification leaves to it', () => {
  const left = page.slice(page.indexOf('## What is left'));
  expect([...left.matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, subject]) => subject)).toEqual(
    expect.arrayContaining(['Consent', 'Access', 'Privacy']),
  );
});
