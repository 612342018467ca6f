/** How long clients may cache results, and who may share them (specification, 2026-07-28: Caching). */

import { CACHE_HINT_OPTIONS, group, type OptionTable } from '@mcp-gen/runtime/options';
import type { CacheHint } from '@mcp-gen/runtime';
import type { CacheableResult } from '@mcp-gen/protocol/author';
import { REQUESTS } from '../registry.js';

/** Which results clients may cache, for how long, and who may share them. Revisions before 2026-07-28 ignore this. */
export interface CacheOptions {
  /** For the result of `server/discover`: the features of the server. Default: not cached, and private. */
  readonly discovery?: CacheHint | undefined;
  /** For the list of tools. It is private while any tool has `access`. Default: as for `discovery`. */
  readonly tools?: CacheHint | undefined;
  /** For the list of prompts, as for `tools`. */
  readonly prompts?: CacheHint | undefined;
  /** For the lists of resources and of templates, as for `tools`. */
  readonly resources?: CacheHint | undefined;
}

/** {@link CacheOptions}. */
export const CACHE_OPTIONS: OptionTable<CacheOptions> = {
  discovery: group(CACHE_HINT_OPTIONS),
  tools: group(CACHE_HINT_OPTIONS),
  prompts: group(CACHE_HINT_OPTIONS),
  resources: group(CACHE_HINT_OPTIONS),
};

/**
 * Adds cache hints to a result: how long it stays fresh, and who may share it. Middleware may have set a shorter time, or that the result is
 * private.
 *
 * @param isShared whether every caller receives the same list. Undefined: no feature has it, and the result states the hints itself
 */
export function withCacheHint(
  method: string,
  result: object,
  options: CacheOptions,
  isShared: boolean | undefined,
): object {
  const { cacheable, paginated } = REQUESTS[method] ?? {};
  if (cacheable !== true) return result;
  const option = paginated === true && isShared !== undefined ? listOf(method) : undefined;
  if (option === undefined) return { ttlMs: 0, cacheScope: 'private', ...result };
  const { ttlMs = 0, cacheScope = 'private' } = options[option] ?? {};
  const { ttlMs: most = ttlMs, cacheScope: scope } = result as Partial<CacheableResult>;
  const mayShare = isShared === true && scope !== 'private';
  return { ...result, ttlMs: Math.min(ttlMs, most), cacheScope: mayShare ? cacheScope : 'private' };
}

/** Returns the option for a list: `resources` for `resources/templates/list`. */
function listOf(method: string): keyof CacheOptions | undefined {
  const list = REQUESTS[method]?.capability ?? '';
  return Object.hasOwn(CACHE_OPTIONS, list) ? (list as keyof CacheOptions) : undefined;
}
