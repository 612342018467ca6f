/**
 * Conversions of messages whose shapes differ between revisions, and for which nobody has written a conversion. They convert what is the same
 * in all messages of an era, and refuse a value that is invalid on the other side.
 */

import type { Revision } from '@mcp-gen/runtime';
import { guardOf, type Guard } from '@mcp-gen/runtime/codegen/v1';
import { hasMessage, REQUESTS } from '../registry.js';
import { NotExpressibleError, type Context } from './conversionContext.js';
import { optionalEnvelope } from './envelope.js';
import { MODULES, type RevisionId } from './modules.js';
import { asksForInput, complete, uncached, withoutNewest } from './results.js';

type Convert = (value: never, context: Context) => unknown;
type Directions = { readonly toAuthor: Convert; readonly toRevision: Convert };

/** The conversions of one message. */
export interface DefaultConversions {
  readonly params: Directions;
  readonly result: Directions;
}

type Part = keyof DefaultConversions;

/** Returns conversions between a revision and the unified types, by method. */
export async function defaultConversionsFor(
  methods: readonly string[],
  own: Revision,
): Promise<{ readonly [method: string]: DefaultConversions }> {
  const entries = methods.map(async (method) => {
    // The unified type of a message is that of the newest revision that has it.
    const newest = (Object.keys(MODULES) as readonly RevisionId[]).findLast((id) => hasMessage(method, id));
    const unified = newest === undefined ? undefined : (await MODULES[newest]?.())?.revision;
    return [method, conversionsOf(method, own, unified)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** @param unified undefined: it is not in this bundle, so that nothing can be checked with it */
function conversionsOf(method: string, own: Revision, unified: Revision | undefined): DefaultConversions {
  const isRequest = unified !== undefined && method in unified.server.requests;
  // What every request of a client has in one of the eras only.
  const changesEra = isRequest && own.era === 'session' && unified.era === 'stateless';
  const toAuthor = (part: Part, convert: Convert): Convert =>
    checked(convert, unified && guardOf(unified, method, part), (): Error => {
      const subject = { revision: unified?.id ?? own.id, method, part };
      return new NotExpressibleError(subject, '', `a value of revision ${own.id}`, UNWRITTEN);
    });
  const toRevision = (part: Part, convert: Convert): Convert =>
    checked(convert, guardOf(own, method, part), (context) =>
      context.notExpressible('', 'a value of the unified types', UNWRITTEN),
    );
  const answered = REQUESTS[method]?.cacheable === true ? uncached : complete;
  return {
    params: {
      toAuthor: toAuthor('params', changesEra ? optionalEnvelope.toAuthor : unchanged),
      toRevision: toRevision('params', changesEra ? optionalEnvelope.toRevision : unchanged),
    },
    result: {
      toAuthor: toAuthor('result', changesEra ? answered : unchanged),
      toRevision: toRevision('result', changesEra ? withoutQuestions : unchanged),
    },
  };
}

const UNWRITTEN = 'it is invalid there, and such messages are not converted';

function unchanged(value: unknown): unknown {
  return value;
}

/** Converts a result, unless it asks for input. A guard of a session would accept the question as a result with other properties. */
function withoutQuestions(result: { readonly resultType?: unknown }, context: Context): object {
  if (result.resultType !== 'input_required') return withoutNewest(result);
  throw asksForInput(context);
}

/** Returns a conversion whose results a guard accepts. */
function checked(convert: Convert, guard: Guard | undefined, refuse: (context: Context) => Error): Convert {
  return (value, context) => {
    const converted = convert(value, context);
    if (guard?.(converted) === true) return converted;
    throw refuse(context);
  };
}
