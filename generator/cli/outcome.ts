/** The exit codes of the command. */
export const exitCode = {
  done: 0,
  /** The command succeeded and found something: `generate --check` stale files, `validate` invalid lines. */
  findings: 1,
  /** The arguments are invalid, or do not fit the folders. */
  usage: 2,
  /** A schema has problems. */
  schema: 3,
  /** A bug of mcp-gen itself: EX_SOFTWARE of sysexits.h. */
  internal: 70,
  /** Ended by the user, as shells report it: only commands of other packages end so. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The explanation of exit codes in every `--help`. */
export const EXIT_CODE_HELP = `
Exit codes:
  0   success
  1   success, with findings
  2   invalid arguments, or an unusable folder
  3   invalid schema
  70  a bug of mcp-gen`;

/** How a command ended. */
export interface Outcome {
  readonly exitCode: ExitCode;
  /** The text for people. */
  readonly text: string;
  /** The same as data: what `--json` prints, if the command has that option. */
  readonly json?: object;
}

/** Thrown if command-line arguments are invalid. The message is shown to the user. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
  }
}
