/** The lists that a client has, and may keep longer than a connection. */

import { weigh } from '@mcp-gen/runtime';
import { keyOf, type Page } from './collection.ts';
import { CHANGES, isRecord, LISTS, metaOf, tagIn, type List } from './wire.ts';

/** A whole list of the server. */
export interface KeptList {
  readonly tag: string;
  readonly items: readonly object[];
  /** What the first page said beside the items. */
  readonly rest: Page;
  /** Until when the server need not be asked, in milliseconds of `performance.now()`. */
  readonly expires: number;
  readonly bytes: number;
}

/**
 * The lists of one server, as one user sees them. Pass it to the next connection to that server, as the same user: then lists that have not
 * changed are not sent again.
 */
export class KeptLists {
  readonly #maxBytes: number;
  readonly #lists = new Map<string, KeptList>();
  /** Counts the changes of each list that the server has told of. */
  readonly #changes = new Map<string, number>();

  /** @param maxBytes the most memory. A list that does not fit is not kept. Default: 8 MiB */
  constructor(maxBytes = 8 * 1024 * 1024) {
    this.#maxBytes = maxBytes;
  }

  get(method: string): KeptList | undefined {
    return this.#lists.get(method);
  }

  /** The memory of all lists, estimated. */
  get bytes(): number {
    return [...this.#lists.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The changes of a list so far, for a request that is sent now. */
  changes(method: string): number {
    return this.#changes.get(method) ?? 0;
  }

  /** @param changes those when the list was requested: if there were more since, the list is old already */
  set(method: string, list: Omit<KeptList, 'bytes'>, changes: number): void {
    this.#lists.delete(method);
    const bytes = weigh(list.items) + weigh(list.rest);
    if (this.bytes + bytes > this.#maxBytes) return;
    const expires = changes === this.changes(method) ? list.expires : 0;
    this.#lists.set(method, { ...list, expires, bytes });
  }

  drop(method: string): void {
    this.#lists.delete(method);
  }

  /** The server is asked before the list is used again. */
  expire(method: string): void {
    this.#changes.set(method, this.changes(method) + 1);
    const list = this.#lists.get(method);
    if (list !== undefined) this.#lists.set(method, { ...list, expires: 0 });
  }

  /** A notification has told of a change. */
  expireAll(notification: string): void {
    for (const [method, { changes }] of LISTS) if (changes === notification) this.expire(method);
  }
}

/** Whether a result has what has changed, and not the whole list. */
export function isChanges(page: Page): boolean {
  return Object.hasOwn(metaOf(page), CHANGES);
}

/**
 * Returns the list that a client has, with what has changed: items keep their place, and new ones come last.
 *
 * @returns undefined if the result does not fit: then the whole list is needed
 */
export function merge(kept: KeptList, page: Page, { items, key }: List): readonly object[] | undefined {
  const changes = metaOf(page)[CHANGES];
  if (!isRecord(changes) || tagIn(changes, 'since') !== kept.tag) return undefined;
  const { removed, total } = changes;
  if (!Array.isArray(removed) || removed.length > kept.items.length) return undefined;
  const changed = new Map((page[items] as readonly object[]).map((item) => [keyOf(item, key), item]));
  const gone = new Set<unknown>(removed);
  const merged: object[] = [];
  for (const item of kept.items) {
    const name = keyOf(item, key);
    if (gone.has(name)) continue;
    merged.push(changed.get(name) ?? item);
    changed.delete(name);
  }
  for (const item of changed.values()) merged.push(item);
  return merged.length === total ? merged : undefined;
}
