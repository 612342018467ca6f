/** Generated modules with functions only. Revisions share equal functions: see {@link file://./sharing.ts}. */

import type { Code } from '../../print/code.js';
import type { Protocol } from '../../model/protocol.js';

/** A function of a generated module. Its code imports all functions that it calls, including those of its own module. */
export interface EmittedFunction {
  readonly name: string;
  /** Whether the module exports it. The others are helpers. */
  readonly exported: boolean;
  readonly docs?: Code;
  /** The code from `function` on. */
  readonly code: Code;
}

/** The modules with functions only, by their file names. */
export const FUNCTION_MODULES = ['validators', 'sending'] as const;
export type FunctionModule = (typeof FUNCTION_MODULES)[number];

/** The functions of one revision. */
export interface RevisionFunctions {
  readonly protocol: Protocol;
  readonly modules: { readonly [Module in FunctionModule]: readonly EmittedFunction[] };
}
