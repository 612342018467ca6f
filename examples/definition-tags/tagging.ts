/** The server's part: tags on lists, answers to conditions, and checks of calls. */

import { JsonRpcError } from '@mcp-gen/runtime';
import type { Middleware } from '@mcp-gen/sdk';
import { CollectionReader, digestIn, keyOf, type Collection, type Page } from './collection.ts';
import { Snapshots } from './snapshots.ts';
import {
  CHANGES,
  DIGEST_CHANGED,
  EXPECTED_DIGEST,
  IF_NONE_MATCH,
  isRecord,
  KNOWN_TAGS,
  LISTS,
  metaOf,
  RELEVANT,
  STALE_DEFINITIONS,
  STALE_TAGS,
  tagIn,
  type List,
} from './wire.ts';

type Message = Parameters<Middleware>[0];
type Next = Parameters<Middleware>[1];

export interface TaggingOptions {
  /**
   * What happens to a call whose caller has other definitions: it is served, and the result says so; it is refused; or it is served, and
   * nothing is checked. Default: `signal`.
   */
  readonly stale?: 'signal' | 'reject' | 'ignore';
  /** Whether each item has a digest of its own, which calls of tools and prompts can require. Default: no. */
  readonly digests?: boolean;
  /** Whether lists that have changed are answered with what has changed, where that is known. Default: yes. */
  readonly changes?: boolean;
}

export class Tagging {
  readonly #options: TaggingOptions;
  readonly #reader: CollectionReader;
  readonly #snapshots = new Snapshots();

  constructor(options: TaggingOptions) {
    this.#options = options;
    this.#reader = new CollectionReader(options.digests === true);
  }

  readonly middleware: Middleware = async (message, next) => {
    if (message.direction !== 'in' || message.kind !== 'request') return next(message);
    const list = LISTS.get(message.method);
    if (list !== undefined) return this.#list(list, message, next);
    const relevant = RELEVANT.get(message.method);
    if (relevant === undefined || this.#options.stale === 'ignore') return next(message);
    const stale = await this.#check(relevant, message, next);
    const result = await next(message);
    return stale.length === 0 ? result : { ...result, _meta: { ...metaOf(result), [STALE_TAGS]: stale } };
  };

  async #list(list: List, message: Message, next: Next): Promise<object | undefined> {
    const { cursor } = (message.params ?? {}) as { readonly cursor?: string };
    // A cursor of no list is refused before the list is read.
    const page = cursor === undefined ? undefined : await next(message);
    const collection = await this.#read(message.method, message, next);
    if (collection === undefined) return page ?? next(message);
    const { pages, tag } = collection;
    const caller = message.context.auth?.id ?? '';
    const condition = tagIn(metaOf(message.params), IF_NONE_MATCH);
    const answer = this.#answer(list, message.method, condition, collection, caller);
    if (answer !== undefined && cursor === undefined) return answer;
    if (this.#options.changes !== false) this.#snapshots.add(message.method, collection, caller);
    // A page that begins elsewhere than the pages of now has no tag.
    return pages.has(cursor) ? { ...pages.get(cursor), tag } : page;
  }

  /** Returns what has changed, if that is not more than a page. */
  #answer(
    list: List,
    method: string,
    condition: string | undefined,
    now: Collection,
    caller: string,
  ): object | undefined {
    if (condition === undefined) return undefined;
    if (condition !== now.tag && this.#options.changes === false) return undefined;
    const found = this.#snapshots.changes(method, list, condition, now, caller);
    const { nextCursor, ...first } = now.pages.get(undefined) as Page;
    const own = first[list.items] as readonly object[];
    if (found === undefined || (found.items.length > 0 && found.items.length >= own.length)) return undefined;
    if (found.items.length > 0) this.#snapshots.add(method, now, caller);
    // It is an answer to this condition alone: shared caches, which do not read metadata, must not give it to others.
    return {
      ...first,
      [list.items]: found.items,
      tag: now.tag,
      cacheScope: 'private',
      _meta: { ...metaOf(first), [CHANGES]: found.changes },
    };
  }

  /**
   * Returns the lists on which a call depends, and of which the caller has others. Reading a list costs as much as listing it, so only
   * calls with a tag or digest are checked, and only lists on which they depend.
   *
   * @throws {JsonRpcError} if such calls are refused
   */
  async #check(relevant: readonly string[], message: Message, next: Next): Promise<readonly string[]> {
    const meta = metaOf(message.params);
    const known = Object.hasOwn(meta, KNOWN_TAGS) ? meta[KNOWN_TAGS] : undefined;
    const expected = this.#options.digests === true ? tagIn(meta, EXPECTED_DIGEST) : undefined;
    const stale: string[] = [];
    for (const method of relevant) {
      const tag = isRecord(known) ? tagIn(known, method) : undefined;
      if (tag === undefined && expected === undefined) continue;
      const collection = await this.#read(method, message, next).catch(() => undefined);
      if (collection === undefined) continue;
      if (expected !== undefined) requireDigest(expected, method, message, collection);
      if (tag !== undefined && tag !== collection.tag) stale.push(method);
    }
    if (stale.length === 0 || this.#options.stale !== 'reject') return stale;
    throw new JsonRpcError(STALE_DEFINITIONS, `Changed since they were listed: ${stale.join(', ')}`, {
      staleTags: stale,
    });
  }

  #read(method: string, message: Message, next: Next): Promise<Collection | undefined> {
    const page = (cursor: string | undefined): Promise<Page> =>
      next({ ...message, method, params: cursor === undefined ? {} : { cursor } }) as Promise<Page>;
    return this.#reader.read(method, LISTS.get(method) as List, page);
  }
}

/** Tools and prompts are found by name. Resources are not: one that a template makes is in no list. */
function requireDigest(expected: string, method: string, { params }: Message, { items }: Collection): void {
  const list = LISTS.get(method) as List;
  if (list.key !== 'name') return;
  const { name } = params as { readonly name: string };
  const item = items.find((each) => keyOf(each, 'name') === name);
  if (item !== undefined && digestIn(item) === expected) return;
  throw new JsonRpcError(DIGEST_CHANGED, `${name} has changed since it was listed`, { staleTags: [method] });
}
