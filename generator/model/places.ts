/** Finds what a path names: a definition, and properties below it. */

import type { Property, ReferenceNode, TypeNode } from './declarations.js';
import { ANCHORS, type Anchor, type AnchorName } from './anchors.js';
import type { Definitions } from './definitions.js';

/** Returns whether a schema declares an anchor. A pattern is declared by the first name that it fits. */
export function hasAnchor(anchor: AnchorName, definitions: Definitions): boolean {
  const { propertyOf, pattern }: Anchor = ANCHORS[anchor];
  const name = definitions.nameOf(anchor);
  if (pattern)
    return definitions.types.some((type) => type.name.endsWith(name.slice(1)) && type.name !== name.slice(1));
  if (propertyOf === undefined) return definitions.findType(name) !== undefined;
  return isDeclared(definitions, `${definitions.nameOf(propertyOf as AnchorName)}.${name}`);
}

/** Returns whether a definition and a path of properties below it are declared. An anchor may have another name. */
export function isDeclared(definitions: Definitions, place: string): boolean {
  return place.includes('.')
    ? propertyAt(definitions, place) !== undefined
    : definitions.findType(statedName(definitions, place)) !== undefined;
}

/** Returns the property at the end of a path below a definition. An anchor may have another name. */
export function propertyAt(definitions: Definitions, place: string): Property | undefined {
  const [name = '', ...path] = place.split('.');
  const stated = statedName(definitions, name);
  let type: TypeNode | undefined = definitions.findType(stated) && referenceTo(stated);
  let property: Property | undefined;
  for (const each of path) {
    property = type && propertyNamed(definitions, type, each);
    type = property?.type;
  }
  return property;
}

function statedName(definitions: Definitions, name: string): string {
  return Object.hasOwn(ANCHORS, name) ? definitions.nameOf(name as AnchorName) : name;
}

function propertyNamed(definitions: Definitions, type: TypeNode, name: string): Property | undefined {
  return propertiesBelow(definitions, type).find((property) => property.name === name);
}

/** Returns the properties of an object, or of every member of a union or an intersection. */
export function propertiesBelow(definitions: Definitions, type: TypeNode): readonly Property[] {
  const { target } = definitions.resolve(type);
  return target.kind === 'union' || target.kind === 'intersection'
    ? target.members.flatMap((member) => propertiesBelow(definitions, member))
    : (definitions.membersOf(type)?.properties ?? []);
}

/** Returns the name of a definition as a type. */
export function referenceTo(name: string): ReferenceNode {
  return { kind: 'reference', name, place: { file: '', line: 1, column: 1 } };
}
