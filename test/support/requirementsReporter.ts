/**
 * Says at the end of a full run how much of the table of requirements the tests cover, in one line. A row that is neither
 * covered nor open fails the run. With `LIST_REQUIREMENTS=1` the gaps and what is open are listed in full.
 */

import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';
import type { Requirement } from '../../conformance/src/requirements/index.js';
import { REQUIREMENTS } from '../../conformance/src/requirements/index.js';
import { coveringTests } from './covering.js';
import { isFullRun } from './fullRun.js';

export default class RequirementsReporter implements Reporter {
  #vitest: Vitest | undefined;
  #isFull = false;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.#isFull = await isFullRun(this.#vitest, specifications);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!this.#isFull) return;
    const covered = coveringTests(modules);
    const uncovered = REQUIREMENTS.filter(({ id }) => !covered.has(id));
    const gaps = uncovered.filter((row) => row.open === undefined);
    const lines = describeCoverage(uncovered, gaps, process.env['LIST_REQUIREMENTS'] === '1');
    if (gaps.length > 0) process.exitCode = 1;
    // After the default reporter's own summary, which is printed in the same event.
    setImmediate(() => console.log(lines.join('\n')));
  }
}

function describeCoverage(uncovered: readonly Requirement[], gaps: readonly Requirement[], list: boolean): string[] {
  const total = REQUIREMENTS.length;
  const open = uncovered.filter((row) => row.open !== undefined);
  const listed = [
    ...open.map((row) => `open  ${describeRow(row)} (${row.open})`),
    ...gaps.map((row) => `gap   ${describeRow(row)}`),
  ];
  return [
    ...(list ? listed : []),
    ...(gaps.length > 0 ? [`No test covers ${gaps.map(({ id }) => id).join(', ')}: ${REMEDY}`] : []),
    `requirements: ${total} rows, ${total - uncovered.length} covered, ${open.length} open, ${gaps.length} gaps`,
  ];
}

const REMEDY =
  'name each with covers() in a test that shows it and passes, or give its row in conformance/src/requirements the reason why it is open.';

function describeRow({ id, must, section, text }: Requirement): string {
  return `${id}  ${must ? 'MUST' : 'SHOULD'}  ${section}: ${text}`;
}
