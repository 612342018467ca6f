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
