/** Results as text for a terminal. */

import type { CheckResult } from '../../../conformance/src/judge.js';

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
