import type { ListRootsResult, Root } from '@mcp-gen/protocol/author';
import { builtin } from '../builtin.js';
import { filePath } from '../roots/rootPaths.js';
import type { AnswerContext } from './answering.js';
import type { Awaitable } from '../awaitable.js';
import { limitAnswers, type Rate } from './rateLimits.js';
import { watchPaths } from './watchPaths.js';

/** A folder or a file: its path, its `file:` URL, or either with a display name. */
export type RootInput = string | URL | NamedRoot;

/** A folder or a file with a display name. */
export interface NamedRoot {
  /** Its path, or its `file:` URL. */
  readonly path: string | URL;
  /** Default: the last part of the path. */
  readonly name?: string | undefined;
}

/** Which folders a client declares to servers (specification: Roots). */
export interface RootsOptions {
  /** The folders and files. Relative paths are resolved against the working directory of the process. */
  readonly list: readonly RootInput[];
  /** Asks the user before a root is sent to the server, once for each root. Default: all listed roots are sent. */
  readonly consent?: ((root: Root, context: AnswerContext) => Awaitable<boolean>) | undefined;
  /** Whether to notify the server when roots appear or disappear, once it has requested them. Default true. */
  readonly watch?: boolean | undefined;
}

/** A root and its path. */
export interface Place {
  readonly path: string;
  readonly root: Root;
}

/** How often a server may request roots: each request reads the file system. */
const RATE: Rate = { perSecond: 10, burst: 100 };

/** The roots of one client. A root is sent if it exists, can be read, and the user agrees. */
export class Roots {
  readonly #options: RootsOptions;
  readonly #onChange: () => void;
  readonly #consents = new Map<string, Promise<boolean>>();
  #places: readonly Place[];
  /** The URIs that were readable at the last check, if there was one. */
  #seen: string | undefined;
  #unwatch = (): void => {};

  /**
   * @param onChange called when the list differs from what the server was told
   * @throws {TypeError} if one is neither a path nor a `file:` URL.
   */
  constructor(options: RootsOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
    this.#places = options.list.map(placeOf);
  }

  readonly answer = limitAnswers<'roots/list'>((_, context) => this.#offer(context), RATE, 'lists of roots');

  /** Replaces the roots. */
  replace(list: readonly RootInput[]): void {
    this.#places = list.map(placeOf);
    if (this.#seen !== undefined) this.#watch();
    this.#onChange();
  }

  /** Stops watching. */
  close(): void {
    this.#unwatch();
  }

  async #offer(context: AnswerContext): Promise<ListRootsResult> {
    const places = await this.#look();
    const consents = await Promise.all(places.map(({ root }) => this.#consent(root, context)));
    return { roots: places.flatMap(({ root }, index) => (consents[index] === true ? [root] : [])) };
  }

  /** Returns the roots that can be read now. The first call starts watching them. */
  async #look(): Promise<readonly Place[]> {
    if (this.#seen === undefined) {
      this.#seen = '';
      this.#watch();
    }
    const places = await readable(this.#places);
    this.#seen = urisOf(places);
    return places;
  }

  #watch(): void {
    this.#unwatch();
    if (this.#options.watch === false) return;
    const paths = this.#places.map(({ path }) => path);
    this.#unwatch = watchPaths(paths, () => void this.#compare());
  }

  async #compare(): Promise<void> {
    const seen = urisOf(await readable(this.#places));
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#onChange();
  }

  #consent(root: Root, context: AnswerContext): Promise<boolean> {
    const { consent } = this.#options;
    if (consent === undefined) return Promise.resolve(true);
    const asked = this.#consents.get(root.uri) ?? Promise.resolve(consent(root, context));
    this.#consents.set(root.uri, asked);
    // A consent callback that failed is called again next time.
    asked.catch(() => this.#consents.delete(root.uri));
    return asked;
  }
}

/** @throws {TypeError} if it is neither a path nor a `file:` URL. */
export function placeOf(given: RootInput): Place {
  const { path: where, name } = typeof given === 'string' || given instanceof URL ? { path: given } : given;
  const paths = builtin('node:path');
  const path = paths.resolve(pathOf(where));
  return { path, root: { uri: builtin('node:url').pathToFileURL(path).href, name: name ?? paths.basename(path) } };
}

function pathOf(where: string | URL): string {
  if (where instanceof URL) return filePath(where.href);
  // One letter and a colon are a Windows drive.
  return /^[a-z][a-z0-9+.-]+:/i.test(where) ? filePath(where) : where;
}

async function readable(places: readonly Place[]): Promise<readonly Place[]> {
  const { access, constants } = builtin('node:fs/promises');
  const found = await Promise.all(
    places.map(({ path }) =>
      access(path, constants.R_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return places.filter((_, index) => found[index] === true);
}

function urisOf(places: readonly Place[]): string {
  return places.map(({ root }) => root.uri).join('\n');
}
