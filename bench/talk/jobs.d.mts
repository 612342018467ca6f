/** What people do with a server: its name, what the output shows, and how it is written for each program. */
export interface Job {
  readonly name: string;
  readonly shows: RegExp;
  readonly isMistake?: true;
  readonly talk: readonly string[];
  readonly mcporter?: readonly string[];
  readonly inspector?: readonly string[];
}
export function jobs(folder: string): readonly Job[];
export function mistakes(): readonly Job[];
