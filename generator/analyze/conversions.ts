/**
 * What it takes to convert the messages of one revision to the shapes that authors write, and back: hub and spoke, for
 * each message in each direction what does not fit.
 */

import type { Author } from '../model/author.js';
import { allMessages, type NotificationMessage, type Protocol, type RequestMessage } from '../model/protocol.js';
import { fit, type Fit, type Misfit } from './fit.js';
import type { Shape, ShapeMap } from './shapes.js';
import { shapesOf } from './shapes.js';

/** Which half of an exchange. */
export type Part = 'params' | 'result';

/** From a revision to its author's shapes, or from those to the revision. */
export type Direction = 'toAuthor' | 'toRevision';

/** The definitions that a part may be, and whether there may be none. */
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

/** One method that authors and the revision both have. */
export interface MethodConversions {
  readonly kind: 'request' | 'notification';
  readonly method: string;
  readonly conversions: readonly Conversion[];
}

/** One revision, compared with what authors write. */
export interface RevisionConversions {
  readonly revision: string;
  readonly methods: readonly MethodConversions[];
  /** The methods that authors have and the revision does not. */
  readonly absent: readonly { readonly kind: 'request' | 'notification'; readonly method: string }[];
}

type AnyMessage = RequestMessage | NotificationMessage;

/** Analyzes one revision, which must be among those that the author's shapes are made of. */
export function analyzeConversions(author: Author, protocol: Protocol): RevisionConversions {
  const shapes = { author: shapesOf(author.definitions, true), revision: shapesOf(protocol.definitions, true) };
  const byMethod = new Map(allMessages(protocol).map((message) => [message.method, message]));
  const all: readonly AnyMessage[] = [...author.requests, ...author.notifications];
  return {
    revision: protocol.revision,
    methods: all.flatMap((message) => {
      const same = byMethod.get(message.method);
      if (!same) return [];
      const { kind, method } = message;
      return [{ kind, method, conversions: conversionsOf(message, same, shapes) }];
    }),
    absent: all.filter(({ method }) => !byMethod.has(method)).map(({ kind, method }) => ({ kind, method })),
  };
}

function conversionsOf(
  author: AnyMessage,
  revision: AnyMessage,
  shapes: { readonly author: ShapeMap; readonly revision: ShapeMap },
): readonly Conversion[] {
  const parts: readonly Part[] = author.kind === 'request' ? ['params', 'result'] : ['params'];
  return parts.flatMap((part) => {
    const carried = { part, author: carriedBy(author, part), revision: carriedBy(revision, part) };
    const [written, spoken] = [shapeOf(carried.author), shapeOf(carried.revision)];
    const toAuthor = fit(spoken, shapes.revision, written, shapes.author);
    const toRevision = fit(written, shapes.author, spoken, shapes.revision);
    return [
      { ...carried, direction: 'toAuthor', ...withAbsence(toAuthor, carried.revision, carried.author) },
      { ...carried, direction: 'toRevision', ...withAbsence(toRevision, carried.author, carried.revision) },
    ];
  });
}

function carriedBy(message: AnyMessage, part: Part): Carried {
  if (part === 'params') return { types: [message.params.type], optional: message.params.optional };
  return { types: message.kind === 'request' ? message.results : [], optional: false };
}

function shapeOf({ types }: Carried): Shape {
  const [only, ...others] = types;
  return only !== undefined && others.length === 0 ? only : { any: types };
}

/** A part that may be left out does not fit where there must be one. */
function withAbsence({ misfits, ignored }: Fit, from: Carried, to: Carried): Fit {
  const absence: readonly Misfit[] = from.optional && !to.optional ? [{ path: '', kind: 'missing', what: '' }] : [];
  return { misfits: [...absence, ...misfits], ignored };
}
