/** Lists the names that declarations mention. */

import type { TypeDeclaration } from '../model/declarations.js';
import { namesIn, typesIn, type Definitions } from '../model/definitions.js';

/** Returns the names in the values of a definition, including constants. Bases are not included. */
export function valuesOf(name: string, definitions: Definitions): readonly string[] | undefined {
  const declaration = definitions.find(name);
  if (declaration?.kind !== 'interface')
    return declaration?.kind === 'alias' ? namesIn(declaration.type) : declaration && [];
  const types = definitions.propertiesOf(declaration).map(({ type }) => type);
  return [...types, ...(declaration.index ? [declaration.index] : [])].flatMap(namesIn);
}

/** Returns the names that a declaration mentions: bases, types, and constants. */
export function mentions(declaration: TypeDeclaration): ReadonlySet<string> {
  const bases = declaration.kind === 'interface' ? declaration.bases.map(({ name }) => name) : [];
  return new Set([...bases, ...typesIn(declaration).flatMap(namesIn)]);
}
