/** Properties that results of the newest revision add, and results that are replaced by something else. */

import type { CacheableResult, CallToolResult, CompleteResult } from '@mcp-gen/protocol/author';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Context, NotExpressibleError } from './conversionContext.js';

/** Adds `resultType`: results of a session are always complete. */
export function complete<Result extends object>(result: Result): Result & { resultType: 'complete' } {
  // In Node.js 20, adding a property to a spread object takes twenty times as long as the other order.
  return 'resultType' in result ? { ...result, resultType: 'complete' } : { resultType: 'complete', ...result };
}

/** Adds cache hints: results of a session are not cacheable. */
export function uncached<Result extends object>(
  result: Result,
): Result & Pick<CacheableResult, 'ttlMs' | 'cacheScope'> & { resultType: 'complete' } {
  return complete({ ...result, ttlMs: 0, cacheScope: 'private' });
}

/** Maximum number of suggestions in a result. Sessions may send more. */
const MAX_VALUES = 100;

/** Limits the suggestions of a session. */
export function suggestions<Result extends Pick<CompleteResult, 'completion'>>(
  result: Result,
  context: Context,
): Result & { resultType: 'complete' } {
  const { completion } = result;
  if (completion.values.length <= MAX_VALUES) return complete(result);
  context.lost('/completion/values', `suggestions beyond the first ${MAX_VALUES}`);
  const values = completion.values.slice(0, MAX_VALUES);
  return complete({ ...result, completion: { ...completion, values, hasMore: true } });
}

/**
 * Returns the result, if it is not a request for input.
 *
 * @param key a property that only the result has
 * @throws {NotExpressibleError} for a request for input, and for a result without the property, as a draft may have it
 */
export function answered<Result extends { readonly resultType?: unknown }, Key extends string>(
  result: Result,
  key: Key,
  context: Context,
): Having<Result, Key> {
  if (has(result, key)) return result;
  if (result.resultType === 'input_required') throw asksForInput(context);
  throw context.notExpressible('', `a result without ${key}`, `it requires ${key}`);
}

/** Returns the error of a request for input. */
export function asksForInput(context: Context): NotExpressibleError {
  return context.notExpressible('', 'a result that asks for input', 'in a session, servers ask with requests');
}

/** Converts a tool result for revisions in which structured content is an object. */
export function objectContent({ structuredContent, ...result }: CallToolResult, context: Context) {
  if (structuredContent === undefined) return result;
  if (isObject(structuredContent)) return { ...result, structuredContent: { ...structuredContent } };
  context.lost('/structuredContent', 'structured content that is not an object');
  return result;
}

/** The members of a union that have a property. */
type Having<Union, Key extends PropertyKey> = Extract<Union, Record<Key, unknown>>;

function has<Union extends object, Key extends PropertyKey>(value: Union, key: Key): value is Having<Union, Key> {
  return key in value;
}

/** Returns a result without the properties that only the newest revision has: `resultType` and cache hints. */
export function withoutNewest(result: object): object {
  const { resultType, ttlMs, cacheScope, ...rest } = result as { readonly [name: string]: unknown };
  return resultType === undefined && ttlMs === undefined && cacheScope === undefined ? result : rest;
}
