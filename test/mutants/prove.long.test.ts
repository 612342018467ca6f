/** Requirements are proven on a small project: by assertions, through a program, by an error, and one whose test notices nothing. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { emptyProject } from '../support/packages.js';
import { runProgram, type Finished } from '../support/runCli.js';

const PROGRAM = fileURLToPath(new URL('../fixtures/mutants/prove.mjs', import.meta.url));

const SAMPLE = `left out: broken.ts does not pass: expected 1 to be 2 // Object.is equality
seat-refused: tests 1 (checks.ts), sources that they run 4
  1/5 src/seats.ts:6 refund: noticed without an assertion by checks.ts (throws if the seat is taken)
  - seats.taken--;
  + {}
  The seat is taken
seat-refused is proven
note-written: tests 1 (checks.ts), sources that they run 4
  1/5 src/notes.ts:3 call: not noticed
note-written is not proven: none of 1 breaks was noticed
seat-unnamed is not proven: no test that passes covers it
digit-zero: tests 1 (checks.ts), sources that they run 5
  1/5 src/digits.ts:2 return: noticed by checks.ts (tells zeros)
  - export const isZero = (digit: '0' | '1'): boolean => digit === '0';
  + export const isZero = (digit: '0' | '1'): boolean => false;
  expected 'false false\\n' to be 'true false\\n' // Object.is equality
digit-zero is proven
seat-free: tests 1 (checks.ts), sources that they run 4
  1/5 src/seats.ts:6 refund: noticed by checks.ts (leaves)
  - seats.taken--;
  + {}
  expected 1 to be +0 // Object.is equality
seat-free is proven
not proven: note-written: none of 1 breaks was noticed
not proven: seat-unnamed: no test that passes covers it
proven: 3 of 5 rows, drawn with seed 3
`;

/** What is recorded there in the first run holds for all. */
const cache = emptyProject();

test('a row is proven when one of its tests notices a break', async () => {
  const sample = await prove();
  expect(sample.stdout.replace(/^Building a copy .*\n/, '')).toBe(SAMPLE);
  expect(sample).toMatchObject({ code: 1, stderr: '' });
});

test('one row alone', async () => {
  const proven = await prove('seat-free');
  expect(proven.stdout).toMatch(/\nseat-free is proven\n$/);
  expect(proven).toMatchObject({ code: 0, stderr: '' });

  const unknown = await prove('seat-broken');
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain('No test names the requirement "seat-broken"');
});

function prove(...args: readonly string[]): Promise<Finished> {
  return runProgram(cache, process.execPath, [PROGRAM, ...args]);
}
