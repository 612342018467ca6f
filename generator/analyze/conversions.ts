/** Finds what must be converted between one revision and the unified types: for each message and direction, what the other side rejects. */

import { allMessages, type AnyMessage, type Protocol } from '../model/protocol.js';
import { Compatibility, type Fit, type Mismatch } from './assignable.js';
import type { Author } from './author.js';
import { shapesOf } from './buildShapes.js';
import { oneOf } from './shape.js';

/** Params or result. */
export type Part = 'params' | 'result';

/** From a revision to the unified types, or back. */
export type Direction = 'toAuthor' | 'toRevision';

/** The possible definitions of a part, and whether the part may be missing. */
export interface Carried {
  readonly types: readonly string[];
  readonly optional: boolean;
}

/** One part of a message in one direction. */
export interface Conversion extends Fit {
  readonly part: Part;
  readonly direction: Direction;
  readonly author: Carried;
  readonly revision: Carried;
}

/** One method that the unified types and the revision both have. */
export interface MethodConversions {
  readonly kind: 'request' | 'notification';
  readonly method: string;
  readonly conversions: readonly Conversion[];
}

/** One revision, compared with the unified types. */
export interface RevisionConversions {
  readonly revision: string;
  readonly methods: readonly MethodConversions[];
  /** The methods that the revision does not have. */
  readonly absent: readonly { readonly kind: 'request' | 'notification'; readonly method: string }[];
}

/** Analyzes one revision, which must be one of those that the unified types are built from. */
export function analyzeConversions(author: Author, protocol: Protocol): RevisionConversions {
  const [authorShapes, revisionShapes] = [shapesOf(author.definitions), shapesOf(protocol.definitions)];
  const toAuthor = new Compatibility(revisionShapes, authorShapes);
  const toRevision = new Compatibility(authorShapes, revisionShapes);
  const byMethod = new Map(allMessages(protocol).map((message) => [message.method, message]));
  const all: readonly AnyMessage[] = [...author.requests, ...author.notifications];
  return {
    revision: protocol.revision,
    methods: all.flatMap((message) => {
      const same = byMethod.get(message.method);
      if (!same) return [];
      const { kind, method } = message;
      return [{ kind, method, conversions: conversionsOf(message, same, toAuthor, toRevision) }];
    }),
    absent: all.filter(({ method }) => !byMethod.has(method)).map(({ kind, method }) => ({ kind, method })),
  };
}

function conversionsOf(
  author: AnyMessage,
  revision: AnyMessage,
  toAuthor: Compatibility,
  toRevision: Compatibility,
): readonly Conversion[] {
  const parts: readonly Part[] = author.kind === 'request' ? ['params', 'result'] : ['params'];
  return parts.flatMap((part) => {
    const [authorShapes, revisionShapes] = [carriedBy(author, part), carriedBy(revision, part)];
    const carried = { part, author: authorShapes, revision: revisionShapes };
    return [
      { ...carried, direction: 'toAuthor', ...fitOf(toAuthor, revisionShapes, authorShapes) },
      { ...carried, direction: 'toRevision', ...fitOf(toRevision, authorShapes, revisionShapes) },
    ];
  });
}

function carriedBy(message: AnyMessage, part: Part): Carried {
  if (part === 'params') return { types: [message.params.type], optional: message.params.optional };
  return { types: message.kind === 'request' ? message.results : [], optional: false };
}

/** Compares what is sent with what is read. An optional part is not assignable to a required one. */
function fitOf(compatibility: Compatibility, from: Carried, to: Carried): Fit {
  const { mismatches, ignored } = compatibility.fit(oneOf(from.types), oneOf(to.types));
  const absence: readonly Mismatch[] = from.optional && !to.optional ? [{ path: '', kind: 'missing', what: '' }] : [];
  return { mismatches: [...absence, ...mismatches], ignored };
}
