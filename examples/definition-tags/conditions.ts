/** The client's part: requests lists with what it has, and calls with the tags that it knows. */

import { JsonRpcError, weigh } from '@mcp-gen/runtime';
import type { ClientMiddleware } from '@mcp-gen/sdk/client';
import { digestIn, keyOf, type Page } from './collection.ts';
import { isChanges, KeptLists, merge, type KeptList } from './keptLists.ts';
import {
  DIGEST_CHANGED,
  EXPECTED_DIGEST,
  IF_NONE_MATCH,
  KNOWN_TAGS,
  LISTS,
  metaOf,
  RELEVANT,
  STALE_DEFINITIONS,
  STALE_TAGS,
  tagIn,
  type List,
} from './wire.ts';

type Message = Parameters<ClientMiddleware>[0];
type Next = Parameters<ClientMiddleware>[1];

/** How often a list is read again that changes while it is read. */
const ATTEMPTS = 3;

/** The most pages of a list, and the most memory of one that is being read. */
const MAX_PAGES = 1_000;
const MAX_READING = 64 * 1024 * 1024;

export interface ConditionOptions {
  /** The lists from an earlier connection to the same server, as the same user. Default: none. */
  readonly lists?: KeptLists;
  /** Whether calls say which definitions the client has. Default: yes. */
  readonly calls?: boolean;
}

/** How often lists were needed, by what happened. */
export interface Counts {
  /** It was fresh: the server was not asked. */
  fresh: number;
  /** The server said that it has not changed. */
  unchanged: number;
  /** The server sent what had changed. */
  changed: number;
  /** The server sent the whole list. */
  whole: number;
}

export class Conditions {
  readonly lists: KeptLists;
  readonly counts: Counts = { fresh: 0, unchanged: 0, changed: 0, whole: 0 };
  readonly #calls: boolean;
  #isActive = false;

  constructor({ lists = new KeptLists(), calls = true }: ConditionOptions) {
    this.lists = lists;
    this.#calls = calls;
  }

  /** The server has declared the extension. */
  start(): void {
    this.#isActive = true;
  }

  readonly middleware: ClientMiddleware = async (message, next) => {
    const { direction, kind, method } = message;
    if (!this.#isActive) return next(message);
    if (kind === 'notification') {
      if (direction === 'in') this.lists.expireAll(method);
      return next(message);
    }
    if (direction === 'in') return next(message);
    const list = LISTS.get(method);
    if (list !== undefined) return this.#list(list, message, next);
    const relevant = RELEVANT.get(method);
    return relevant === undefined || !this.#calls ? next(message) : this.#call(relevant, message, next);
  };

  /** Answers with the whole list as one page. */
  async #list(list: List, message: Message, next: Next): Promise<object | undefined> {
    const { method } = message;
    const params = (message.params ?? {}) as { readonly cursor?: string };
    // A caller with a cursor has read the first page elsewhere.
    if (params.cursor !== undefined) return next({ ...message, uncached: true });
    let kept = this.lists.get(method);
    if (kept !== undefined && kept.expires > performance.now()) {
      this.counts.fresh++;
      return pageOf(list, kept);
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const changes = this.lists.changes(method);
      const conditional = kept === undefined ? params : withMeta(params, { [IF_NONE_MATCH]: kept.tag });
      const first = (await next({ ...message, uncached: true, params: conditional })) as Page;
      const expires = performance.now() + lifetime(first);
      if (kept !== undefined && isChanges(first)) {
        const items = merge(kept, first, list);
        const tag = tagIn(first, 'tag');
        if (items !== undefined && tag !== undefined) {
          this.counts[tag === kept.tag ? 'unchanged' : 'changed']++;
          this.lists.set(method, { ...kept, tag, items, expires }, changes);
          return pageOf(list, { ...kept, items });
        }
        kept = undefined;
        this.lists.drop(method);
        continue;
      }
      const whole = await this.#readOn(list, first, message, next);
      if (whole === undefined) continue;
      this.counts.whole++;
      if (whole.tag === undefined) this.lists.drop(method);
      else this.lists.set(method, { ...whole, tag: whole.tag, expires: Math.min(expires, whole.expires) }, changes);
      return pageOf(list, whole);
    }
    // It changes all the time, or the server is wrong: the client reads it page by page, as any list.
    this.lists.drop(method);
    return next({ ...message, uncached: true });
  }

