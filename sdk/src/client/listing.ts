import { nextTurn } from '@mcp-gen/runtime';

/**
 * A list of the server, over all its pages (specification: Pagination). Each loop over it requests the list again, page by page as needed.
 * It throws the errors of the methods of `Client`, and a `PaginationError` if the list does not end.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-gen/sdk/client';
 *
 * await using client = await connect('npx -y @modelcontextprotocol/server-everything');
 * for await (const { name, description } of client.tools()) console.log(name, description);
 * const prompts = await client.prompts().all();
 * console.log(`There are ${prompts.length} prompts`);
 * ```
 */
export class Listing<Item> implements AsyncIterable<Item> {
  readonly #read: () => AsyncIterable<readonly Item[]>;

  /** @internal */
  constructor(read: () => AsyncIterable<readonly Item[]>) {
    this.#read = read;
  }

  /** Iterates over the entries. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.#read()) yield* page;
  }

  /** Iterates over the pages, as the server divides the list. */
  pages(): AsyncIterable<readonly Item[]> {
    return this.#read();
  }

  /** Returns all entries. */
  async all(): Promise<Item[]> {
    const all: Item[] = [];
    for await (const page of this.#read()) for (const item of page) all.push(item);
    return all;
  }
}

/** The number of entries that are examined at once. */
const PART = 100;

/** Milliseconds of work after which other work of the process gets its turn. */
const TURN = 10;

/** Divides a long list into parts, so that work on them does not block other work of the process. */
export async function* inTurns<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[], void, undefined> {
  // The message of a long list has just been parsed, which took a turn.
  let began = items.length > PART ? -Infinity : performance.now();
  for (let at = 0; at < items.length; at += PART) {
    if (performance.now() - began > TURN) {
      await new Promise<void>(nextTurn);
      began = performance.now();
    }
    yield items.slice(at, at + PART);
  }
}
