import type { ExitCode } from './exitCode.js';

/** How a command ended. */
export interface Outcome {
  readonly exitCode: ExitCode;
  /** What a person reads. */
  readonly text: string;
  /** The same for programs: what `--json` prints, where a command has it. */
  readonly json?: object;
}
