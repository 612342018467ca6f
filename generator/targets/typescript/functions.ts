/** Generated modules that hold functions only. Revisions share those that are equal: see {@link file://./sharing.ts}. */

import type { Code } from '../../print/code.js';
import type { Protocol } from '../../model/protocol.js';

/** A function of a generated module. Its code imports the functions that it calls, those of its own module too. */
export interface EmittedFunction {
  readonly name: string;
  /** Offered by the module; the others are helpers of these. */
  readonly exported: boolean;
  readonly docs?: Code;
  /** From `function` on. */
  readonly code: Code;
}

/** The modules that hold functions only, by their file names. */
export const FUNCTION_MODULES = ['validators', 'sending'] as const;
export type FunctionModule = (typeof FUNCTION_MODULES)[number];

/** The functions of one revision. */
export interface RevisionFunctions {
  readonly protocol: Protocol;
  readonly modules: { readonly [Module in FunctionModule]: readonly EmittedFunction[] };
}
