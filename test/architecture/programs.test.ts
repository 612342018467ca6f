/** The programs of the repository import modules that there are: most of them are run by people, and not by tests. */

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readProjectFile, ROOT } from '../support/schemas.js';

const FOLDERS = ['bench', 'fuzz', 'scripts'];

const programs = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mjs') && !path.includes('node_modules'))
    .map((path) => join(folder, path)),
);

/** The source of a module of the compiler, which the build writes to `dist`; any other path stays. */
const sourceOf = (path: string): string => path.replace(/^dist\/(.*)\.js$/, 'generator/$1.ts');

test('each relative import of a program is a file, or is built from one', () => {
  expect(programs.length).toBeGreaterThan(100);
  const missing = programs.flatMap((path) =>
    ts
      .preProcessFile(readProjectFile(path))
      .importedFiles.filter(({ fileName }) => /^\.{1,2}\/[\w./-]+$/.test(fileName))
      .map(({ fileName }) => relative(ROOT, join(ROOT, dirname(path), fileName)))
      // What packages consist of is bundled: their tests know. What is installed apart is not always there.
      .filter((file) => !/^\w+\/dist\/|\/node_modules\//.test(file) && !existsSync(join(ROOT, sourceOf(file))))
      .map((file) => `${path}: ${file}`),
  );
  expect(missing).toEqual([]);
});
