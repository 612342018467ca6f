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
  const found: Placed<Entry>[] = [];
  // One more than a page has tells whether there is another one; nobody has to decide about the rest.
  for (const placed of all) {
    if (placed.place > seen && isVisible(placed.entry) && found.push(placed) > size) break;
  }
  const page = found.slice(0, size);
  const last = page.at(-1);
  return {
    entries: page.map(({ entry }) => entry),
    ...(found.length > size && last !== undefined && { nextCursor: btoa(`${kind}:${last.place}`) }),
  };
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
