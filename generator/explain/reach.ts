/** Follows the names in a schema. */

import type { TypeDeclaration, TypeNode } from '../model/declarations.js';
import { namesIn, typesIn, type Definitions } from '../model/definitions.js';

/** The definitions and constants that a value of some types can be made of, at any depth: bases are not among them. */
export function reach(types: readonly TypeNode[], definitions: Definitions): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...types];
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    for (const name of namesIn(type)) {
      const declaration = definitions.find(name);
      if (!declaration || reached.has(name)) continue;
      reached.add(name);
      if (declaration.kind !== 'constant') open.push(...partsOfDeclaration(declaration, definitions));
    }
  }
  return reached;
}

/** The types that stand in a declaration, those of inherited properties among them. */
export function partsOfDeclaration(declaration: TypeDeclaration, definitions: Definitions): readonly TypeNode[] {
  if (declaration.kind === 'alias') return [declaration.type];
  const properties = definitions.propertiesOf(declaration).map(({ type }) => type);
  return declaration.index ? [...properties, declaration.index] : properties;
}

/** The names that a declaration mentions itself: bases, types and constants. */
export function mentions(declaration: TypeDeclaration): ReadonlySet<string> {
  const bases = declaration.kind === 'interface' ? declaration.bases.map(({ name }) => name) : [];
  return new Set([...bases, ...typesIn(declaration).flatMap(namesIn)]);
}
