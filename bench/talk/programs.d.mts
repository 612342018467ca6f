import type { Job } from './jobs.mjs';

/** How a program is started for a job; undefined if it cannot do it. */
export interface ComparedProgram {
  readonly of: (job: Job) => readonly string[] | undefined;
}
export function makeFolder(installed: string): {
  readonly folder: string;
  readonly config: string;
};
export function programs(config: string): Readonly<Record<string, ComparedProgram>>;
