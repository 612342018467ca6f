import { Holding, weigh, type Quota } from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { isPartOf } from '../filteredChanges.js';
import { REQUESTS } from '../registry.js';

/** Maximum number of cached results, and their maximum bytes in memory. */
const MAX_RESULTS = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Returns whether servers may let clients cache the results of a method. Discovery also shows that a server still responds. */
function isCacheable(method: string): boolean {
  return method !== Method.serverDiscover && REQUESTS[method]?.cacheable === true;
}

interface CacheEntry {
  readonly method: string;
  readonly uri: unknown;
  readonly result: object;
  readonly bytes: number;
  /** When the entry becomes stale, in milliseconds of `performance.now()`. */
  readonly expires: number;
}

/** The only revision of a program, if its bundler defines this constant: then other revisions are left out. */
declare const MCP_GEN_REVISION: string;

/**
 * Returns the cache of a client; undefined if all revisions have sessions, in which no result may be cached. Bundlers can evaluate the
 * condition, and leave out the class.
 */
export function responseCacheOf(quota: Quota): ResponseCache | undefined {
  // Generated from schema/revisions.json by scripts/registry.mjs.
  // oxlint-disable-next-line mcp-gen/protocol-literals -- bundlers evaluate comparisons with literals only.
  return typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '2026-07-28'
    ? new ResponseCache(quota)
    : undefined;
}

/**
 * Caches results by method and params (specification, 2026-07-28: Caching). A cache belongs to one client, and so to one user: private
 * results are never shared.
 */
export class ResponseCache {
  readonly #entries = new Map<string, CacheEntry>();
  readonly #held: Holding;
  /** Incremented by every invalidation: the result of an earlier request is not cached. */
  #generation = 0;

  /** @param quota counts the memory of cached results */
  constructor(quota: Quota) {
    this.#held = new Holding(quota, 'retained');
  }

  /** The current generation, for a request that is sent now. */
  get generation(): number {
    return this.#generation;
  }

  /** Returns a copy of a result that is still fresh; undefined if there is none. */
  get(method: string, params: unknown): object | undefined {
    if (!isCacheable(method)) return undefined;
    const key = keyOf(method, params);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expires > performance.now()) return structuredClone(entry.result);
    this.#drop(key, entry);
    return undefined;
  }

  /** Caches a result for as long as it allows. */
  put(method: string, params: unknown, result: object, generation: number): void {
    if (!isCacheable(method) || generation !== this.#generation) return;
    const { ttlMs } = result as { readonly ttlMs?: unknown };
    if (typeof ttlMs !== 'number' || !(ttlMs > 0)) return;
    const key = keyOf(method, params);
    const bytes = weigh(result) + key.length;
    if (bytes > MAX_BYTES) return;
    const replaced = this.#entries.get(key);
    if (replaced !== undefined) this.#drop(key, replaced);
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size < MAX_RESULTS && this.#held.bytes + bytes <= MAX_BYTES) break;
      this.#drop(oldest, entry);
    }
    if (!this.#held.add(bytes)) return;
    const uri = (params as { readonly uri?: unknown } | undefined)?.uri;
    this.#entries.set(key, { method, uri, result: structuredClone(result), bytes, expires: performance.now() + ttlMs });
  }

  /** Drops the cached pages of a list. */
  dropPages(list: string): void {
    this.#dropWhere(({ method }) => method === list);
  }

  /** Drops the cached pages of the lists that a notification reports as changed. */
  dropList(notification: string): void {
    this.#dropWhere(({ method }) => REQUESTS[method]?.changes === notification);
  }

  /** Drops cached reads of a resource, and of the resources that contain it. */
  dropResource(uri: string): void {
    this.#dropWhere(
      ({ method, uri: read }) => method === Method.resourcesRead && typeof read === 'string' && isPartOf(uri, read),
    );
  }

  clear(): void {
    this.#dropWhere(() => true);
  }

  #dropWhere(isStale: (entry: CacheEntry) => boolean): void {
    this.#generation++;
    for (const [key, entry] of this.#entries) if (isStale(entry)) this.#drop(key, entry);
  }

  #drop(key: string, { bytes }: CacheEntry): void {
    this.#entries.delete(key);
    this.#held.add(-bytes);
  }
}

/** Returns the cache key: method and all params except the metadata. */
function keyOf(method: string, params: unknown): string {
  const { _meta, ...others } = (params ?? {}) as { readonly [name: string]: unknown };
  return `${method} ${JSON.stringify(Object.entries(others).sort(([one], [other]) => (one < other ? -1 : 1)))}`;
}
