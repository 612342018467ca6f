/** What came of the scenarios, as tables: one for terminals with every scenario, and one for the README with sums. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Verdict } from './judge.js';
import type { Scenarios } from './suite.js';

export type Leg = keyof Scenarios;

/** What came of one scenario. */
export interface Row extends Verdict {
  readonly revision: string;
  readonly leg: Leg;
  readonly scenario: string;
  /** Whether the suite counts it among what the revision requires. */
  readonly scored: boolean;
}

/** Every scenario in a line, with its problems and what was expected below it. */
export function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ scenario }) => scenario.length));
  return rows
    .flatMap(({ revision, leg, scenario, passed, total, problems, exceptions }) => [
      `${revision}  ${leg}  ${scenario.padEnd(width)}  ${passed} / ${total}${problems.length > 0 ? '  FAILED' : ''}`,
      ...[...problems, ...exceptions].map((each) => each.replace(/^/gm, '    ')),
    ])
    .join('\n');
}

/** `47 passed, 1 failed`, and how many the suite skips. */
export function summarize(rows: readonly Row[]): string {
  const { passed, failed, skipped } = counted(rows);
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped by the suite`}`;
}

/** Writes the sums into the README. */
export async function writeReadme(rows: readonly Row[]): Promise<void> {
  // Bundled, this module lies in a folder below its own.
  const root = new URL('../../../', import.meta.url);
  const { formatted } = (await import(new URL('scripts/formatted.mjs', root).href)) as {
    readonly formatted: (path: string, text: string) => Promise<string>;
  };
  const path = fileURLToPath(new URL('README.md', root));
  const text = readFileSync(path, 'utf8').replace(
    /(<!-- conformance -->).*?(<!-- end -->)/s,
    (_, start: string, end: string) => `${start}\n\n${sums(rows)}\n\n${end}`,
  );
  writeFileSync(path, await formatted(path, text));
}

/** For each revision and leg: scenarios and checks, those that are required and the others. */
export function sums(rows: readonly Row[]): string {
  const groups = grouped(rows);
  const lines = [...groups].map(([name, group]) => {
    const [scored, others] = [group.filter((row) => row.scored), group.filter((row) => !row.scored)];
    const checks = group.reduce((sum, { passed }) => sum + passed, 0);
    const total = group.reduce((sum, row) => sum + row.total, 0);
    return [...name.split(' '), share(scored), share(others), `${checks} / ${total}`];
  });
  const header = ['revision', 'judged', 'required scenarios', 'other scenarios', 'checks'];
  return [header, header.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function share(rows: readonly Row[]): string {
  const { passed, skipped } = counted(rows);
  if (rows.length === 0) return 'none';
  return `${passed} / ${rows.length - skipped}${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

/** A scenario that the suite skips as a whole neither passes nor fails. */
function counted(rows: readonly Row[]): { readonly passed: number; readonly failed: number; readonly skipped: number } {
  const failed = rows.filter(({ problems }) => problems.length > 0).length;
  const skipped = rows.filter(({ problems, passed }) => problems.length === 0 && passed === 0).length;
  return { passed: rows.length - failed - skipped, failed, skipped };
}

function grouped(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = `${row.revision} ${row.leg}`;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}
