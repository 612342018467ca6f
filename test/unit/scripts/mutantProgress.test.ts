import { expect, test } from 'vitest';
import { Progress, type Verdict } from '../../../scripts/mutants/progress.mjs';
import type { Mutant } from '../../../scripts/mutants/sites.mjs';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const MUTANT = { file: 'a.ts', in: 'a', operator: 'call', before: 'a()', after: '{}', start: 0 } as unknown as Mutant;

test.each<[what: string, verdict: Verdict, tests: string, isJudgedAgain: boolean]>([
  ['was killed', { outcome: 'killed', tests: 1, reaching: 9 }, 'others', false],
  ['survived all tests', { outcome: 'survived', tests: 9, reaching: 9 }, 'same', false],
  ['survived all tests, which have changed', { outcome: 'survived', tests: 9, reaching: 9 }, 'others', true],
  ['survived a part of the tests', { outcome: 'survived', tests: 1, reaching: 9 }, 'same', true],
])('a resumed run judges a mutant again unless its verdict still holds: it %s', async (_, verdict, tests, isAgain) => {
  const folder = await temporaryFolder();
  await new Progress(folder, 'key', 'same', false).verdict(MUTANT, () => Promise.resolve(verdict));
  let isJudged = false;
  await new Progress(folder, 'key', tests, true).verdict(MUTANT, () => {
    isJudged = true;
    return Promise.resolve(verdict);
  });
  expect(isJudged).toBe(isAgain);
});
