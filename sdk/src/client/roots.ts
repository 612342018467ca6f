import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ListRootsResult, Root } from '@mcp-gen/protocol/author';
import { filePath } from '../roots/index.js';
import type { AnswerContext, Awaitable } from './answering.js';
import { limited, type Rate } from './limited.js';
import { watchPaths } from './watchPaths.js';

/** A folder or a file: its path, its `file:` URL, or either of them with a name for people. */
export type RootInput = string | URL | NamedRoot;

/** A folder or a file, with a name for people. */
export interface NamedRoot {
  /** Its path, or its `file:` URL. */
  readonly path: string | URL;
  /** Default: the last part of the path. */
  readonly name?: string | undefined;
}

/** How a client tells servers which folders matter (specification: Roots). */
export interface RootsOptions {
  /** The folders and files. Paths may be relative to the folder that the process runs in. */
  readonly list: readonly RootInput[];
  /** Asks the user before a root is offered, once for each. Default: who gives the list has agreed. */
  readonly consent?: ((root: Root, context: AnswerContext) => Awaitable<boolean>) | undefined;
  /** Whether the server is told when roots come and go, once it has asked for them. Default true. */
  readonly watch?: boolean | undefined;
}

/** A root, and where it is. */
export interface Place {
  readonly path: string;
  readonly root: Root;
}

/** How often a server may ask: each time, the file system is read. */
const RATE: Rate = { perSecond: 10, burst: 100 };

/** The roots of one client: offered if they exist, can be read, and the user agrees. */
export class Roots {
  readonly #options: RootsOptions;
  readonly #onChange: () => void;
  readonly #consents = new Map<string, Promise<boolean>>();
  #places: readonly Place[];
  /** The URIs of what could be read at the last check, if there was one. */
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

  readonly answer = limited<'roots/list'>((_, context) => this.#offer(context), RATE, 'lists of roots');

  /** Puts other roots in the place of these. */
  replace(list: readonly RootInput[]): void {
    this.#places = list.map(placeOf);
    if (this.#seen !== undefined) this.#watch();
    this.#onChange();
  }

  /** Watches no longer. */
  close(): void {
    this.#unwatch();
  }

  async #offer(context: AnswerContext): Promise<ListRootsResult> {
    const places = await this.#look();
    const consents = await Promise.all(places.map(({ root }) => this.#consent(root, context)));
    return { roots: places.flatMap(({ root }, index) => (consents[index] === true ? [root] : [])) };
  }

  /** What can be read now. From the first time on it is watched. */
  async #look(): Promise<readonly Place[]> {
    const isFirst = this.#seen === undefined;
    this.#seen ??= '';
    if (isFirst) this.#watch();
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
    // A question that failed was not answered.
    asked.catch(() => this.#consents.delete(root.uri));
    return asked;
  }
}

/** @throws {TypeError} if it is neither a path nor a `file:` URL. */
export function placeOf(given: RootInput): Place {
  const { path: where, name } = typeof given === 'string' || given instanceof URL ? { path: given } : given;
  const path = resolve(pathOf(where));
  return { path, root: { uri: pathToFileURL(path).href, name: name ?? basename(path) } };
}

function pathOf(where: string | URL): string {
  if (where instanceof URL) return filePath(where.href);
  // One letter and a colon are a drive of Windows.
  return /^[a-z][a-z0-9+.-]+:/i.test(where) ? filePath(where) : where;
}

async function readable(places: readonly Place[]): Promise<readonly Place[]> {
  const found = await Promise.all(
    places.map(({ path }) =>
      access(path, constants.R_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return places.filter((_, index) => found[index]);
}

function urisOf(places: readonly Place[]): string {
  return places.map(({ root }) => root.uri).join('\n');
}
