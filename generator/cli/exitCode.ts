/** What the exit code of the command says. */
export const exitCode = {
  done: 0,
  /** Nothing went wrong, and there is something to see to: `generate --check` found stale files, `validate` bad lines. */
  findings: 1,
  /** The arguments are wrong, or a folder cannot be used as they say. */
  usage: 2,
  /** A schema is wrong. */
  schema: 3,
  /** A defect of mcp-gen itself: EX_SOFTWARE of sysexits.h. */
  internal: 70,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The part of every `--help` that explains the exit codes. */
export const EXIT_CODE_HELP = `
Exit codes:
  0   done
  1   done, with findings
  2   wrong usage, or a folder that cannot be used
  3   bad schema
  70  a defect of mcp-gen`;
