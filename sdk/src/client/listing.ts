/**
 * A list of the server, over all its pages. Each loop over it asks anew, a page at a time as it is needed:
 *
 *     for await (const tool of client.tools()) { ... }
 *     const tools = await client.tools().all();
 */
export class Listing<Item> implements AsyncIterable<Item> {
  readonly #read: () => AsyncIterable<readonly Item[]>;

  /** @internal */
  constructor(read: () => AsyncIterable<readonly Item[]>) {
    this.#read = read;
  }

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
