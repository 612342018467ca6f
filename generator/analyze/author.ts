/**
 * Builds the unified types: each name in its newest shape over all revisions. Dropped names are included and marked.
 *
 * A dropped name keeps the shape of its last revision. Properties inherited from a type that has changed since, or that mentions one that has,
 * are written out, so that the dropped name does not change with it.
 */

import { groupBy, reach } from '../collections.js';
import type { TypeDeclaration, TypeNode } from '../model/declarations.js';
import { Definitions, mapTypes } from '../model/definitions.js';
import type { Message, NotificationMessage, Protocol, RequestMessage } from '../model/protocol.js';
import { shapesOf } from './buildShapes.js';
import { isSame } from './fingerprint.js';
import { mentions } from './mentions.js';
import { resolveShape, type Located } from './shape.js';

/** The unified types and messages, which application code uses for every revision. */
export interface Author {
  /** The revisions that it is built from, newest first. */
  readonly revisions: readonly Protocol[];
  /** The newest revision's types in its order, then the dropped ones, newest first. Constants are not included. */
  readonly definitions: Definitions;
  /** Each method as its newest revision has it, including requests that are embedded in other messages. */
  readonly requests: readonly RequestMessage[];
  readonly notifications: readonly NotificationMessage[];
}

/** @param protocols the revisions, in any order; at least one */
export function buildAuthor(protocols: readonly Protocol[]): Author {
  const revisions = protocols.toSorted((a, b) => (a.revision < b.revision ? 1 : -1));
  const types = revisions.flatMap((protocol) => protocol.definitions.types.map(({ name }) => ({ name, protocol })));
  const origins = new Map([...groupBy(types, ({ name }) => name)].map(([name, [newest]]) => [name, newest?.protocol]));
  const declarations = [...origins].flatMap(([name, protocol]) => {
    const declaration = protocol?.definitions.findType(name);
    if (!protocol || !declaration) return [];
    return [protocol === revisions[0] ? withValues(declaration, protocol) : dropped(declaration, protocol, origins)];
  });
  return {
    revisions,
    definitions: new Definitions(declarations),
    requests: newestOf(revisions.flatMap(({ requests, embedded }) => [...requests, ...embedded])),
    notifications: newestOf(revisions.flatMap(({ notifications }) => notifications)),
  };
}

/** The newest revision of each name. */
type Origins = ReadonlyMap<string, Protocol | undefined>;

/** Returns the first message of each method. */
function newestOf<Kind extends Message>(messages: readonly Kind[]): readonly Kind[] {
  return [...groupBy(messages, ({ method }) => method).values()].flatMap(([newest]) => (newest ? [newest] : []));
}

/** Replaces references to constants with their values. */
function withValues(declaration: TypeDeclaration, { definitions }: Protocol): TypeDeclaration {
  return mapTypes(declaration, (type) =>
    type.kind === 'typeof' ? { kind: 'literal', value: definitions.constantValue(type.name), place: type.place } : type,
  );
}

/** Returns a dropped declaration as its last revision has it, marked as deprecated. */
function dropped(declaration: TypeDeclaration, protocol: Protocol, origins: Origins): TypeDeclaration {
  const { definitions, revision } = protocol;
  const isChanged = (name: string): boolean => {
    const origin = origins.get(name);
    return !!origin && origin !== protocol && !isSame(shapeIn(origin, name), shapeIn(protocol, name));
  };
  const mentioned = (name: string): readonly string[] => {
    const found = definitions.findType(name);
    return found === undefined ? [] : [...mentions(found)];
  };
  const writeOut = (type: TypeNode): TypeNode => {
    const members = type.kind === 'reference' && isChanged(type.name) ? definitions.membersOf(type) : undefined;
    return members ? { kind: 'object', ...members, place: type.place } : type;
  };
  const docs = {
    text: declaration.docs.text,
    tags: [...declaration.docs.tags, { name: 'deprecated', text: `Last in revision ${revision}.` }],
  };
  const isAffected = (name: string): boolean => [...reach([name], mentioned)].some(isChanged);
  // Own properties replace inherited ones, and must fit these: also what a base mentions counts.
  const isOfOthers = declaration.kind === 'interface' && declaration.bases.some(({ name }) => isAffected(name));
  const own = isOfOthers
    ? {
        ...declaration,
        bases: [],
        ...definitions.membersOf({ kind: 'reference', name: declaration.name, place: declaration.place }),
      }
    : declaration;
  const kept = mapTypes({ ...own, docs }, (type) =>
    type.kind === 'intersection' ? { ...type, members: type.members.map(writeOut) } : type,
  );
  return withValues(kept, protocol);
}

/** Returns the shape of a name. Names inside it are not followed. */
function shapeIn({ definitions }: Protocol, name: string): Located {
  return { shape: resolveShape({ kind: 'reference', name }, shapesOf(definitions)), table: new Map() };
}
