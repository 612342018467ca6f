/**
 * Explains why values do not match definitions of a protocol. Uses the implementation of the runtime, which is built into this package and
 * loaded on demand, so that the rest of the generator needs no runtime.
 */

import { shapesOf } from '../analyze/buildShapes.js';
import { encodeShapes } from '../analyze/encodeShapes.js';
import type { Protocol } from '../model/protocol.js';

/** One place where a value does not match its definition. */
export interface Issue {
  /** The JSON Pointer of the place. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  /** The complete text, in one line. */
  readonly message: string;
}

/** Returns the findings about a value of a definition: none if it is valid. */
export type Explainer = (definition: string, value: unknown) => readonly Issue[];

interface Walker {
  readonly explainShape: (shapes: object, definition: string, value: unknown, options: object) => readonly Issue[];
}

const CODEGEN = new URL('../../runtime/dist/codegen/v1/', import.meta.url);

/** Creates the explainer of a revision. */
export async function loadExplainer({ definitions }: Protocol): Promise<Explainer> {
  const { explainShape } = (await import(new URL('explain.js', CODEGEN).href)) as Walker;
  const { limitChecks: checks } = (await import(new URL('limits.js', CODEGEN).href)) as {
    readonly limitChecks: object;
  };
  const shapes = encodeShapes(shapesOf(definitions));
  return (definition, value) => explainShape(shapes, definition, value, { checks });
}
