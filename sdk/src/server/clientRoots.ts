import type { Root } from '@mcp-gen/protocol/author';
import type { RootsCache, CachedRoots } from './rootsCache.js';

/**
 * The folders and files that the client offers to work on. They are requested once, and again after the client has notified a change. If
 * the client does not send such notifications, they are requested in each request.
 *
 * @deprecated From revision 2026-07-28 on, and supported: take paths as arguments of tools or as URIs of resources.
 */
export class ClientRoots {
  readonly #cache: RootsCache;
  readonly #ask: (attempt: number) => Promise<Root[]>;
  #attempts = 0;
  /** The request that is in flight. */
  #asking: Promise<CachedRoots> | undefined;

  /**
   * @internal
   * @param cache caches the roots
   * @param ask requests the roots; `attempt` counts the requests
   */
  constructor(cache: RootsCache, ask: (attempt: number) => Promise<Root[]>) {
    this.#cache = cache;
    this.#ask = ask;
  }

  /**
   * Returns the roots as the client sent them.
   *
   * @throws {AskError} if the client does not support roots, or answers with an error.
   */
  async list(): Promise<readonly Root[]> {
    return (await this.#read()).list;
  }

  /**
   * Returns the absolute path of a file or folder inside the roots, with all links resolved. It need not exist.
   *
   * @param path absolute, a `file:` URI, or relative to the first root
   * @throws {OutsideRootsError} if it is not inside any root.
   * @throws {AskError} as `list` does.
   */
  async resolve(path: string): Promise<string> {
    const known = await this.#read();
    if (known.paths === undefined) {
      const { RootPaths } = await import('../roots/rootPaths.js');
      known.paths = new RootPaths(known.list);
    }
    return known.paths.resolve(path);
  }

  async #read(): Promise<CachedRoots> {
    const { cached: known } = this.#cache;
    if (known !== undefined) return known;
    this.#asking ??= this.#askAgain().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #askAgain(): Promise<CachedRoots> {
    const { changes } = this.#cache;
    const asked: CachedRoots = { list: await this.#ask(++this.#attempts) };
    this.#cache.keep(asked, changes);
    return asked;
  }
}
