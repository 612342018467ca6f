import type { Root } from '@mcp-gen/protocol/author';
import type { KeptRoots, KnownRoots } from './keptRoots.js';

/**
 * The folders and files that the client offers to work on. The client is asked once, and again after it has notified that they have
 * changed. A client that does not notify of changes is asked in each request.
 */
export class ClientRoots {
  readonly #kept: KeptRoots;
  readonly #ask: (attempt: number) => Promise<Root[]>;
  #attempts = 0;
  /** The question that is being asked. */
  #asking: Promise<KnownRoots> | undefined;

  /**
   * @internal
   * @param kept where they are kept
   * @param ask asks the client, for the first time, the second time, and so on
   */
  constructor(kept: KeptRoots, ask: (attempt: number) => Promise<Root[]>) {
    this.#kept = kept;
    this.#ask = ask;
  }

  /**
   * The roots, as the client gave them.
   *
   * @throws {AskError} if the client offers none, or answers with an error.
   */
  async list(): Promise<readonly Root[]> {
    return (await this.#known()).list;
  }

  /**
   * The absolute path of a file or folder inside the roots, with all links followed. It need not exist.
   *
   * @param path absolute, a `file:` URI, or relative to the first root
   * @throws {OutsideRootsError} if it is in no root.
   * @throws {AskError} as `list` does.
   */
  async resolve(path: string): Promise<string> {
    const known = await this.#known();
    if (known.paths === undefined) {
      const { RootPaths } = await import('../roots/index.js');
      known.paths = new RootPaths(known.list);
    }
    return known.paths.resolve(path);
  }

  async #known(): Promise<KnownRoots> {
    const { known } = this.#kept;
    if (known !== undefined) return known;
    this.#asking ??= this.#askAgain().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #askAgain(): Promise<KnownRoots> {
    const { changes } = this.#kept;
    const asked: KnownRoots = { list: await this.#ask(++this.#attempts) };
    this.#kept.keep(asked, changes);
    return asked;
  }
}
