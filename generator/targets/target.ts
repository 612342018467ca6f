/** An output language: what `generate --target` chooses. */

import type { Plan } from '../analyze/plan.js';
import type { Protocol } from '../model/protocol.js';
import { type Problem, ProblemList } from '../problems.js';
import type { GeneratedFile } from './file.js';

/** The names of mcp-gen's targets. Commands need them before a target is loaded. */
export const TARGETS = ['typescript', 'zod', 'json-schema', 'python'] as const;
export type TargetName = (typeof TARGETS)[number];

/** Where an output folder has the files of revisions. */
export interface RevisionFolders {
  /** Returns the folder of a revision. */
  readonly folderOf: (revision: string) => string;
  /** A file that each of these folders has. A revision whose file has a banner is generated again with others, as files depend on each other. */
  readonly index: string;
}

/** An output language: what `generate --target` chooses. */
export interface Target {
  /** Letters, digits, and hyphens. The banner of its files contains it. */
  readonly name: string;
  /**
   * Returns a problem for every name of a protocol that the output cannot have: a reserved word, or one that collides with another
   * generated name. If there are any, nothing is generated. Default: every name is allowed.
   */
  readonly checkNames?: (protocol: Protocol) => readonly Problem[];
  /** Where the files of revisions are. Default: each has a folder of its name, with a file `index.ts`. */
  readonly folders?: RevisionFolders;
  /**
   * Returns the files of all revisions. Those that end in `.ts` or `.json` are formatted afterwards.
   *
   * @param banner the sentence for the first line of each file, in a comment that begins with `// `, `# ` or `<!-- `. It marks the file as
   *   generated: it may be replaced unless it was edited.
   */
  readonly emit: (plan: Plan, banner: (protocol: Pick<Protocol, 'sources'>) => string) => readonly GeneratedFile[];
}

/** Thrown when a target fails, which is a bug of its module. The cause is what it threw. */
export class TargetError extends Error {
  constructor(target: string, reason: string, options?: ErrorOptions) {
    super(`The target ${target} failed: ${reason}`, options);
    this.name = 'TargetError';
  }
}

/** @throws {SchemaProblems} with every name of a protocol that a target cannot generate */
export function requireNames({ checkNames }: Target, protocol: Protocol): void {
  const problems = new ProblemList();
  for (const problem of checkNames?.(protocol) ?? []) problems.add(problem, problem.message, problem.remedy);
  problems.throwIfAny();
}
