/**
 * Ends a run with what was left out, a line for each reason and one for the files that take long, what failed, a line for each test or
 * hook, and then one plain line that any tool can read: `12 passed, 0 failed, 1 skipped`.
 *
 * In a full run, a skipped test without a reason is an error. If the variable EXPECTED_OMISSIONS names a file with one reason per
 * line, a reason that is not in that file is an error, and so is a line of it that no test gives.
 */

import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { isFullRun } from './fullRun.js';
import { describeLongTests } from './longTests.js';

const WITHOUT_REASON = 'no reason given: use leaveOut() of test/support/omissions.ts';

export default class SummaryReporter implements Reporter {
  #vitest: Vitest | undefined;
  #isFull = false;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.#isFull = await isFullRun(this.#vitest, specifications);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = (state: ReturnType<TestCase['result']>['state']): readonly TestCase[] =>
      modules.flatMap((module) => [...module.children.allTests(state)]);
    const skipped = tests('skipped');
    const long = this.#isFull ? describeLongTests() : undefined;
    const omissions = this.#isFull ? byReason(skipped) : new Map<string, readonly TestCase[]>();
    const problems = this.#isFull ? findProblems([...omissions.keys()]) : [];
    // A hook that throws fails its suite, and may leave every test in it skipped.
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const failures = [
      ...tests('failed').map((test) => describeFailure(test.module, test.fullName, test.result().errors)),
      ...suites.flatMap((suite) => {
        const module = suite.type === 'module' ? suite : suite.module;
        const name = suite.type === 'module' ? 'the file' : suite.fullName;
        return suite.errors().length > 0 ? [describeFailure(module, name, suite.errors())] : [];
      }),
      ...errors.map((error) => `failed: outside of tests: ${firstLine(error)}`),
    ];
    const counted = failures.length + problems.length;
    // Other reporters fail a run by its exit code.
    const failed = counted === 0 && process.exitCode ? 1 : counted;
    if (problems.length > 0) process.exitCode = 1;
    // After the default reporter's own summary, which is printed in the same event.
    setImmediate(() => {
      for (const [reason, those] of omissions) console.log(describeOmission(reason, those));
      if (long !== undefined) console.log(long);
      for (const failure of failures) console.log(failure);
      for (const problem of problems) console.log(`failed: ${problem}`);
      console.log(`${tests('passed').length} passed, ${failed} failed, ${skipped.length} skipped`);
    });
  }
}

function byReason(skipped: readonly TestCase[]): ReadonlyMap<string, readonly TestCase[]> {
  const found = new Map<string, readonly TestCase[]>();
  for (const test of skipped) {
    const result = test.result();
    const reason = (result.state === 'skipped' && result.note) || WITHOUT_REASON;
    found.set(reason, [...(found.get(reason) ?? []), test]);
  }
  return found;
}

function describeOmission(reason: string, tests: readonly TestCase[]): string {
  const names = tests.map(({ module, fullName }) => `  ${module.relativeModuleId} > ${fullName}`);
  return [`left out: ${reason}`, ...names].join('\n');
}

function describeFailure(module: TestModule, name: string, errors: readonly unknown[] | undefined): string {
  return `failed: ${module.relativeModuleId} > ${name}: ${firstLine(errors?.[0])}`;
}

function firstLine(error: unknown): string {
  const message = (error as { message?: unknown } | undefined)?.message;
  return String(message ?? error).split('\n', 1)[0] ?? '';
}

/** Compares the reasons of a full run with those that are expected, if any are. */
function findProblems(reasons: readonly string[]): readonly string[] {
  const unexplained = reasons.filter((reason) => reason === WITHOUT_REASON);
  const file = process.env['EXPECTED_OMISSIONS'];
  if (file === undefined) return unexplained.map(() => 'Tests were skipped without a reason.');
  const expected = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return [
    ...reasons
      .filter((reason) => !expected.includes(reason))
      .map((reason) => `Unexpected omission: ${reason}. Provide what the tests need, or add the reason to ${file}.`),
    ...expected
      .filter((reason) => !reasons.includes(reason))
      .map((reason) => `Expected omission that did not occur: ${reason}. Remove it from ${file}.`),
  ];
}
