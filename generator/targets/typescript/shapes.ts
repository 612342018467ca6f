/**
 * Emits shapes.ts, every definition as a compact table, and explain.ts, which explains why a value is invalid. Both are loaded only after a
 * guard has rejected a value.
 */

import { shapesOf } from '../../analyze/buildShapes.js';
import { encodeShapes } from '../../analyze/encodeShapes.js';
import { hasLimits } from '../../analyze/shape.js';
import type { Protocol } from '../../model/protocol.js';
import { code, concat, imported, literal } from '../../print/code.js';
import { dataText } from '../../print/data.js';
import { runtime } from './codegen.js';
import { sourceFile, type GeneratedFile } from '../file.js';

export function emitShapes(protocol: Protocol): GeneratedFile {
  const { definitions, revision } = protocol;
  const names = definitions.types.map(({ name }) => literal(name));
  return sourceFile(protocol, 'shapes', `The definitions of revision ${revision}, as tables.`, [
    code`/** The name of a definition. */
      export type DefinitionName = ${concat(names, ' | ')};`,
    code`/** The type of each definition. */
      export const shapes: { readonly [Name in DefinitionName]: ${runtime.Shape} } = ${dataText(encodeShapes(shapesOf(definitions)))};`,
  ]);
}

export function emitExplain(protocol: Protocol): GeneratedFile {
  const about = `Explains why a guard of revision ${protocol.revision} rejects a value.`;
  const shapes = imported('shapes', './shapes.js', 'value');
  const definition = imported('DefinitionName', './shapes.js', 'type');
  const isLimited = [...shapesOf(protocol.definitions).values()].some(hasLimits);
  const options = isLimited ? code`, { checks: ${runtime.limitChecks} }` : undefined;
  return sourceFile(protocol, 'explain', about, [
    code`/** Returns each place where a value differs from its definition, at most ten. Empty if and only if the guard accepts the value. */
      export function explain(definition: ${definition}, value: unknown): readonly ${runtime.Issue}[] {
        return ${runtime.explainShape}(${shapes}, definition, value${options});
      }`,
  ]);
}
