import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';

/** An entry with its place in the order of registration, which it keeps when others go. */
export interface Placed<Entry> {
  readonly place: number;
  readonly entry: Entry;
}

/** Some entries of a list, and where the next ones begin. */
export interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly nextCursor?: string;
}

/** What a page is taken of. */
export interface PageRequest<Entry> {
  /** What the list is of. A cursor of another list is refused. */
  readonly kind: string;
  readonly cursor: string | undefined;
  /** The most entries of a page. */
  readonly size: number;
  readonly isVisible: (entry: Entry) => boolean;
}

/**
 * The page that a cursor asks for. A cursor names the last entry that was seen, so that no entry is missed or seen twice when
 * others come and go in between (specification: Pagination).
 *
 * @throws {JsonRpcError} if the cursor is none of ours.
 */
export function pageAfter<Entry>(all: readonly Placed<Entry>[], request: PageRequest<Entry>): Page<Entry> {
  const { kind, cursor, size, isVisible } = request;
  const seen = cursor === undefined ? 0 : readCursor(kind, cursor);
  const entries: Entry[] = [];
  let last = seen;
  for (const { place, entry } of all) {
    if (place <= seen || !isVisible(entry)) continue;
    if (entries.length === size) return { entries, nextCursor: btoa(`${kind}:${last}`) };
    entries.push(entry);
    last = place;
  }
  return { entries };
}

function readCursor(kind: string, cursor: string): number {
  const [given, place = ''] = decode(cursor).split(':');
  if (given !== kind || !/^\d{1,15}$/.test(place)) {
    throw new JsonRpcError(ErrorCode.InvalidParams, 'Invalid params: this cursor is not one that the list has given');
  }
  return Number(place);
}

function decode(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return '';
  }
}
