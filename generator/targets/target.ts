/** An output language: what `generate --target` chooses. */

import type { Plan } from '../analyze/plan.js';
import type { GeneratedFile } from './file.js';
import type { Protocol } from '../model/protocol.js';

/** The names of mcp-gen's targets. Commands need them before a target is loaded. */
export const TARGETS = ['typescript', 'zod', 'json-schema'] as const;
export type TargetName = (typeof TARGETS)[number];

/** An output language: what `generate --target` chooses. */
export interface Target {
  /** Letters, digits, and hyphens. The banner of its files contains it. */
  readonly name: string;
  /**
   * Checks that all generated names are valid and distinct. Default: no check.
   *
   * @throws {SchemaProblems} if they are not
   */
  readonly checkNames?: (protocol: Protocol) => void;
  /**
   * Returns the files of all revisions. Those that end in `.ts` or `.json` are formatted afterwards.
   *
   * @param banner the sentence for the first line of each file, in a comment that begins with `// `, `# ` or `<!-- `. It marks the file as
   *   generated: it may be replaced unless it was edited.
   */
  readonly emit: (plan: Plan, banner: (protocol: Pick<Protocol, 'sources'>) => string) => readonly GeneratedFile[];
}
