import { isObject, type Era, type Revision } from '../codegen/v1.js';
import { kind, type OptionKind } from '../options/kinds.js';
import { checkHandlerNames, type Side } from './handlers.js';
import { prepare, type Prepared, type SideDefinition } from './prepare.js';

/** A revision, or its id with a function that loads it, so that a program with many revisions loads only those that are negotiated. */
export type RevisionSource = Revision | LazyRevision;

/** A revision that is loaded when it is negotiated. */
export interface LazyRevision {
  /** The protocol version: its date, for example `2025-03-26`. */
  readonly id: string;
  /** Its era. Default `session`. */
  readonly era?: Era | undefined;
  /** Loads the revision. Called on first use, and again after a failure. */
  load(): Promise<Revision>;
}

/** The info of a program. */
export const INFO: OptionKind = kind(
  'an object with a name and a version',
  (info) => isObject(info) && typeof info.name === 'string' && typeof info.version === 'string',
);

/** Everything that an application defines for its side. */
export interface DefinitionInput extends SideDefinition {
  readonly revisions: readonly RevisionSource[];
}

/** One side of the protocol as its application defines it. Immutable, and shared by any number of connections. */
export class Definition {
  /** The side: client or server. */
  readonly side: Side;
  /** The name of the program. */
  readonly name: string;
  /** The ids of the revisions, newest first. */
  readonly ids: readonly [string, ...string[]];
  /** The ids of revisions with sessions, newest first. */
  readonly sessionIds: readonly string[];
  /** The ids of revisions without sessions, newest first. */
  readonly statelessIds: readonly string[];
  /** Whether the newest revision with sessions supports batches, as far as is known without loading it. */
  readonly batching: boolean;
  /** The reasons for refusing request states that were reported, each once. */
  readonly reportedRefusals: Set<string> = new Set();
  readonly #options: DefinitionInput;
  readonly #sources: ReadonlyMap<string, RevisionSource>;
  readonly #prepared = new Map<string, Prepared | Promise<Prepared>>();

  /**
   * @internal
   * @throws {TypeError} if the definition is invalid.
   */
  constructor(side: Side, options: DefinitionInput) {
    const { info, revisions, handlers } = options;
    if (!isObject(handlers)) throw new TypeError('handlers must be an object');
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
   * Returns the side prepared for one of its revisions; a promise only while the revision is being loaded.
   *
   * @internal
   * @throws the errors of loading.
   */
  prepared(id: string): Prepared | Promise<Prepared> {
    const prepared = this.#prepared.get(id);
    if (prepared !== undefined) return prepared;
    const loading = this.#load(id);
    this.#prepared.set(id, loading);
    // A failed attempt is dropped, so that the next one can succeed.
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
      throw new TypeError(`The era of revision ${id} is ${revision.era}: set era in its entry of revisions`);
    }
    const prepared = prepare(this.side, revision, this.#options, this.ids);
    this.#prepared.set(id, prepared);
    return prepared;
  }
}

function isLoaded(source: RevisionSource): source is Revision {
  return 'server' in source;
}
