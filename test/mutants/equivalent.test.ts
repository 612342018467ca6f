/** The list of mutants that no test can tell from the original is sound, and speaks of the present sources. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEquivalents, staleAmong } from '../../scripts/mutants/equivalents.mjs';
import { everyMutantOf, sitesOf } from '../../scripts/mutants/mutants.mjs';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const ENTRY = {
  file: 'runtime/src/a.ts',
  in: 'a',
  operator: 'number',
  before: 'return 1;',
  after: 'return 2;',
  proof: 'Both are true.',
};

test('every entry matches a mutant', () => {
  const entries = readEquivalents(join(ROOT, 'test/mutants/equivalent.json'));
  const files = new Set(entries.map(({ file }) => file));
  const texts = new Map([...files].map((file) => [file, readProjectFile(file)]));
  expect(staleAmong(entries, everyMutantOf(sitesOf(texts), texts, files))).toEqual([]);
});

test('an entry that matches no mutant is stale', () => {
  const texts = new Map([[ENTRY.file, 'function a() { return 1; }\nfunction b() { return 1; }\n']]);
  const mutants = everyMutantOf(sitesOf(texts), texts, new Set([ENTRY.file]));
  const entry = { ...ENTRY, before: 'function a() { return 1; }', after: 'function a() { return 2; }' };
  const renamed = { ...entry, in: 'c' };
  expect(staleAmong([entry, renamed], mutants)).toEqual([renamed]);
});

test.each([
  ['lacks a property', [{ ...ENTRY, proof: undefined }], 'Missing "proof"'],
  ['has no sentence for a proof', [{ ...ENTRY, proof: 'obvious' }], 'The proof must be a sentence'],
  ['stands there twice', [ENTRY, { ...ENTRY, proof: 'Twice.' }], 'Duplicate entry'],
])('an entry that %s is refused', async (_, entries, reason) => {
  const folder = await temporaryFolder({ 'equivalent.json': JSON.stringify(entries) });
  expect(() => readEquivalents(join(folder, 'equivalent.json'))).toThrow(reason);
});
