/** Rows as text for a terminal. */

import type { CheckResult } from './judge.js';

/** Every check in a line, with what is wrong below it, and the requirements that it rests on. */
export function tableOf(rows: readonly CheckResult[]): string {
  const width = Math.max(...rows.map(({ check }) => check.length));
  return rows
    .flatMap((row) => [
      `${row.revision}  ${row.leg}  ${row.transport.padEnd(5)}  ${row.check.padEnd(width)}  ${verdictOf(row)}`,
      ...explanationOf(row),
    ])
    .join('\n');
}

/** `90 passed, 1 failed, 2 warnings, 4 not applicable`. */
export function resultsSum(rows: readonly CheckResult[]): string {
  const count = (name: 'passed' | 'failed' | 'warnings' | 'skipped'): number =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return `${count('passed')} passed, ${count('failed')} failed, ${count('warnings')} warnings, ${count('skipped')} not applicable`;
}

function verdictOf({ passed, failed, skipped }: CheckResult): string {
  if (passed > 0) return 'passed';
  if (skipped > 0) return 'not applicable';
  return failed > 0 ? 'FAILED' : 'WARNING';
}

function explanationOf({ passed, skipped, reason = '', requirements }: CheckResult): readonly string[] {
  if (passed > 0) return [];
  const lines = [`    ${reason}`];
  if (skipped > 0) return lines;
  return [...lines, ...requirements.map(({ must, text, url }) => `    ${must ? 'MUST' : 'SHOULD'}: ${text} ${url}`)];
}
