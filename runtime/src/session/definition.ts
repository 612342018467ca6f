import { isObject, type Era, type Revision } from '../codegen/v1.js';
import type { Side } from '../protocol.js';
import { checkHandlerNames } from './handlers.js';
import { prepare, type Prepared, type SideOptions } from './prepare.js';

/** A revision, or its id and how to get it, so that a program of many revisions loads only what is negotiated. */
export type RevisionSource = Revision | LazyRevision;

/** A revision that is loaded when it has been negotiated. */
export interface LazyRevision {
  /** The protocol version: its date, for example `2025-03-26`. */
  readonly id: string;
  /** How it opens a conversation. Default `session`. */
  readonly era?: Era | undefined;
  /** Gets the revision. Called at its first use; after a failure it is called again at the next. */
  load(): Promise<Revision>;
}

/** Everything an application says of its side. */
export interface DefinitionInput extends SideOptions {
  readonly revisions: readonly RevisionSource[];
}

/** One side of the protocol as its application defines it. Immutable, and shared by any number of connections. */
export class Definition {
  /** Which end of conversations it is. */
  readonly side: Side;
  /** The name of the program. */
  readonly name: string;
  /** The revisions' ids, newest first. */
  readonly ids: readonly [string, ...string[]];
  /** Those that open sessions, newest first. */
  readonly sessionIds: readonly string[];
  /** Those in which each request stands alone, newest first. */
  readonly statelessIds: readonly string[];
  /** Whether the newest revision with sessions has batches, as far as that is known without loading it. */
  readonly batching: boolean;
  readonly #options: DefinitionInput;
  readonly #sources: ReadonlyMap<string, RevisionSource>;
  readonly #prepared = new Map<string, Prepared | Promise<Prepared>>();

  /**
   * @internal
   * @throws {TypeError} if the definition cannot work, saying what is wrong with it.
   */
  constructor(side: Side, options: DefinitionInput) {
    const { info, revisions, handlers, capabilities } = options;
    if (!isImplementation(info)) throw new TypeError(`${side}Info must have a name and a version`);
    if (!isObject(handlers)) throw new TypeError('handlers must be an object');
    if (capabilities !== undefined && typeof capabilities !== 'function' && !isObject(capabilities))
      throw new TypeError('capabilities must be an object');
    this.side = side;
    this.name = info.name;
    this.#options = options;
    this.#sources = new Map(revisions.map((source) => [source.id, source]));
    const [newest, ...older] = [...this.#sources.keys()].sort().reverse();
    if (newest === undefined) throw new TypeError('revisions must name at least one revision');
    if (this.#sources.size < revisions.length) throw new TypeError('revisions must not name a revision twice');
    this.ids = [newest, ...older];
    this.sessionIds = this.ids.filter((id) => !this.#isStateless(id));
    this.statelessIds = this.ids.filter((id) => this.#isStateless(id));
    const loaded = revisions.filter(isLoaded);
    this.batching = loaded.some(({ id, batching }) => id === this.sessionIds[0] && batching);
    for (const revision of loaded) this.#prepared.set(revision.id, prepare(side, revision, options, this.ids));
    if (loaded.length === revisions.length) checkHandlerNames(handlers, side, loaded);
  }

  /**
   * The side on one of its revisions; a promise only while the revision has to be loaded.
   *
   * @internal
   * @throws whatever loading throws.
   */
  prepared(id: string): Prepared | Promise<Prepared> {
    const prepared = this.#prepared.get(id);
    if (prepared !== undefined) return prepared;
    const loading = this.#load(id);
    this.#prepared.set(id, loading);
    // A failed attempt is forgotten, so that the next one may succeed.
    loading.catch(() => this.#prepared.delete(id));
    return loading;
  }

  #isStateless(id: string): boolean {
    return this.#sources.get(id)?.era === 'stateless';
  }

  async #load(id: string): Promise<Prepared> {
    const revision = await (this.#sources.get(id) as LazyRevision).load();
    if (revision.id !== id) throw new TypeError(`The revision loaded for ${id} is ${revision.id}`);
    if ((revision.era === 'stateless') !== this.#isStateless(id)) {
      throw new TypeError(`The era of revision ${id} is ${revision.era}: say so beside its id`);
    }
    const prepared = prepare(this.side, revision, this.#options, this.ids);
    this.#prepared.set(id, prepared);
    return prepared;
  }
}

function isLoaded(source: RevisionSource): source is Revision {
  return 'server' in source;
}

function isImplementation(info: unknown): boolean {
  return isObject(info) && typeof info.name === 'string' && typeof info.version === 'string';
}
