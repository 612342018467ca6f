/**
 * Says at the end of a full run how much of the table of requirements the tests cover, in one line. With
 * `LIST_REQUIREMENTS=1` the gaps and what is open are listed above it.
 */

import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';
import type { Requirement } from '../requirements/index.js';
import { REQUIREMENTS } from '../requirements/index.js';
import { coveringTests } from './covering.js';

export default class RequirementsReporter implements Reporter {
  #vitest: Vitest | undefined;
  #isFull = false;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const all = await this.#vitest?.globTestSpecifications();
    this.#isFull = all?.length === specifications.length && this.#vitest?.config.testNamePattern === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!this.#isFull) return;
    const lines = describeCoverage(REQUIREMENTS, coveringTests(modules), process.env['LIST_REQUIREMENTS'] === '1');
    // After the default reporter's own summary, which is printed in the same event.
    setImmediate(() => console.log(lines.join('\n')));
  }
}

function describeCoverage(
  rows: readonly Requirement[],
  covered: ReadonlyMap<string, unknown>,
  list: boolean,
): string[] {
  const uncovered = rows.filter(({ id }) => !covered.has(id));
  const open = uncovered.filter((row) => row.open !== undefined);
  const gaps = uncovered.filter((row) => row.open === undefined);
  const summary = `requirements: ${rows.length} rows, ${rows.length - uncovered.length} covered, ${open.length} open, ${gaps.length} gaps`;
  if (!list) return [summary];
  return [
    ...open.map((row) => `open  ${describeRow(row)} (${row.open})`),
    ...gaps.map((row) => `gap   ${describeRow(row)}`),
    summary,
  ];
}

function describeRow({ id, must, section, text }: Requirement): string {
  return `${id}  ${must ? 'MUST' : 'SHOULD'}  ${section}: ${text}`;
}
