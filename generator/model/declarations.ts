/**
 * What a schema file says: its declarations as plain data, in the order of the file.
 *
 * The grammar is closed, so that every function over it can be complete. Syntax that says the same in another way (enums,
 * `Record<K, V>`, `Pick`, computed keys ...) is read as one of these forms.
 */

import type { Place } from '../problems.js';

/** A block tag of a doc comment: `@format uri` has the name `format` and the text `uri`. */
export interface Tag {
  readonly name: string;
  readonly text: string;
}

/** A doc comment: the text before the first block tag, and the block tags. */
export interface Docs {
  readonly text: string;
  readonly tags: readonly Tag[];
}

export const NO_DOCS: Docs = { text: '', tags: [] };

/** `never` has no values: a property of this type must be absent. */
export type PrimitiveName = 'string' | 'number' | 'boolean' | 'null' | 'unknown' | 'any' | 'object' | 'never';

/** The value of a literal type or of a constant. */
export type Literal = string | number | boolean;

export type TypeNode =
  | {
      readonly kind: 'primitive';
      readonly name: PrimitiveName;
      /** A number that may have a fraction, although no tag says so. */
      readonly fractional?: true;
      readonly place: Place;
    }
  | { readonly kind: 'literal'; readonly value: Literal; readonly place: Place }
  | { readonly kind: 'array'; readonly element: TypeNode; readonly place: Place }
  | { readonly kind: 'union'; readonly members: readonly TypeNode[]; readonly place: Place }
  | { readonly kind: 'intersection'; readonly members: readonly TypeNode[]; readonly place: Place }
  | ObjectNode
  /** `Record<string, unknown>` */
  | { readonly kind: 'record'; readonly place: Place }
  /** The name of an interface or an alias. */
  | ReferenceNode
  /** `typeof NAME` */
  | { readonly kind: 'typeof'; readonly name: string; readonly place: Place };

/** `{ name: string; [key: string]: unknown }` */
export interface ObjectNode {
  readonly kind: 'object';
  readonly properties: readonly Property[];
  /** The type of the index signature's values. */
  readonly index?: TypeNode;
  readonly place: Place;
}

export interface ReferenceNode {
  readonly kind: 'reference';
  readonly name: string;
  readonly place: Place;
}

export interface Property {
  readonly name: string;
  readonly optional: boolean;
  readonly type: TypeNode;
  readonly docs: Docs;
  /** What an erratum asks of senders. The schema itself states none. */
  readonly constraints?: Constraints;
  readonly place: Place;
}

/** What only senders keep to: a guard accepts values that do not. */
export interface Constraints {
  readonly format?: string;
  readonly maxItems?: number;
}

/** One entry of an `extends` clause: a name, or `Omit` or `Pick` of a name. */
export interface Base {
  readonly name: string;
  readonly filter?: { readonly kind: 'omit' | 'pick'; readonly keys: readonly string[] };
  readonly place: Place;
}

export interface InterfaceDeclaration {
  readonly kind: 'interface';
  readonly name: string;
  readonly bases: readonly Base[];
  readonly properties: readonly Property[];
  readonly index?: TypeNode;
  readonly docs: Docs;
  readonly place: Place;
}

export interface AliasDeclaration {
  readonly kind: 'alias';
  readonly name: string;
  readonly type: TypeNode;
  readonly docs: Docs;
  readonly place: Place;
}

export interface ConstantDeclaration {
  readonly kind: 'constant';
  readonly name: string;
  readonly value: Literal;
  readonly docs: Docs;
  readonly place: Place;
}

export type Declaration = InterfaceDeclaration | AliasDeclaration | ConstantDeclaration;

/** A declaration that other types can refer to by name. */
export type TypeDeclaration = InterfaceDeclaration | AliasDeclaration;

/** The text of the first tag of that name, or nothing. */
export function tagText(docs: Docs, name: string): string | undefined {
  return docs.tags.find((tag) => tag.name === name)?.text;
}

/** Whether any object will do: `{}`, or `{ [key: string]: unknown }`. */
export function isOpenMap({ properties, index }: ObjectNode): boolean {
  const anyValue = !index || (index.kind === 'primitive' && (index.name === 'unknown' || index.name === 'any'));
  return properties.length === 0 && anyValue;
}
