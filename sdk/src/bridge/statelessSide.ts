/** Clients without sessions: the bridge keeps sessions with the server for them. */

import {
  acceptedCapabilities,
  after,
  callerName,
  ErrorCode,
  type HandlerContext,
  JsonRpcError,
  type PeerInfo,
  type Profile,
  type Stop,
  type UnknownNotificationHandler,
} from '@mcp-gen/runtime';
import type { Method as AnyMethod } from '../conversions/index.js';
import { without } from '../properties.js';
import { lostCapabilities } from '../losses.js';
import { derived, hasRequest, REQUESTS } from '../registry.js';
import { REVISION_WITH_TASKS } from '../tasks/taskNames.js';
import { Translator } from '../translator.js';
import { usableCapabilities } from './offeredCapabilities.js';
import { holderOf, type CountedConnection } from './connections.js';
import { bridgeError, toOpeningError } from './bridgeErrors.js';
import { serverDiscover } from '@mcp-gen/protocol/registry/methods';
import type { ClientRevisions } from './clientRevisions.js';
import { clientNotifications, EXTENSION_TASKS, forwardedRequests, handlersFor } from './forwardedMethods.js';
import type { PendingCalls } from './pendingCalls.js';
import { StatelessLink } from './statelessLink.js';
import { isOfUnknownExtension, withUnknownExtensions } from './unknownExtensions.js';
import { openUpstream, type UpstreamSettings } from './upstream.js';

/** A connection for a client. */
interface ConnectionEntry {
  readonly counted: CountedConnection;
  readonly link: Promise<StatelessLink>;
  opened: StatelessLink | undefined;
  /** The time of its last use, in milliseconds of `performance.now()`. */
  idleSince: number;
  /** Stops the timer for the end of its rest. */
  stopTimer: Stop | undefined;
  /** The number of requests that use the connection. */
  users: number;
}

/** Tasks that a revision has itself belong to a session, and clients without one may share a connection. */
const shared = derived(() => forwardedRequests().filter(({ method }) => !isAboutTasks(method)));

/** Returns whether a request is about tasks that a revision has itself. */
function isAboutTasks(method: string): boolean {
  return REQUESTS[method]?.capability?.split('.')[0] === 'tasks' && hasRequest(method, REVISION_WITH_TASKS);
}

/** Limits of the connections for clients without sessions. */
export interface StatelessLimits {
  readonly idleTimeout: number;
  readonly calls: PendingCalls;
}

/** Maximum characters of a client's identity and capabilities. */
const MAX_IDENTITY_LENGTH = 16_384;

/** The connections to the server for clients without sessions, by caller, revision, identity, and capabilities. */
export class StatelessSide {
  readonly #revisions: ClientRevisions;
  readonly #settings: UpstreamSettings;
  readonly #limits: StatelessLimits;
  readonly #entries = new Map<string, ConnectionEntry>();
  readonly #connection = crypto.randomUUID();
  #isClosed = false;

  constructor(revisions: ClientRevisions, settings: UpstreamSettings, limits: StatelessLimits) {
    this.#revisions = revisions;
    this.#settings = settings;
    this.#limits = limits;
  }

