import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';

/** An entry of a list with its registration key. */
export interface Keyed<Entry> {
  readonly key: string;
  readonly entry: Entry;
}

/** A page of entries, and the cursor of the next page. */
export interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly nextCursor?: string;
}

/** A request for a page. */
export interface PageRequest<Entry> {
  /** The kind of the list. A cursor of another list is rejected. */
  readonly kind: string;
  readonly cursor: string | undefined;
  /** Maximum number of entries in a page. */
  readonly size: number;
  readonly isVisible: (entry: Entry) => boolean;
}

/**
 * Returns the page of a cursor (specification: Pagination). A list that fits on one page is in the order of registration. A longer list is
 * sorted by key, and a cursor contains the key of the last entry of the previous page. Therefore no entry is missed or repeated when others
 * are added or removed between pages, and another process can return the next page.
 *
 * @param all the same array until the list changes
 * @throws {JsonRpcError} if the cursor does not belong to this list.
 */
export function pageAfter<Entry>(all: readonly Keyed<Entry>[], request: PageRequest<Entry>): Page<Entry> {
  const { kind, cursor, size, isVisible } = request;
  const seen = cursor === undefined ? undefined : keyOf(kind, cursor);
  const list = seen === undefined && all.length <= size ? all : sorted(all);
  const entries: Entry[] = [];
  let last = '';
  for (let at = seen === undefined ? 0 : indexAfter(list, seen); at < list.length; at++) {
    const { key, entry } = list[at] as Keyed<Entry>;
    if (!isVisible(entry)) continue;
    if (entries.length === size) return { entries, nextCursor: writeCursor(kind, last) };
    entries.push(entry);
    last = key;
  }
  return { entries };
}

/** Returns the index of the first key after a key, in a list sorted by key. Binary search, since a list is read page by page. */
function indexAfter(list: readonly Keyed<unknown>[], key: string): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as Keyed<unknown>).key <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

const sortedLists = new WeakMap<readonly Keyed<unknown>[], readonly Keyed<unknown>[]>();

/** Returns a list sorted by key, in code units, so that the order is the same in every process. */
function sorted<Entry>(all: readonly Keyed<Entry>[]): readonly Keyed<Entry>[] {
  const known = sortedLists.get(all) as readonly Keyed<Entry>[] | undefined;
  if (known !== undefined) return known;
  const made = [...all].sort((a, b) => (a.key < b.key ? -1 : 1));
  sortedLists.set(all, made);
  return made;
}

/** Returns a cursor: a kind of list, and a place in it. */
export function writeCursor(kind: string, ...place: readonly string[]): string {
  const json = JSON.stringify([kind, ...place]);
  return btoa(json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`));
}

function keyOf(kind: string, cursor: string): string {
  const [given, key] = readCursor(cursor);
  if (given === kind && typeof key === 'string') return key;
  throw foreignCursor();
}

/** Returns the kind and the place of a cursor; an empty array for a string that is not a cursor. */
export function readCursor(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(atob(cursor));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Returns the error for a cursor of another list. */
export function foreignCursor(): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, 'Invalid params: the cursor does not belong to this list');
}
