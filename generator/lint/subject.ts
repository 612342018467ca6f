/** What checks read: one revision, the one before it, and the files beside the schema. */

import { wordsOf, type Docs, type Property, type TypeDeclaration, type TypeNode } from '../model/declarations.js';
import type { Definitions } from '../model/definitions.js';
import { ANCHORS, type AnchorName } from '../model/anchors.js';
import { allMessages, type AnyMessage, type Protocol } from '../model/protocol.js';
import type { Place } from '../problems.js';
import type { Issue } from '../validate/explainer.js';
import type { Found } from './finding.js';

/** A definition or a property that is written in the schema: each can have docs. */
export interface Site {
  /** `Tool`, `Tool.inputSchema`, `Tool.inputSchema.type`. */
  readonly at: string;
  readonly docs: Docs;
  /** What all of its comments say. */
  readonly words: string;
  readonly place: Place;
  /** Its type. Absent for an interface. */
  readonly type?: TypeNode;
  /** Absent for a declaration. */
  readonly property?: Property;
  /** The declaration that it is, or is in. */
  readonly declaration: TypeDeclaration;
}

/** An example of a definition, beside the schema. */
export interface Example {
  /** The definition that it is an example of. */
  readonly definition: string;
  /** The name of its file. */
  readonly file: string;
  readonly value: unknown;
}

/** The files beside a schema. */
export interface SchemaFiles {
  /** The JSON Schema that is published with it. Default: it is not compared. */
  readonly jsonSchema?: unknown;
  /** Examples of its definitions. Default: none. */
  readonly examples?: readonly Example[];
  /** Returns what a definition does not accept in a value. */
  readonly explain?: (definition: string, value: unknown) => readonly Issue[];
}

/** One revision, as checks read it. */
export interface Subject extends SchemaFiles {
  /** The name of the folder: a revision, or `draft`. */
  readonly revision: string;
  readonly protocol: Protocol;
  /** The schema exactly as in the file. */
  readonly source: Definitions;
  /** All messages, also those that are only sent inside others. */
  readonly messages: readonly AnyMessage[];
  /** Everything that can have docs, in the order of the file. */
  readonly sites: readonly Site[];
  /** The revision before. */
  readonly older?: Protocol;
}

/** Returns what one group of rules finds. */
export type Check = (subject: Subject) => readonly Found[];

/** Returns a revision as checks read it. */
export function subjectOf(protocol: Protocol, older?: Protocol, files: SchemaFiles = {}): Subject {
  const { source, revision } = protocol;
  return {
    ...files,
    revision,
    protocol,
    source,
    messages: allMessages(protocol),
    sites: source.types.flatMap(sitesOf),
    ...(older && { older }),
  };
}

function sitesOf(declaration: TypeDeclaration): readonly Site[] {
  const { name, docs, place } = declaration;
  const own: Site = {
    at: name,
    docs,
    words: wordsOf(docs),
    place,
    declaration,
    ...(declaration.kind === 'alias' && { type: declaration.type }),
  };
  if (declaration.kind === 'alias') return [own, ...sitesIn(declaration.type, name, declaration)];
  return [
    own,
    ...declaration.properties.flatMap((each) => sitesAt(each, name, declaration)),
    ...(declaration.index ? sitesIn(declaration.index, `${name}.*`, declaration) : []),
  ];
}

function sitesAt(property: Property, around: string, declaration: TypeDeclaration): readonly Site[] {
  const at = `${around}.${property.name}`;
  const { docs, place, type } = property;
  return [{ at, docs, words: wordsOf(docs), place, type, property, declaration }, ...sitesIn(type, at, declaration)];
}

function sitesIn(type: TypeNode, around: string, declaration: TypeDeclaration): readonly Site[] {
  switch (type.kind) {
    case 'object':
      return [
        ...type.properties.flatMap((each) => sitesAt(each, around, declaration)),
        ...(type.index ? sitesIn(type.index, `${around}.*`, declaration) : []),
      ];
    case 'array':
      return sitesIn(type.element, `${around}[]`, declaration);
    case 'union':
    case 'intersection':
      return type.members.flatMap((member) => sitesIn(member, around, declaration));
    default:
      return [];
  }
}

/** Returns whether a declaration is for the schema itself: it is neither published nor documented. */
export function isInternal({ docs }: TypeDeclaration): boolean {
  return docs.tags.some((tag) => tag.name === 'internal');
}

/** Returns the names that the compiler reads meaning from: they have a purpose, whatever refers to them. */
export function anchorsOf(source: Definitions): ReadonlySet<string> {
  return new Set(Object.keys(ANCHORS).map((each) => source.nameOf(each as AnchorName)));
}
