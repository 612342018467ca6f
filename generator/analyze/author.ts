/**
 * The protocol as authors see it: each name in its newest shape over all revisions, dropped names included and marked.
 *
 * A dropped name keeps the shape of its last revision. What it inherits from a type that has changed since is written
 * out, so that it does not take over what its own revision never asked for.
 */

import { groupBy } from '../collections.js';
import type { TypeDeclaration, TypeNode } from '../model/declarations.js';
import { Definitions, mapTypes } from '../model/definitions.js';
import type { Message, NotificationMessage, Protocol, RequestMessage } from '../model/protocol.js';
import { shapesOf } from './buildShapes.js';
import { isSame } from './fingerprint.js';
import { resolveShape, type Located } from './shape.js';

/** What application code is written against, whatever revision is spoken. */
export interface Author {
  /** The revisions it is made of, newest first. */
  readonly revisions: readonly Protocol[];
  /** The newest revision's types in its order, then the dropped ones, newest first. There are no constants. */
  readonly definitions: Definitions;
  /** Each method as the newest revision has it, requests that travel inside other messages among them. */
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

/** The revision that says what each name is. */
type Origins = ReadonlyMap<string, Protocol | undefined>;

/** The first entry of each method. */
function newestOf<Kind extends Message>(messages: readonly Kind[]): readonly Kind[] {
  return [...groupBy(messages, ({ method }) => method).values()].flatMap(([newest]) => (newest ? [newest] : []));
}

/** A declaration that refers to no constants, but states their values. */
function withValues(declaration: TypeDeclaration, { definitions }: Protocol): TypeDeclaration {
  return mapTypes(declaration, (type) =>
    type.kind === 'typeof' ? { kind: 'literal', value: definitions.constantValue(type.name), place: type.place } : type,
  );
}

/** A declaration as its last revision has it, whatever became of the types that it is made of, and marked. */
function dropped(declaration: TypeDeclaration, protocol: Protocol, origins: Origins): TypeDeclaration {
  const { definitions, revision } = protocol;
  const isChanged = (name: string): boolean => {
    const origin = origins.get(name);
    return !!origin && origin !== protocol && !isSame(shapeIn(origin, name), shapeIn(protocol, name));
  };
  const writeOut = (type: TypeNode): TypeNode => {
    const members = type.kind === 'reference' && isChanged(type.name) ? definitions.membersOf(type) : undefined;
    return members ? { kind: 'object', ...members, place: type.place } : type;
  };
  const docs = {
    text: declaration.docs.text,
    tags: [...declaration.docs.tags, { name: 'deprecated', text: `Last in revision ${revision}.` }],
  };
  const isOfOthers = declaration.kind === 'interface' && declaration.bases.some(({ name }) => isChanged(name));
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

/** What a name stands for, by the names of what it is made of. */
function shapeIn({ definitions }: Protocol, name: string): Located {
  return { shape: resolveShape({ kind: 'reference', name }, shapesOf(definitions)), table: new Map() };
}
