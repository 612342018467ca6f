/** What the findings of the linter make of a mutant that no test notices. */

import { expect, test } from 'vitest';
import { judgeByLint } from '../../../scripts/mutants/lint.mjs';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const FLOATING = { code: 'typescript(no-floating-promises)', message: 'Promises must be awaited.' };
const CAUSE = { code: 'eslint(preserve-caught-error)', message: 'There is no cause.' };
const EMPTY = { code: 'eslint(no-empty)', message: 'Unexpected empty block.' };
/** A file that cannot be parsed. */
const UNNAMED = { message: 'Unexpected token.' };

test.each([
  ['is killed by a rule that names the mistake', [EMPTY, FLOATING], { rule: 'typescript/no-floating-promises' }],
  ['is killed by a rule of no plugin', [CAUSE], { rule: 'preserve-caught-error' }],
])('a mutant %s', async (_, diagnostics, expected) => {
  const verdict = await judged(
    `console.log(JSON.stringify(${JSON.stringify({ diagnostics })})); process.exitCode = 1;`,
  );
  expect(verdict).toEqual({ outcome: 'killed', by: 'lint', why: diagnostics.at(-1)?.message, ...expected });
});

test.each([
  ['about what an operator leaves behind', [EMPTY]],
  ['without a rule', [UNNAMED]],
  ['at all', []],
])('a mutant survives without findings but those %s', async (_, diagnostics) => {
  expect(await judged(`console.log(JSON.stringify(${JSON.stringify({ diagnostics })}));`)).toEqual({});
});

test('a mutant has no result if the linter fails', async () => {
  const verdict = await judged(`console.error('No configuration'); process.exitCode = 1;`);
  expect(verdict).toEqual({ outcome: 'broken', why: 'oxlint failed: No configuration\n' });
});

test('the text is written before, and the copy restored after', async () => {
  const read = `require('node:fs').readFileSync('a.ts', 'utf8')`;
  const calls: string[] = [];
  const verdict = await judged(`console.error(${read})`, () => calls.push('restored'));
  expect(verdict).toMatchObject({ why: 'oxlint failed: mutant\n' });
  expect(calls).toEqual(['restored']);
});

/** Judges a mutant of `a.ts` with a program in place of the linter. */
async function judged(program: string, restore: () => void = () => undefined): ReturnType<typeof judgeByLint> {
  const root = await temporaryFolder({ 'a.ts': 'original', 'node_modules/oxlint/bin/oxlint': program });
  return judgeByLint({ root, restore }, { file: 'a.ts', text: 'mutant' });
}
