/**
 * The content of a schema file: its declarations as plain data, in the order of the file.
 *
 * The grammar is closed, so that every function over it can be complete. Equivalent syntax (enums, `Record<K, V>`, `Pick`, computed keys
 * ...) is read as one of these forms.
 */

import type { Place } from '../problems.js';

/** A block tag of a doc comment: `@format uri` has the name `format` and the text `uri`. */
export interface Tag {
  /** Without the `@`. */
  readonly name: string;
  /** The text after the name. */
  readonly text: string;
}

/** A doc comment: the text before the first block tag, and the block tags. */
export interface Docs {
  /** The text before the first tag. */
  readonly text: string;
  /** In the order of the comment. */
  readonly tags: readonly Tag[];
  /** What comments that are not doc comments say: they may state a rule, and are not published. Absent if there are none. */
  readonly comments?: string;
}

export const NO_DOCS: Docs = { text: '', tags: [] };

/** Returns the docs of a property that is declared again: of what it does not have itself, those of the inherited one. */
export function inheritDocs(own: Docs, inherited: Docs): Docs {
  const { text } = own.text === '' ? inherited : own;
  const { tags } = own.tags.length > 0 ? own : inherited;
  const comments = own.comments ?? inherited.comments;
  return { text, tags, ...(comments !== undefined && { comments }) };
}

/** Returns what all comments say, also those that are not doc comments. */
export function wordsOf({ text, comments = '' }: Docs): string {
  return [text, comments].filter((each) => each !== '').join('\n\n');
}

/** `never` has no values: a property of this type must be absent. */
export type PrimitiveName = 'string' | 'number' | 'boolean' | 'null' | 'unknown' | 'any' | 'object' | 'never';

/** The value of a literal type or of a constant. */
export type Literal = string | number | boolean;

/** A type expression. */
export type TypeNode =
  | {
      readonly kind: 'primitive';
      readonly name: PrimitiveName;
      /** A number that may have a fraction, although it has no tag for that. */
      readonly fractional?: true;
      readonly place: Place;
    }
  | { readonly kind: 'literal'; readonly value: Literal; readonly place: Place }
  | { readonly kind: 'array'; readonly element: TypeNode; readonly place: Place }
  | {
      readonly kind: 'union';
      readonly members: readonly TypeNode[];
      /** Whether it is an enum, whose values keep their order in the official JSON Schema. */
      readonly enum?: true;
      readonly place: Place;
    }
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
  /** In the order of the file. */
  readonly properties: readonly Property[];
  /** The type of the index signature's values. */
  readonly index?: TypeNode;
  /** Whether it is mapped from keys (`Record<string, Tool>`): the official JSON Schema leaves out its index signature then. */
  readonly mapped?: true;
  /** Where it begins. */
  readonly place: Place;
}

/** The name of an interface or an alias, where it is used. */
export interface ReferenceNode {
  readonly kind: 'reference';
  /** The declared name. */
  readonly name: string;
  /** Where it is mentioned. */
  readonly place: Place;
}

/** A property of an interface or of an object type. */
export interface Property {
  /** Without quotes. */
  readonly name: string;
  /** Whether it may be absent. */
  readonly optional: boolean;
  /** The type of its values. */
  readonly type: TypeNode;
  /** Its doc comment. */
  readonly docs: Docs;
  /** The constraints that an erratum adds for senders. The schema itself has none. */
  readonly constraints?: Constraints;
  /** Where it begins. */
  readonly place: Place;
}

/** Constraints for senders only: guards accept other values. */
export interface Constraints {
  /** The JSON Schema format of a string. */
  readonly format?: string;
  /** The maximum length of an array. */
  readonly maxItems?: number;
}

/** One entry of an `extends` clause: a name, or `Omit` or `Pick` of a name. */
export interface Base {
  /** The name of the interface or object type. */
  readonly name: string;
  /** The properties to exclude, or the only ones to include. */
  readonly filter?: { readonly kind: 'omit' | 'pick'; readonly keys: readonly string[] };
  /** Where it is mentioned. */
  readonly place: Place;
}

/** `interface Tool extends BaseMetadata { ... }` */
export interface InterfaceDeclaration {
  readonly kind: 'interface';
  /** The declared name. */
  readonly name: string;
  /** What it extends, in the order of the file. */
  readonly bases: readonly Base[];
  /** Its own properties, in the order of the file. */
  readonly properties: readonly Property[];
  /** The type of the index signature's values. */
  readonly index?: TypeNode;
  /** Its doc comment. */
  readonly docs: Docs;
  /** Where it begins. */
  readonly place: Place;
  /** Whether an extension declares it, not the schema itself. */
  readonly extension?: true;
}

/** `type Role = 'user' | 'assistant'` */
export interface AliasDeclaration {
  readonly kind: 'alias';
  /** The declared name. */
  readonly name: string;
  /** The aliased type. */
  readonly type: TypeNode;
  /** Its doc comment. */
  readonly docs: Docs;
  /** Where it begins. */
  readonly place: Place;
  /** Whether an extension declares it, not the schema itself. */
  readonly extension?: true;
}

/** `const JSONRPC_VERSION = '2.0'` */
export interface ConstantDeclaration {
  readonly kind: 'constant';
  /** The declared name. */
  readonly name: string;
  /** Its value. */
  readonly value: Literal;
  /** Its doc comment. */
  readonly docs: Docs;
  /** Where it begins. */
  readonly place: Place;
  /** Whether an extension declares it, not the schema itself. */
  readonly extension?: true;
}

/** A declaration of a schema file. */
export type Declaration = InterfaceDeclaration | AliasDeclaration | ConstantDeclaration;

/** A schema file as data, with the declarations of its extensions. */
export interface Schema {
  /** The name of the revision. */
  readonly revision: string;
  readonly declarations: readonly Declaration[];
  /** The schema file, as in problem messages. */
  readonly file: string;
  /** The extensions, as in generated files: `apps.ts (2026-01-26)`. */
  readonly extensions: readonly string[];
}

/** A declaration that other types can refer to by name. */
export type TypeDeclaration = InterfaceDeclaration | AliasDeclaration;

/** Returns the text of the first tag of that name, or undefined. */
export function tagText(docs: Docs, name: string): string | undefined {
  return docs.tags.find((tag) => tag.name === name)?.text;
}

/** Returns plain data as a string, without some properties, such as places. Data that differs only in these gives the same string. */
export function textWithout(properties: readonly string[], data: unknown): string {
  return JSON.stringify(data, (name, value: unknown) => (properties.includes(name) ? undefined : value));
}

/** Returns whether a type accepts any object: `{}`, or `{ [key: string]: unknown }`. */
export function isOpenMap({ properties, index }: ObjectNode): boolean {
  const anyValue = !index || (index.kind === 'primitive' && (index.name === 'unknown' || index.name === 'any'));
  return properties.length === 0 && anyValue;
}
