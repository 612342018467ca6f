import type { Gaps } from './gaps.js';
import type { References } from './references.js';
import type { CompileSchema } from './schemaCompiler.js';

/** What the tools of a document are made with. */
export interface ToolContext {
  readonly references: References;
  readonly gaps: Gaps;
  readonly compile: CompileSchema;
}
