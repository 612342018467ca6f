/**
 * How the outcome of one scenario is judged: more strictly than by the suite itself, which lets warnings, skipped checks and
 * scenarios without any check pass.
 */

/** One check, as the suite records it. */
export interface Check {
  readonly id: string;
  /** `INFO` says what happened, and is no check. */
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly description: string;
  readonly errorMessage?: string;
}

/** What came of one scenario. */
export interface Outcome {
  readonly checks: readonly Check[];
  /** How the suite ended, where it ran this scenario alone. */
  readonly exitCode?: number | string;
  /** What was printed along the way. */
  readonly said?: string;
}

/** What is to be made of it. */
export interface Verdict {
  readonly passed: number;
  readonly total: number;
  /** What speaks against the program under test. Empty: it passed. */
  readonly problems: readonly string[];
}

export function judge({ checks, exitCode = 0, said = '' }: Outcome): Verdict {
  const counted = checks.filter(({ status }) => status !== 'INFO');
  const failed = counted.filter(({ status }) => status !== 'SUCCESS');
  const passed = counted.length - failed.length;
  const problems = failed.map(
    ({ status, id, description, errorMessage = description }) => `${status} ${id}: ${errorMessage}`,
  );
  if (passed === 0) problems.push('No check succeeded');
  if (problems.length === 0 && exitCode !== 0) problems.push(`The suite ended with ${exitCode}`);
  if (problems.length > 0 && said !== '') problems.push(said.trim());
  return { passed, total: counted.length, problems };
}
