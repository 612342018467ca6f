import { Holding, weigh, type Quota } from '@mcp-gen/runtime';
import { isPartOf } from '../listening.js';

/** Results that are kept, and the bytes that they take in memory. */
const MOST_RESULTS = 1_000;
const MOST_BYTES = 16 * 1024 * 1024;

/** What a server may let its clients keep. */
const CACHEABLE: ReadonlySet<string> = new Set([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

interface Kept {
  readonly method: string;
  readonly uri: unknown;
  readonly result: object;
  readonly bytes: number;
  /** When it is stale, in milliseconds of `performance.now()`. */
  readonly expires: number;
}

/**
 * Results that hold for some time, by what was asked for (specification, 2026-07-28: Caching). A cache belongs to one client, and so to
 * one caller: what is private is given to nobody else.
 */
export class ResponseCache {
  readonly #kept = new Map<string, Kept>();
  readonly #held: Holding;
  /** Increased by everything that makes results stale: what was asked before must not be kept after. */
  #generation = 0;

  /** @param quota counts what is kept */
  constructor(quota: Quota) {
    this.#held = new Holding(quota, 'retained');
  }

  /** Tells the generation that a result belongs to, which is asked for now. */
  get generation(): number {
    return this.#generation;
  }

  /** Returns a copy of a result that is still fresh. */
  get(method: string, params: unknown): object | undefined {
    if (!CACHEABLE.has(method)) return undefined;
    const key = keyOf(method, params);
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    if (kept.expires > performance.now()) return structuredClone(kept.result);
    this.#drop(key, kept);
    return undefined;
  }

  /** Keeps a result as long as it says that it holds. */
  put(method: string, params: unknown, result: object, generation: number): void {
    if (!CACHEABLE.has(method) || generation !== this.#generation) return;
    const { ttlMs } = result as { readonly ttlMs?: unknown };
    if (typeof ttlMs !== 'number' || !(ttlMs > 0)) return;
    const key = keyOf(method, params);
    const bytes = weigh(result) + key.length;
    if (bytes > MOST_BYTES) return;
    const replaced = this.#kept.get(key);
    if (replaced !== undefined) this.#drop(key, replaced);
    for (const [oldest, kept] of this.#kept) {
      if (this.#kept.size < MOST_RESULTS && this.#held.bytes + bytes <= MOST_BYTES) break;
      this.#drop(oldest, kept);
    }
    if (!this.#held.add(bytes)) return;
    const uri = (params as { readonly uri?: unknown } | undefined)?.uri;
    this.#kept.set(key, { method, uri, result: structuredClone(result), bytes, expires: performance.now() + ttlMs });
  }

  /** Drops the pages of a list, which has changed. */
  dropList(...methods: readonly string[]): void {
    this.#dropWhere(({ method }) => methods.includes(method));
  }

  /** Drops what was read of a resource, and of what it is a part of. */
  dropResource(uri: string): void {
    this.#dropWhere(
      ({ method, uri: read }) => method === 'resources/read' && typeof read === 'string' && isPartOf(uri, read),
    );
  }

  clear(): void {
    this.#dropWhere(() => true);
  }

  #dropWhere(isStale: (kept: Kept) => boolean): void {
    this.#generation++;
    for (const [key, kept] of this.#kept) if (isStale(kept)) this.#drop(key, kept);
  }

  #drop(key: string, { bytes }: Kept): void {
    this.#kept.delete(key);
    this.#held.add(-bytes);
  }
}

/** All params but the metadata make a difference. */
function keyOf(method: string, params: unknown): string {
  const { _meta, ...others } = (params ?? {}) as { readonly [name: string]: unknown };
  return `${method} ${JSON.stringify(Object.entries(others).sort(([one], [other]) => (one < other ? -1 : 1)))}`;
}
