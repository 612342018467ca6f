import { isObject, type MethodTable, type RequestEntry, type Revision } from '../codegen/v1.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../jsonrpc/errors.js';
import { EMPTY_RESULT } from '../jsonrpc/messages.js';
import type { Capabilities, Handler, Profile, Route } from '../peer/profile.js';
import { Method } from '../protocol.js';
import { declareCapabilities } from './capabilities.js';
import { checkHandlerNames, findHandler } from './handlers.js';

/** A revision, or its id and how to get it, so that a program of many revisions loads only what is negotiated. */
export type RevisionSource = Revision | LazyRevision;

/** A revision that is loaded when it has been negotiated. */
export interface LazyRevision {
  /** The protocol version: its date, for example `2025-03-26`. */
  readonly id: string;
  load(): Promise<Revision>;
}

/** A program, as it introduces itself (specification: Lifecycle, Initialization). */
export interface Implementation {
  readonly name: string;
  readonly version: string;
}

/** What an application says of its side. */
export interface DefinitionOptions {
  readonly info: Implementation;
  readonly revisions: readonly RevisionSource[];
  readonly handlers: object;
  readonly capabilities?: Capabilities | undefined;
  readonly instructions?: string | undefined;
}

/** One side on one revision, ready to run. */
export interface Prepared {
  readonly profile: Profile;
  /** The entry of `initialize`. */
  readonly initialize: RequestEntry;
  /** What the side introduces itself with: the params of `initialize` for a client, the result for a server. */
  readonly introduction: object;
}

/** One side of the protocol as its application defines it. Immutable, and shared by any number of connections. */
export class Definition {
  readonly side: 'server' | 'client';
  /** The revisions' ids, newest first. */
  readonly ids: readonly [string, ...string[]];
  /** Whether the newest revision has batches, as far as that is known without loading it. */
  readonly batching: boolean;
  readonly #options: DefinitionOptions;
  readonly #sources: ReadonlyMap<string, RevisionSource>;
  readonly #prepared = new Map<string, Prepared | Promise<Prepared>>();

  /** @throws {TypeError} if the definition cannot work, saying what is wrong with it. */
  constructor(side: 'server' | 'client', options: DefinitionOptions) {
    const { info, revisions, handlers, capabilities } = options;
    if (typeof info?.name !== 'string' || typeof info.version !== 'string') {
      throw new TypeError(`${side}Info must have a name and a version`);
    }
    if (typeof handlers !== 'object' || handlers === null) throw new TypeError('handlers must be an object');
    if (capabilities !== undefined && !isObject(capabilities)) throw new TypeError('capabilities must be an object');
    this.side = side;
    this.#options = options;
    this.#sources = new Map(revisions.map((source) => [source.id, source]));
    const [newest, ...older] = [...this.#sources.keys()].sort().reverse();
    if (newest === undefined) throw new TypeError('revisions must name at least one revision');
    if (this.#sources.size < revisions.length) throw new TypeError('revisions must not name a revision twice');
    this.ids = [newest, ...older];
    const loaded = revisions.filter(isLoaded);
    this.batching = loaded.some(({ id, batching }) => id === newest && batching);
    for (const revision of loaded) this.#prepared.set(revision.id, this.#prepare(revision));
    if (loaded.length === revisions.length) checkHandlerNames(handlers, side, loaded);
  }

  /**
   * The side on one of its revisions; a promise only while the revision has to be loaded.
   *
   * @throws whatever loading throws.
   */
  prepared(id: string): Prepared | Promise<Prepared> {
    let prepared = this.#prepared.get(id);
    if (prepared === undefined) {
      prepared = this.#load(id);
      this.#prepared.set(id, prepared);
    }
    return prepared;
  }

  /** A failed attempt is forgotten, so that the next one may succeed. */
  async #load(id: string): Promise<Prepared> {
    try {
      const source = this.#sources.get(id) as LazyRevision;
      const revision = await source.load();
      if (revision.id !== id) throw new TypeError(`The revision loaded for ${id} is ${revision.id}`);
      const prepared = this.#prepare(revision);
      this.#prepared.set(id, prepared);
      return prepared;
    } catch (error) {
      this.#prepared.delete(id);
      throw error;
    }
  }

  #prepare(revision: Revision): Prepared {
    const { side } = this;
    const { id, server, client } = revision;
    const initialize = server.requests[Method.Initialize];
    if (revision.era !== 'session' || initialize === undefined) {
      throw new TypeError(`Revision ${id} does not open with initialize, which is the only way supported`);
    }
    const { info, handlers, instructions } = this.#options;
    const [receives, sends] = side === 'server' ? [server, client] : [client, server];
    const routes = requestRoutes(receives, handlers);
    const capabilities = declareCapabilities(
      receives,
      (name) => findHandler(handlers, name) !== undefined,
      this.#options.capabilities,
    );
    const introduction = {
      protocolVersion: id,
      capabilities,
      [`${side}Info`]: info,
      ...(instructions !== undefined && { instructions }),
    };
    const valid = side === 'server' ? initialize.result : initialize.params;
    if (!valid(introduction)) {
      throw new TypeError(`Revision ${id} does not accept these ${side}Info, capabilities or instructions`);
    }
    return {
      initialize,
      introduction,
      profile: {
        revision: id,
        batching: revision.batching,
        capabilities,
        requests: routes,
        notifications: notificationRoutes(receives, handlers),
        sentRequests: new Map(Object.entries(sends.requests)),
        sentNotifications: new Map(Object.entries(sends.notifications)),
        refuse: methodNotFound,
      },
    };
  }
}

function requestRoutes(table: MethodTable, handlers: object): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const [method, entry] of Object.entries(table.requests)) {
    const handle = entry.lifecycle === true ? lifecycleHandler(method) : findHandler(handlers, entry.name);
    if (handle !== undefined) routes.set(method, { entry, handle });
  }
  return routes;
}

function notificationRoutes(table: MethodTable, handlers: object): Profile['notifications'] {
  return new Map(
    Object.entries(table.notifications).map(([method, entry]) => {
      const handle = entry.lifecycle === true ? undefined : findHandler(handlers, entry.name);
      return [method, { entry, handle }];
    }),
  );
}

/** Once a conversation is open, `ping` is all that is left to answer of the lifecycle. */
function lifecycleHandler(method: string): Handler {
  return method === Method.Ping ? () => EMPTY_RESULT : refuseToOpenAgain;
}

function refuseToOpenAgain(): never {
  throw invalidRequest('the conversation has been initialized already');
}

function methodNotFound(method: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.MethodNotFound, `Method not found: ${method}`);
}

function isLoaded(source: RevisionSource): source is Revision {
  return 'server' in source;
}
