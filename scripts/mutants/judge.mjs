// Finds out whether the tests notice a mutant.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTests } from './testRun.mjs';
import { within } from './within.mjs';

/**
 * Runs the tests that reach a mutant in a copy of the project, until one fails.
 *
 * @param project the project, as in project.mjs, with `names` if only tests with these full names are to run
 * @param tests what `Reach.testsOf` returns
 * @param budget milliseconds that the tests may take in all: the first ones run, as many as fit, and at least one
 * @returns a verdict: `{ outcome: 'killed' | 'timeout' | 'survived' | 'broken', file, test, why, isAssertion, tests, reaching, ms }`, where
 * `isAssertion` says whether an assertion has failed, `tests` is how many test files could run, and `reaching` how many reach the mutant. It is broken where the tests end without a result, twice. On a
 * busy machine a test can seem to stand still, so that counts only twice, too
 */
export async function judge(project, copy, mutant, tests, budget, signal) {
  const started = Date.now();
  const chosen = within(tests, budget);
  writeFileSync(join(copy.root, mutant.file), mutant.text);
  try {
    await project.build(copy.root, [mutant.file]);
    const verdict = await firstFailure(project, copy, chosen, signal);
    return { ...verdict, tests: chosen.length, reaching: tests.length, ms: Date.now() - started };
  } finally {
    copy.restore();
  }
}

/** Milliseconds from which on a test may depend on how busy the machine is. */
const LONG = 500;

async function firstFailure({ globalSetup, patience, names }, copy, tests, signal) {
  const run = (files) => runTests(copy, files, { globalSetup, patience, names }, signal);
  let left = tests;
  let broken = 0;
  while (left.length > 0) {
    const { outcome, file, test, why, isAssertion } = await run(left);
    signal?.throwIfAborted();
    if (outcome === 'passed') break;
    if (outcome === 'broken') {
      if (++broken > 1) return { outcome, why };
      continue;
    }
    const at = left.findIndex(({ path }) => path === file);
    const failed = left[at];
    const isTimeout = outcome === 'timeout';
    if (!isTimeout && failed !== undefined && !canFailByChance(failed))
      return { outcome: 'killed', file, test, why, isAssertion };
    const again = await run(failed === undefined ? left : [failed]);
    signal?.throwIfAborted();
    if (isTimeout && again.outcome === 'timeout') return { outcome, file, why };
    if (again.outcome !== 'passed') {
      return { outcome: 'killed', file: file ?? 'the run', test: test ?? again.test, why, isAssertion };
    }
    left = left.slice(at + 1);
  }
  return { outcome: 'survived' };
}

/** Returns whether a failure of a test file counts only when it fails twice. A test that stands still has to do so twice in any case. */
function canFailByChance({ processes, ms }) {
  return processes > 1 || ms > LONG;
}
