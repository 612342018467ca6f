/** Follows the names in a schema. */

import type { TypeDeclaration } from '../model/declarations.js';
import { namesIn, typesIn, type Definitions } from '../model/definitions.js';

/**
 * Collects names and those that they lead to, at any depth.
 *
 * @param mentioned the names that one leads to; nothing for a name that does not count
 */
export function reach(
  names: readonly string[],
  mentioned: (name: string) => readonly string[] | undefined,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const found = reached.has(name) ? undefined : mentioned(name);
    if (!found) continue;
    reached.add(name);
    open.push(...found);
  }
  return reached;
}

/** The names that the values of a definition can be made of, constants among them: bases are not. */
export function valuesOf(name: string, definitions: Definitions): readonly string[] | undefined {
  const declaration = definitions.find(name);
  if (declaration?.kind !== 'interface')
    return declaration?.kind === 'alias' ? namesIn(declaration.type) : declaration && [];
  const types = definitions.propertiesOf(declaration).map(({ type }) => type);
  return [...types, ...(declaration.index ? [declaration.index] : [])].flatMap(namesIn);
}

/** The names that a declaration mentions itself: bases, types and constants. */
export function mentions(declaration: TypeDeclaration): ReadonlySet<string> {
  const bases = declaration.kind === 'interface' ? declaration.bases.map(({ name }) => name) : [];
  return new Set([...bases, ...typesIn(declaration).flatMap(namesIn)]);
}
