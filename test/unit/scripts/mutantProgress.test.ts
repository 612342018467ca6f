import { expect, test } from 'vitest';
import { Progress, type Verdict } from '../../../scripts/mutants/progress.mjs';
import type { Mutant } from '../../../scripts/mutants/sites.mjs';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const MUTANT = { file: 'a.ts', in: 'a', operator: 'call', before: 'a()', after: '{}', start: 0 } as unknown as Mutant;

/** A verdict of a run whose tests had a second, and what judges afterwards. */
test.each<[what: string, verdict: Verdict, tests: string, budget: number, isJudgedAgain: boolean]>([
  ['was killed', { outcome: 'killed', tests: 1, reaching: 9 }, 'others', Infinity, false],
  ['survived all tests', { outcome: 'survived', tests: 9, reaching: 9 }, 'same', Infinity, false],
  ['survived all tests, which have changed', { outcome: 'survived', tests: 9, reaching: 9 }, 'others', 1_000, true],
  ['survived a part of the tests', { outcome: 'survived', tests: 1, reaching: 9 }, 'same', 1_001, true],
  ['survived the same part of the tests', { outcome: 'survived', tests: 1, reaching: 9 }, 'same', 1_000, false],
  ['survived the same part of other tests', { outcome: 'survived', tests: 1, reaching: 9 }, 'others', 1_000, true],
])(
  'a resumed run judges a mutant again unless its verdict still holds: it %s',
  async (_, verdict, tests, budget, isAgain) => {
    const folder = await temporaryFolder();
    await new Progress(folder, 'key', { tests: 'same', budget: 1_000 }, false).verdict(MUTANT, () =>
      Promise.resolve(verdict),
    );
    let isJudged = false;
    await new Progress(folder, 'key', { tests, budget }, true).verdict(MUTANT, () => {
      isJudged = true;
      return Promise.resolve(verdict);
    });
    expect(isJudged).toBe(isAgain);
  },
);
