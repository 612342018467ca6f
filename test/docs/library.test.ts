/** What the page on the library shows compiles. That it runs is tested where the package is installed. */

import { expect, test } from 'vitest';
import * as library from '../../generator/index.js';
import { pagePrograms } from '../support/pagePrograms.js';
import { readProjectFile } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

const PAGE = 'docs/library.md';

test('every program compiles', () => {
  const programs = pagePrograms(PAGE);
  expect(programs.size).toBe(5);
  expect(typeErrors(programs)).toEqual([]);
});

test('every export and every option is described', () => {
  const page = readProjectFile(PAGE);
  const sources = ['readProtocol', 'compile', 'diffProtocols', 'explainProtocol', 'lintModels'].map((name) =>
    readProjectFile(`generator/library/${name}.ts`),
  );
  const options = [...sources.join('\n').matchAll(/^ {2}readonly (\w+)\?:/gm)];
  expect(options.length).toBe(8);
  const names = [...Object.keys(library), ...options.map(([, name = '']) => name)];
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});

test('every property of a model is described', () => {
  const page = readProjectFile(PAGE);
  const schema = JSON.parse(readProjectFile('schema/model.schema.json')) as { readonly properties: object };
  const names = Object.keys(schema.properties);
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
