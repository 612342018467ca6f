/** Finds the fields that definitions of both revisions gain. */

import { groupBy } from '../collections.js';
import type { Declaration, InterfaceDeclaration, ObjectNode, Property, TypeNode } from '../model/declarations.js';
import type { Definitions } from '../model/definitions.js';
import type { Protocol } from '../model/protocol.js';

/** A field that the newer revision adds. */
export interface AddedField {
  /** The field where it is declared: `ToolAnnotations.costHint`. */
  readonly name: string;
  /** The definitions that have it, declared or inherited, by the field of theirs that it is or is in. */
  readonly holders: readonly Holder[];
}

/** A definition with an added field. */
export interface Holder {
  /** The name of the definition. */
  readonly definition: string;
  /** The property of the definition that is new, or whose inline object has the new field. */
  readonly property: string;
}

/** Returns the fields that the newer revision adds to definitions that both have, in the order of the newer schema. */
export function addedFields(was: Protocol, is: Protocol): readonly AddedField[] {
  const found = is.definitions.all.flatMap((now) => {
    const before = was.definitions.find(now.name);
    const [older, newer] = [before && objectOf(before), objectOf(now)];
    if (older === undefined || newer === undefined) return [];
    return addedTo(older, was.definitions, newer, is.definitions).map(([property, ...inner]) => ({
      name: [declaringOf(now, property, is.definitions), property, ...inner].join('.'),
      holder: { definition: now.name, property },
    }));
  });
  return [...groupBy(found, ({ name }) => name)].map(([name, group]) => ({
    name,
    holders: group.map(({ holder }) => holder),
  }));
}

type Path = readonly [property: string, ...inner: string[]];

/** Returns the paths of the properties that an object gains, also inside its inline objects. */
function addedTo(
  was: InterfaceDeclaration | ObjectNode,
  older: Definitions,
  is: InterfaceDeclaration | ObjectNode,
  newer: Definitions,
): readonly Path[] {
  const before = new Map(older.propertiesOf(was).map((property) => [property.name, property]));
  return newer.propertiesOf(is).flatMap((property: Property): readonly Path[] => {
    const old = before.get(property.name);
    if (old === undefined) return [[property.name]];
    const [inlineBefore, inlineNow] = [inlineOf(old.type), inlineOf(property.type)];
    if (inlineBefore === undefined || inlineNow === undefined) return [];
    return addedTo(inlineBefore, older, inlineNow, newer).map((path): Path => [property.name, ...path]);
  });
}

function objectOf(declaration: Declaration): InterfaceDeclaration | ObjectNode | undefined {
  if (declaration.kind === 'interface') return declaration;
  return declaration.kind === 'alias' ? inlineOf(declaration.type) : undefined;
}

/** Returns the inline object that a type is, or that the items of an array are. */
function inlineOf(type: TypeNode): ObjectNode | undefined {
  if (type.kind === 'array') return inlineOf(type.element);
  return type.kind === 'object' ? type : undefined;
}

/** Returns the definition that declares a property: the one that has it, or the base that it inherits it from. */
function declaringOf(declaration: Declaration, property: string, definitions: Definitions): string {
  if (declaration.kind !== 'interface' || declaration.properties.some(({ name }) => name === property)) {
    return declaration.name;
  }
  for (const { name } of declaration.bases) {
    const base = definitions.find(name);
    const has = base?.kind === 'interface' && definitions.propertyNamed(base, property) !== undefined;
    if (has) return declaringOf(base, property, definitions);
  }
  return declaration.name;
}
