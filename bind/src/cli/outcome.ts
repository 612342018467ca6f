/** The result of a run. */
export interface BindOutcome {
  /** 0, or 1 if a server differs from the lock file. */
  readonly exitCode: 0 | 1;
  /** The report for a terminal. Empty if help was printed. */
  readonly text: string;
  /** The report as plain data. */
  readonly json?: unknown;
}
