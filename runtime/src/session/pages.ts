import { brandError } from '../errors.js';

/** The params of a request for a page. */
export interface PageParams {
  /** Where the list continues: the `nextCursor` of the page before. Without it the list begins. */
  readonly cursor?: string;
}

/** One page of a list. */
export interface Page {
  /** Where the list continues; absent from the last page. */
  readonly nextCursor?: string;
}

/** How far a list is followed. */
export interface PagesOptions {
  /** The pages after which a list is taken to be without end. Default 10,000. */
  readonly limit?: number | undefined;
}

/** A list does not end: a cursor was repeated, or there are too many pages. The message says which. */
export class EndlessListError extends Error {
  override readonly name = 'EndlessListError';
  /** The code of this error class. */
  readonly code = 'ENDLESS_LIST';

  static {
    brandError(this, 'EndlessListError');
  }
}

/**
 * All pages of a list, one after another (specification: Pagination).
 *
 * Cursors are handed back as they came. They belong to the session: a list that was begun in one is not gone on with in another.
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
 * @param read asks for one page
 * @param params what every page is asked with, beside the cursor
 * @throws {EndlessListError} if the list goes in circles, or beyond the limit.
 */
export async function* pages<Result extends Page, Params extends PageParams = PageParams>(
  read: (params: Params) => Promise<Result>,
  params: Omit<Params, 'cursor'> = {} as Omit<Params, 'cursor'>,
  { limit = 10_000 }: PagesOptions = {},
): AsyncGenerator<Result, void, undefined> {
  const seen = new Set<string>();
  let page = await read({ ...params } as Params);
  yield page;
  for (let cursor = page.nextCursor; cursor !== undefined; cursor = page.nextCursor) {
    if (seen.has(cursor)) throw new EndlessListError('The list does not end: a cursor came twice');
    if (seen.add(cursor).size >= limit)
      throw new EndlessListError(`The list does not end: it has more than ${limit} pages`);
    page = await read({ ...params, cursor } as unknown as Params);
    yield page;
  }
}
