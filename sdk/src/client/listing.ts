/**
 * A list of the server, over all its pages (specification: Pagination). Each loop over it asks again, a page at a time as it is needed,
 * and throws what the methods of `Client` throw, or an `EndlessListError` for a list without end.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-gen/sdk/client';
 *
 * await using client = await connect('npx -y some-server');
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

  /** The entries one by one. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.#read()) yield* page;
  }

  /** The list page by page, as the server divides it. */
  pages(): AsyncIterable<readonly Item[]> {
    return this.#read();
  }

  /** The whole list. */
  async all(): Promise<Item[]> {
    const all: Item[] = [];
    for await (const item of this) all.push(item);
    return all;
  }
}
