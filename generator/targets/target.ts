/** An output language: what `generate --target` chooses. */

import type { Plan } from '../analyze/plan.js';
import type { GeneratedFile } from '../emit/file.js';
import type { Protocol } from '../model/protocol.js';

export interface Target {
  readonly name: string;
  /** Checks that the names of what would be generated are possible and distinct. @throws {SchemaProblems} if they are not */
  readonly checkNames: (protocol: Protocol) => void;
  /** Returns the files of all revisions, not yet formatted: that follows from the ending of their names. */
  readonly emit: (plan: Plan) => readonly GeneratedFile[];
}
