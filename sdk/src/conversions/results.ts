/** What the results of the newest revision say beside their own, and what takes the place of a result. */

import type { CacheableResult, CallToolResult, CompleteResult } from '@mcp-gen/protocol/author';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Context } from './context.js';

/** A result of a session is complete: there is no other kind. */
export function complete<Result extends object>(result: Result): Result & { resultType: 'complete' } {
  return { ...result, resultType: 'complete' };
}

/** Results of the session era have no cache hints: they are valid for their reader, at this moment. */
export function uncached<Result extends object>(
  result: Result,
): Result & Pick<CacheableResult, 'ttlMs' | 'cacheScope'> & { resultType: 'complete' } {
  return { ...result, resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
}

/** The most suggestions that an answer may have. Sessions may send more. */
const MOST_VALUES = 100;

/** The suggestions of a session, as many as there may be. */
export function suggestions<Result extends Pick<CompleteResult, 'completion'>>(
  result: Result,
  context: Context,
): Result & { resultType: 'complete' } {
  const { completion } = result;
  if (completion.values.length <= MOST_VALUES) return complete(result);
  context.lost('/completion/values', `suggestions beyond the first ${MOST_VALUES}`);
  const values = completion.values.slice(0, MOST_VALUES);
  return complete({ ...result, completion: { ...completion, values, hasMore: true } });
}

/**
 * The result itself, where it may be a question instead.
 *
 * @param key a property that the result has and a question does not
 * @throws {NotExpressibleError} for a question
 */
export function answered<Result extends object, Key extends PropertyKey>(
  result: Result,
  key: Key,
  context: Context,
): Having<Result, Key> {
  if (has(result, key)) return result;
  throw context.notExpressible('', 'a result that asks for input', 'servers of a session ask in requests of their own');
}

/** The result of a tool, where structured content is an object. */
export function objectContent({ structuredContent, ...result }: CallToolResult, context: Context) {
  if (structuredContent === undefined) return result;
  if (isObject(structuredContent)) return { ...result, structuredContent: { ...structuredContent } };
  context.lost('/structuredContent', 'structured content that is no object');
  return result;
}

/** The members of a union that have a property. */
type Having<Union, Key extends PropertyKey> = Extract<Union, Record<Key, unknown>>;

function has<Union extends object, Key extends PropertyKey>(value: Union, key: Key): value is Having<Union, Key> {
  return key in value;
}
