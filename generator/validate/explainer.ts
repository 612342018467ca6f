/**
 * Explains values of a protocol's definitions. The walker is the runtime's own, which comes with this package as it was
 * built; it is loaded when it is needed, so that nothing else of the generator needs a runtime.
 */

import { shapesOf } from '../analyze/buildShapes.js';
import { encodeShapes } from '../analyze/encodeShapes.js';
import type { Protocol } from '../model/protocol.js';

/** One place where a value is not as its definition says. */
export interface Issue {
  /** JSON Pointer from the value to the place. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  /** All of it in one line. */
  readonly message: string;
}

/** What is wrong with a value of a definition: nothing, if it is valid. */
export type Explainer = (definition: string, value: unknown) => readonly Issue[];

interface Walker {
  readonly explainShape: (shapes: object, definition: string, value: unknown) => readonly Issue[];
}

const WALKER = new URL('../../runtime/dist/codegen/v1/explain.js', import.meta.url);

/** Makes the explainer of a revision. */
export async function loadExplainer({ definitions }: Protocol): Promise<Explainer> {
  const { explainShape } = (await import(WALKER.href)) as Walker;
  const shapes = encodeShapes(shapesOf(definitions));
  return (definition, value) => explainShape(shapes, definition, value);
}