  /**
   * Reads the other pages. Pages with different tags are of different lists.
   *
   * @returns undefined if the list has changed between two pages
   */
  async #readOn(
    { items }: List,
    first: Page,
    message: Message,
    next: Next,
  ): Promise<(Omit<KeptList, 'bytes' | 'tag'> & { readonly tag: string | undefined }) | undefined> {
    const { nextCursor, [items]: own, ...rest } = first;
    const tag = tagIn(first, 'tag');
    const all = [...(own as readonly object[])];
    let [expires, bytes] = [Infinity, weigh(own)];
    let cursor = nextCursor;
    for (let pages = 1; cursor !== undefined; pages++) {
      if (pages === MAX_PAGES || bytes > MAX_READING) throw new Error(`${message.method} does not end`);
      const params = { ...(message.params as object), cursor };
      const page = (await next({ ...message, uncached: true, params })) as Page;
      if (tagIn(page, 'tag') !== tag) return undefined;
      const added = page[items] as readonly object[];
      for (const item of added) all.push(item);
      bytes += weigh(added);
      expires = Math.min(expires, performance.now() + lifetime(page));
      cursor = page.nextCursor;
    }
    return { tag, items: all, rest, expires };
  }

  async #call(relevant: readonly string[], message: Message, next: Next): Promise<object | undefined> {
    const kept = relevant.flatMap((method) => {
      const list = this.lists.get(method);
      return list === undefined ? [] : [[method, list] as const];
    });
    if (kept.length === 0) return next(message);
    const known = Object.fromEntries(kept.map(([method, { tag }]) => [method, tag]));
    const expected = digestFor(message, kept);
    const meta = { [KNOWN_TAGS]: known, ...(expected !== undefined && { [EXPECTED_DIGEST]: expected }) };
    try {
      const result = await next({ ...message, params: withMeta(message.params, meta) });
      this.#expire(relevant, metaOf(result)[STALE_TAGS]);
      return result;
    } catch (error) {
      // The application decides whether the call still makes sense: it is not sent again from here.
      if (error instanceof JsonRpcError && (error.code === STALE_DEFINITIONS || error.code === DIGEST_CHANGED)) {
        this.#expire(relevant, (error.data as { readonly staleTags?: unknown } | undefined)?.staleTags);
      }
      throw error;
    }
  }

  #expire(relevant: readonly string[], stale: unknown): void {
    if (Array.isArray(stale)) for (const method of relevant) if (stale.includes(method)) this.lists.expire(method);
  }
}

/** Returns the digest of the tool or prompt that a request names, as the client has it. */
function digestFor({ params }: Message, kept: readonly (readonly [string, KeptList])[]): string | undefined {
  const { name } = params as { readonly name?: unknown };
  if (name === undefined) return undefined;
  for (const [, { items }] of kept) {
    const item = items.find((each) => keyOf(each, 'name') === name);
    const digest = item === undefined ? undefined : digestIn(item);
    if (typeof digest === 'string') return digest;
  }
  return undefined;
}

function pageOf({ items }: List, { rest, items: all }: Pick<KeptList, 'rest' | 'items'>): object {
  // The caller may change its list, and this one is kept.
  return structuredClone({ ...rest, [items]: all });
}

function lifetime({ ttlMs }: Page): number {
  return typeof ttlMs === 'number' && ttlMs > 0 ? ttlMs : 0;
}

function withMeta(params: unknown, added: object): object {
  return { ...(params as object), _meta: { ...metaOf(params), ...added } };
}
