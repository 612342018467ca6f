/** An output language: what `generate --target` chooses. */

import type { Plan } from '../analyze/plan.js';
import type { GeneratedFile } from './file.js';
import type { Protocol } from '../model/protocol.js';

/** The names of the targets of mcp-gen, which a command line needs before it loads any of them. */
export const TARGETS = ['typescript', 'zod', 'json-schema'] as const;
export type TargetName = (typeof TARGETS)[number];

/** An output language: what `generate --target` chooses. */
export interface Target {
  /** Letters, digits and hyphens. The banner of its files names it. */
  readonly name: string;
  /**
   * Checks that the names of what would be generated are possible and distinct. Default: no check.
   *
   * @throws {SchemaProblems} if they are not
   */
  readonly checkNames?: (protocol: Protocol) => void;
  /**
   * Returns the files of all revisions. Those that end in `.ts` or `.json` are formatted afterwards.
   *
   * @param banner the sentence for the first line of each file, in a comment that begins with `// `, `# ` or `<!-- `. It marks the
   * file as one that may be replaced while nobody edits it.
   */
  readonly emit: (plan: Plan, banner: (protocol: Pick<Protocol, 'sources'>) => string) => readonly GeneratedFile[];
}
