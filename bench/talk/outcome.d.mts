import type { Job } from './jobs.mjs';

/** What a command has left behind. */
export interface CommandOutput {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
type Run = (command: readonly string[]) => Promise<CommandOutput>;
export function outcome(run: Run, job: Job, command: readonly string[] | undefined): Promise<string>;
export function runIn(folder: string): Run;
