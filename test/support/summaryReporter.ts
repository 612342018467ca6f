/** Closes a run with one plain line that any tool can read: `12 passed, 0 failed`. */

import type { Reporter, TestCase, TestModule } from 'vitest/node';

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = (state: ReturnType<TestCase['result']>['state']): number =>
      modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0);
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const skipped = count('skipped');
    const line = `${count('passed')} passed, ${count('failed') + broken + errors.length} failed`;
    // After the default reporter's own summary, which is printed in the same event.
    setImmediate(() => {
      if (skipped > 0) console.log(`${skipped} skipped`);
      console.log(line);
    });
  }
}
