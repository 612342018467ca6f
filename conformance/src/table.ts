/** Results as text. */

import type { CheckResult } from './judge.js';

/** `90 passed, 1 failed, 2 warnings, 4 not applicable`. */
export function resultsSum(rows: readonly CheckResult[]): string {
  const count = (name: 'passed' | 'failed' | 'warnings' | 'skipped'): number =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return `${count('passed')} passed, ${count('failed')} failed, ${count('warnings')} warnings, ${count('skipped')} not applicable`;
}
