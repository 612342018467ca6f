/** What ends a command without a result, and the exit codes. */

import { printable } from '@mcp-gen/runtime';

/** The exit codes, which are stable. */
export const ExitCode = {
  /** Done. */
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

/** Maximum characters of an error: its text can come from a server. */
const MAX_LENGTH = 4_000;

/** What errors say to programmers: this program does not have these options. */
const ADVICE = /\.? (?:Raise "\w+" to read more|The option \S+(?: of \w+)? raises the limit)$/;

/** Returns the message of an error as it is shown. */
export function failureText(message: string): string {
  const text = printable(message.slice(0, 2 * MAX_LENGTH)).replace(ADVICE, '');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** A mistake of the user: the message says what to do. */
export class MistakeError extends Error {
  override readonly name = 'MistakeError';
}
