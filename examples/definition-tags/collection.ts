/** A whole list of a server, as one caller sees it, with its tag. */

import { digestOf, hashOf } from './digest.ts';
import { DIGEST, metaOf, type List } from './wire.ts';

/** A page of a list: a result. */
export interface Page {
  readonly nextCursor?: string;
  readonly [name: string]: unknown;
}

/** More pages, and more items, are too many: the list has no tag. */
const MAX_PAGES = 1_000;
const MAX_ITEMS = 10_000;

export interface Collection {
  /** By cursor. The first one has none. */
  readonly pages: ReadonlyMap<string | undefined, Page>;
  readonly items: readonly object[];
  /** The digest of each item, by its key. Undefined: several items have the same key. */
  readonly digests: ReadonlyMap<string, string> | undefined;
  readonly tag: string;
}

/** Reads lists, and computes their tags. It remembers digests of definitions that have not changed. */
export class CollectionReader {
  readonly #withDigests: boolean;
  readonly #digests = new WeakMap<object, string>();
  /** Items with the digest in their metadata. */
  readonly #marked = new WeakMap<object, object>();
  /** What each list was last: most of the time it is the same again. */
  readonly #last = new Map<string, Collection>();

  /** @param withDigests whether items get a digest in their metadata */
  constructor(withDigests: boolean) {
    this.#withDigests = withDigests;
  }

  /**
   * Reads all pages of a list in one go, so that the tag is that of the pages.
   *
   * @returns undefined if the list is too long, or an item is too deep
   */
  async read(
    method: string,
    list: List,
    page: (cursor: string | undefined) => Promise<Page>,
  ): Promise<Collection | undefined> {
    const pages = new Map<string | undefined, Page>();
    const items: object[] = [];
    let cursor: string | undefined;
    do {
      if (pages.size === MAX_PAGES || pages.has(cursor)) return undefined;
      const result = await page(cursor);
      const own = result[list.items] as readonly object[];
      if (items.length + own.length > MAX_ITEMS) return undefined;
      const listed = this.#withDigests ? own.map((item) => this.#mark(item)) : own;
      pages.set(cursor, { ...result, [list.items]: listed });
      for (const item of listed) items.push(item);
      cursor = result.nextCursor;
    } while (cursor !== undefined);

    const last = this.#last.get(method);
    if (last !== undefined && isSame(last.items, items)) return { ...last, pages };
    const tagged = this.#tag(items, list);
    if (tagged === undefined) return undefined;
    const collection = { pages, items, ...tagged };
    this.#last.set(method, collection);
    return collection;
  }

  /** The order of items does not count, and their metadata does: who has the tag has all that the list says. */
  #tag(items: readonly object[], { key }: List): Pick<Collection, 'digests' | 'tag'> | undefined {
    const digests = new Map<string, string>();
    const lines: string[] = [];
    for (const item of items) {
      const digest = this.#digest(item);
      if (digest === undefined) return undefined;
      digests.set(keyOf(item, key), digest);
      lines.push(digest);
    }
    const tag = hashOf(lines.sort().join('\n'));
    return { tag, digests: digests.size === items.length ? digests : undefined };
  }

  /** Servers list the same object until it changes, or a new one each time. */
  #digest(item: object): string | undefined {
    const known = this.#digests.get(item);
    if (known !== undefined) return known;
    const digest = digestOf(item);
    if (digest !== undefined) this.#digests.set(item, digest);
    return digest;
  }

  /** The digest of a definition is without its metadata, in which it stands. */
  #mark(item: object): object {
    const known = this.#marked.get(item);
    if (known !== undefined) return known;
    const { _meta, ...definition } = item as { readonly _meta?: object };
    const digest = digestOf(definition);
    const marked = digest === undefined ? item : { ...item, _meta: { ..._meta, [DIGEST]: digest } };
    this.#marked.set(item, marked);
    return marked;
  }
}

export function keyOf(item: object, key: string): string {
  return String((item as Readonly<Record<string, unknown>>)[key]);
}

/** Returns the digest that an item has in its metadata. */
export function digestIn(item: object): unknown {
  return metaOf(item)[DIGEST];
}

function isSame(some: readonly object[], others: readonly object[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}
