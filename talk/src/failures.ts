/** What ends a command without a result, and the exit codes. */

/** The exit codes, which are stable. */
export const ExitCode = {
  done: 0,
  /** The tool failed, or a check found something. */
  failed: 1,
  /** The arguments are invalid. */
  mistake: 2,
  /** The server cannot be reached, or refuses. */
  server: 3,
  /** A defect of this program: EX_SOFTWARE of sysexits.h. */
  defect: 70,
  /** Ended by the user, as shells report it. */
  interrupted: 130,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** A mistake of the user: the message says what to do. */
export class MistakeError extends Error {
  override readonly name = 'MistakeError';
}