  /** Handlers for the runtime. */
  handlers(): object {
    const tasks = Object.entries(EXTENSION_TASKS).map(([name, method]) => [
      name,
      (params: object, context: HandlerContext) => this.#use(context, (link) => link.task(method, params, context)),
    ]);
    return {
      ...handlersFor(shared(), (method, params, context) =>
        this.#use(context, (link, caller) => link.forward(method, params, context, caller)),
      ),
      ...handlersFor(clientNotifications(), (method, params, context) =>
        this.#settings.admission.forward(context, this.#connection, () =>
          this.#use(context, (link) => link.notify(method, params)),
        ),
      ),
      ...(Object.fromEntries(tasks) as object),
      discover: (_params: unknown, context: HandlerContext) =>
        this.#use(context, (link) => this.#discovered(link, context.revision)),
      subscriptionsListen: (params: unknown, context: HandlerContext) =>
        this.#use(context, (link) => link.listen(params, context)),
    };
  }

  /** Adds the requests of unknown extensions. Whether the server has declared any is known when it is connected. */
  readonly extendProfile = (profile: Profile): Profile =>
    withUnknownExtensions(
      profile,
      () => true,
      ({ method, params, context, refusal }) =>
        this.#use(context, (link, caller) => {
          if (!link.upstream.takesUnknown) throw refusal;
          return link.forward(method as AnyMethod, params, context, caller);
        }),
    );

  /** Forwards notifications of unknown extensions. */
  readonly unknownNotification: UnknownNotificationHandler = (method, params, context, ignore) => {
    if (isOfUnknownExtension(method)) {
      const send = (): unknown =>
        this.#use(context, (link) =>
          link.upstream.takesUnknown ? link.notify(method as AnyMethod, params) : ignore(),
        );
      return this.#settings.admission.forward(context, this.#connection, send);
    }
    ignore();
    return undefined;
  };

  #discovered(link: StatelessLink, revision: string): object {
    const supportedVersions = this.#revisions.sources.map(({ id }) => id);
    const result = { resultType: 'complete', supportedVersions, ttlMs: 0, cacheScope: 'private', ...link.discover() };
    const capabilities = acceptedCapabilities(
      link.upstream.capabilitiesFor(revision),
      (accepted) => this.#revisions.isResult(revision, serverDiscover, { ...result, capabilities: accepted }),
      (pointer) => link.lostCapability(pointer, revision),
    );
    return { ...result, capabilities };
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#limits.calls.close();
    const all = [...this.#entries.values()];
    this.#entries.clear();
    for (const { stopTimer, counted } of all) {
      stopTimer?.();
      this.#settings.connections.remove(counted);
    }
    await Promise.all(all.map(({ link }) => link.then(({ upstream }) => upstream.close()).catch(() => undefined)));
  }

  #use(context: HandlerContext, act: (link: StatelessLink, caller: string) => unknown): unknown {
    const { auth, http } = context;
    // Callers that cannot be identified do not share connections.
    const caller = callerName(auth, http, http === undefined ? 'connection' : undefined) ?? crypto.randomUUID();
    const { key, entry } = this.#find(caller, context);
    entry.idleSince = performance.now();
    if (entry.opened !== undefined) {
      try {
        return act(entry.opened, caller);
      } finally {
        this.#rest(key, entry);
      }
    }
    entry.users++;
    return entry.link
      .finally(() => entry.users--)
      .then((link) => {
        context.signal.throwIfAborted();
        return act(link, caller);
      })
      .finally(() => this.#rest(key, entry));
  }

  #find(caller: string, context: HandlerContext): { readonly key: string; readonly entry: ConnectionEntry } {
    if (this.#isClosed) throw bridgeError('The bridge is closing');
    const { peer, revision } = context;
    const key = JSON.stringify([caller, revision, peer]);
    const found = this.#entries.get(key);
    if (found !== undefined) return { key, entry: found };
    if (key.length > MAX_IDENTITY_LENGTH) {
      throw new JsonRpcError(ErrorCode.InvalidParams, 'Invalid params: clientInfo and capabilities are too large');
    }
    const counted: CountedConnection = {
      holder: holderOf(context),
      isUnused: () => isUnused(entry),
      close: () => this.#drop(key, entry),
    };
    // Before it is opened, which may start a process.
    if (context.http !== undefined) this.#settings.connections.add(counted);
    const link = this.#open(key, peer, revision);
    const entry: ConnectionEntry = { counted, link, opened: undefined, idleSince: 0, stopTimer: undefined, users: 0 };
    this.#entries.set(key, entry);
    entry.link.then(
      (link) => (entry.opened = link),
      () => this.#drop(key, entry),
    );
    return { key, entry };
  }

  /** Closes a connection after a time without requests. */
  #rest(key: string, entry: ConnectionEntry): void {
    if (!isUnused(entry) || this.#entries.get(key) !== entry) return;
    entry.idleSince = performance.now();
    // A timer for each request would cost as much as the request.
    if (entry.stopTimer === undefined) this.#watch(key, entry, this.#limits.idleTimeout);
  }

  #watch(key: string, entry: ConnectionEntry, delay: number): void {
    entry.stopTimer = after(delay, () => {
      entry.stopTimer = undefined;
      if (!isUnused(entry) || this.#entries.get(key) !== entry) return;
      const left = entry.idleSince + this.#limits.idleTimeout - performance.now();
      if (left > 0) this.#watch(key, entry, left);
      // Task results are kept for their time to live, unless other clients need the connection.
      else if (entry.opened?.keepsTasks === true) this.#watch(key, entry, this.#limits.idleTimeout);
      else this.#drop(key, entry);
    });
  }

  #drop(key: string, entry: ConnectionEntry): void {
    this.#entries.delete(key);
    this.#settings.connections.remove(entry.counted);
    entry.stopTimer?.();
    // It may still be opening.
    void entry.link.then(
      ({ upstream }) => upstream.close(),
      () => undefined,
    );
  }

  async #open(key: string, peer: PeerInfo, revision: string): Promise<StatelessLink> {
    const { report, onLoss } = this.#settings;
    const capabilities = usableCapabilities(peer.capabilities, revision);
    const clientInfo = without(peer, 'capabilities');
    const link = new StatelessLink({
      calls: this.#limits.calls,
      report,
      lostCapability: lostCapabilities(onLoss),
      onIdle: () => {
        const entry = this.#entries.get(key);
        if (entry !== undefined) this.#rest(key, entry);
      },
    });
    const translator = new Translator(this.#revisions.converter(revision), { capabilities, clientInfo }, onLoss);
    const takesResult = (method: string, value: unknown): boolean =>
      this.#revisions.takesResult(revision, method, value);
    const client = { revision, translator, clientInfo, capabilities: { ...capabilities }, takesResult };
    try {
      link.upstream = await openUpstream(this.#settings, client, link, { questions: 'return' });
    } catch (error) {
      report(error);
      throw toOpeningError(error);
    }
    const { session } = link.upstream;
    void session.closed.then((reason) => {
      if (reason.reason !== 'closed') report(reason);
      const entry = this.#entries.get(key);
      if (entry?.opened === link) this.#drop(key, entry);
    });
    if (this.#isClosed) await session.close();
    return link;
  }
}

function isUnused({ users, opened }: ConnectionEntry): boolean {
  return users === 0 && opened?.isIdle === true;
}
