/** How long results hold, and for which clients (specification, 2026-07-28: Caching). */

import type { CacheHint } from '@mcp-gen/runtime';
import { checkNumbers, checkOptions, type OptionNames } from '../options.js';

/** What clients may keep, each with how long it holds and for which clients. Revisions before 2026-07-28 cannot be told. */
export interface CacheOptions {
  /** The answer to `server/discover`: what the server offers. Default: it does not hold, and is for its client alone. */
  readonly discovery?: CacheHint | undefined;
  /** The list of tools. It is for its client alone as long as there is a tool with `access`. Default as for `discovery`. */
  readonly tools?: CacheHint | undefined;
  /** The list of prompts, as that of tools. */
  readonly prompts?: CacheHint | undefined;
  /** The lists of resources and of templates, as that of tools. */
  readonly resources?: CacheHint | undefined;
}

/** The names of {@link CacheOptions}. */
const CACHE_OPTIONS: OptionNames<CacheOptions> = {
  discovery: true,
  tools: true,
  prompts: true,
  resources: true,
};

const HINT: OptionNames<CacheHint> = { ttlMs: true, cacheScope: true };

/** The option that says it of each list. */
const LISTS: { readonly [method: string]: keyof CacheOptions } = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
};

const READ = 'resources/read';

/**
 * Adds to a result that clients may keep how long it holds, and for which clients.
 *
 * @param isShared whether every caller is given the same list
 */
export function withCacheHint(method: string, result: object, options: CacheOptions, isShared: boolean): object {
  if (method === READ) return { ttlMs: 0, cacheScope: 'private', ...result };
  const option = LISTS[method];
  if (option === undefined) return result;
  const { ttlMs = 0, cacheScope = 'private' } = options[option] ?? {};
  return { ...result, ttlMs, cacheScope: isShared ? cacheScope : 'private' };
}

/** @throws {TypeError} or {RangeError} if an option is invalid, naming it. */
export function checkCacheOptions(options: CacheOptions): void {
  checkOptions('the option cache of the server', options, CACHE_OPTIONS);
  for (const [name, hint] of Object.entries(options as { readonly [name: string]: CacheHint | undefined })) {
    if (hint === undefined) continue;
    const what = `the option cache.${name} of the server`;
    checkOptions(what, hint, HINT);
    checkNumbers(what, hint, { ttlMs: 'size' });
    const scope: unknown = hint.cacheScope;
    if (scope === undefined || scope === 'public' || scope === 'private') continue;
    throw new TypeError(`Invalid option "cacheScope" for ${what}: expected 'public' or 'private'`);
  }
}
