import type { ExitCode } from './exitCode.js';

/** How a command ended. */
export interface Outcome {
  readonly exitCode: ExitCode;
  /** The text for people. */
  readonly text: string;
  /** The same as data: what `--json` prints, if the command has that option. */
  readonly json?: object;
}
