/**
 * How the outcome of one scenario is judged: more strictly than by the suite itself, which lets warnings, skipped checks and
 * scenarios without any check pass.
 */

/** One check, as the suite records it. */
export interface Check {
  readonly id: string;
  /** `INFO` tells what happened, without judging it. */
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly description: string;
  readonly errorMessage?: string;
}

/** What came of one scenario. */
export interface Outcome {
  readonly checks: readonly Check[];
  /** How the suite ended, where it ran this scenario alone. */
  readonly exitCode?: number | string | undefined;
  /** How the client ended, where one was tested: its exit code, or that it had to be killed. The suite does not judge this in every scenario. */
  readonly clientExit?: number | 'timeout' | undefined;
  /** What was printed along the way. */
  readonly said?: string;
}

/** A warning or a skipped check that is expected. */
export interface Exception {
  readonly status: 'WARNING' | 'SKIPPED';
  /** What the message of the check contains. */
  readonly message: string;
  /** Why it is right. */
  readonly reason: string;
  /** Whether the scenario has no other checks, so that none can succeed. */
  readonly isAll?: boolean;
}

/** What is to be made of it. */
export interface Verdict {
  readonly passed: number;
  /** Checks that passed or failed. */
  readonly total: number;
  /** Checks by status, those that are expected among them. */
  readonly failed: number;
  readonly skipped: number;
  readonly warnings: number;
  /** How the suite ended, where it ran this scenario alone. */
  readonly exit: number | string | undefined;
  /** What speaks against the program under test. Empty: it passed. */
  readonly problems: readonly string[];
  /** The warnings and skipped checks that are expected, each with its reason. They count in no number. */
  readonly exceptions: readonly string[];
}

/**
 * @param exceptions of the scenario; one that does not occur is a problem
 * @param error what the client has to print when it ends with an error, which it then has to. Default: it has to end without an error
 */
export function judge(
  { checks, exitCode, clientExit, said = '' }: Outcome,
  exceptions: readonly Exception[] = [],
  error = '',
): Verdict {
  const exceptionOf = (check: Check): Exception | undefined =>
    exceptions.find(({ status, message }) => check.status === status && messageOf(check).includes(message));
  const counted = checks.filter((check) => check.status !== 'INFO' && exceptionOf(check) === undefined);
  const failed = counted.filter(({ status }) => status !== 'SUCCESS');
  const passed = counted.length - failed.length;
  const problems = failed.map((check) => `${check.status} ${check.id}: ${messageOf(check)}`);
  const isSkipped = exceptions.some(({ isAll = false }) => isAll);
  if (isSkipped && counted.length > 0) problems.push('Expected no check beside those that are skipped');
  if (!isSkipped && passed === 0) problems.push('No check succeeded');
  for (const exception of exceptions) {
    if (checks.some((check) => exceptionOf(check) === exception)) continue;
    problems.push(`Expected a check that is ${exception.status} with the message "${exception.message}"`);
  }
  if (!said.includes(error)) problems.push(`Expected the error "${error}"`);
  if (clientExit !== undefined && !isExpectedEnd(clientExit, error !== '')) {
    problems.push(`Expected the client to end with ${error === '' ? '0' : 'an error'}, not with ${clientExit}`);
  }
  if (problems.length === 0 && exitCode !== undefined && exitCode !== 0)
    problems.push(`The suite ended with ${exitCode}`);
  if (problems.length > 0 && said !== '') problems.push(said.trim());
  const expected = checks.flatMap((check) => {
    const exception = exceptionOf(check);
    return exception === undefined ? [] : [`${check.status} ${messageOf(check)} Expected: ${exception.reason}`];
  });
  const count = (wanted: Check['status']): number => checks.filter(({ status }) => status === wanted).length;
  return {
    passed,
    total: counted.length,
    failed: count('FAILURE'),
    skipped: count('SKIPPED'),
    warnings: count('WARNING'),
    exit: exitCode,
    problems,
    exceptions: expected,
  };
}

function isExpectedEnd(exit: number | 'timeout', isError: boolean): boolean {
  return exit !== 'timeout' && (exit !== 0) === isError;
}

function messageOf({ description, errorMessage = description }: Check): string {
  return errorMessage;
}
