import { brandError } from '../errors.js';
import { checkValues, count, duration, withDefaults, type OptionTable } from '../options/kinds.js';
import { weigh } from '../ledger/weigh.js';

/** The params of a request for a page. */
export interface PageParams {
  /** The position of the page: the `nextCursor` of the previous page. Undefined for the first page. */
  readonly cursor?: string;
}

/** One page of a list. */
export interface Page {
  /** The position of the next page; undefined for the last page. */
  readonly nextCursor?: string;
}

/** Limits for reading a list. `Infinity` removes a limit. */
export interface PagesOptions {
  /** Maximum number of pages. Default 1,000. */
  readonly limit?: number | undefined;
  /** Maximum number of items of all pages: the members of their arrays. Default 100,000. */
  readonly itemLimit?: number | undefined;
  /** Maximum estimated bytes in memory of all pages except the last. Default 32 MiB. */
  readonly sizeLimit?: number | undefined;
  /** Maximum milliseconds to wait for all pages in total; 0 for no limit. Default 300,000. */
  readonly listTimeout?: number | undefined;
}

/** {@link PagesOptions}. */
export const PAGES_OPTIONS: OptionTable<PagesOptions> = {
  limit: count(1_000),
  itemLimit: count(100_000),
  sizeLimit: count(32 * 1024 * 1024),
  listTimeout: duration(300_000),
};

/** A list does not end, or is too long: a cursor was repeated, or a limit was reached. The message says which. */
export class PaginationError extends Error {
  override readonly name = 'PaginationError';
  /** The error code of this class. */
  readonly code = 'PAGINATION';

  static {
    brandError(this, 'PaginationError');
  }
}

/**
 * Iterates over the pages of a list (specification: Pagination).
 *
 * Cursors are sent back unchanged. They belong to the session: a list must be read in one session.
 *
 * @example
 * ```ts
 * import { ClientStub } from '@mcp-gen/protocol/2025-11-25';
 * import { pages, type Session } from '@mcp-gen/runtime';
 *
 * declare const session: Session; // connectSession(...)
 * const server = new ClientStub(session);
 * for await (const { tools } of pages((params) => server.listTools(params))) console.log(tools);
 * ```
 * @param read requests one page
 * @param params params of every request, in addition to the cursor
 * @param options limits of the pages, items, bytes, and time of a list
 * @throws {PaginationError} if the list has a cycle, or exceeds a limit.
 * @throws {TypeError | RangeError} if a limit is not a number, or out of range.
 */
export async function* pages<Result extends Page, Params extends PageParams = PageParams>(
  read: (params: Params) => Promise<Result>,
  params: Omit<Params, 'cursor'> = {} as Omit<Params, 'cursor'>,
  options: PagesOptions = {},
): AsyncGenerator<Result, void, undefined> {
  const extent = new Extent(options);
  for (let cursor: string | undefined; ;) {
    const started = performance.now();
    const page = await read({ ...params, ...(cursor !== undefined && { cursor }) } as unknown as Params);
    extent.add(page, performance.now() - started);
    yield page;
    cursor = page.nextCursor;
    if (cursor === undefined) return;
    extent.checkLimits(page, cursor);
  }
}

/** The extent of a list read so far. */
class Extent {
  readonly #limits: { readonly [Name in keyof PagesOptions]-?: number };
  readonly #cursors = new Set<string>();
  #items = 0;
  #size = 0;
  #time = 0;

  constructor(options: PagesOptions) {
    checkValues('the list', options, PAGES_OPTIONS);
    const { limit, itemLimit, sizeLimit, listTimeout } = withDefaults<PagesOptions>(options, PAGES_OPTIONS);
    this.#limits = { limit, itemLimit, sizeLimit, listTimeout: listTimeout === 0 ? Infinity : listTimeout };
  }

  /** Counts a page, and the milliseconds of waiting for it. */
  add(page: object, time: number): void {
    for (const member of Object.values(page)) if (Array.isArray(member)) this.#items += member.length;
    this.#time += time;
    if (this.#items > this.#limits.itemLimit)
      throw tooLong(`it has more than ${this.#limits.itemLimit} items. Raise "itemLimit" to read more`);
  }

  /**
   * Checks whether another page may be read. Pages are weighed only here: most lists have one page, and the size of a message is limited
   * anyway.
   */
  checkLimits(page: object, cursor: string): void {
    const { limit, sizeLimit, listTimeout } = this.#limits;
    if (this.#cursors.has(cursor)) throw tooLong('a cursor was repeated');
    if (this.#cursors.add(cursor).size >= limit)
      throw tooLong(`it has more than ${limit} pages. Raise "limit" to read more`);
    this.#size += weigh(page, sizeLimit);
    if (this.#size > sizeLimit)
      throw tooLong(`its pages take more than ${sizeLimit} bytes. Raise "sizeLimit" to read more`);
    if (this.#time > listTimeout)
      throw tooLong(`its pages took more than ${listTimeout} ms. Raise "listTimeout" to wait longer`);
  }
}

function tooLong(why: string): PaginationError {
  return new PaginationError(`The list does not end, or is too long: ${why}`);
}
