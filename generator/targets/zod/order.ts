/** Finds an order in which schemas can be declared. */

import { valuesOf } from '../../analyze/mentions.js';
import { reach } from '../../collections.js';
import type { TypeDeclaration } from '../../model/declarations.js';
import type { Definitions } from '../../model/definitions.js';

export interface Order {
  /** Each after those that it refers to, if possible. */
  readonly types: readonly TypeDeclaration[];
  /** The names of the recursive ones, directly or through others. */
  readonly recursive: ReadonlySet<string>;
}

export function orderTypes(definitions: Definitions): Order {
  const next = (name: string): readonly string[] => valuesOf(name, definitions) ?? [];
  const names = definitions.types.map(({ name }) => name);
  const recursive = new Set(names.filter((name) => reach(next(name), next).has(name)));
  const sorted = new Set<string>();
  const open = new Set<string>();
  const visit = (name: string): void => {
    if (sorted.has(name) || open.has(name)) return;
    open.add(name);
    for (const each of next(name)) visit(each);
    sorted.add(name);
  };
  for (const name of names) visit(name);
  return { types: [...sorted].flatMap((name) => definitions.findType(name) ?? []), recursive };
}
