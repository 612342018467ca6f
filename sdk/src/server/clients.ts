import type { AuthInfo, HandlerContext, RestoredSession, SessionHandle } from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { AuthorNotifications, LoggingLevel } from '@mcp-gen/protocol/author';
import type { Converter } from '../conversions/index.js';
import { noteDeprecations, type DeprecationListener } from '../deprecation.js';
import { hasNotification, type AnnouncedNotification, type ListChanged } from '../registry.js';
import { Translator, type LossListener } from '../translator.js';
import { filteredMethods, listMethods } from '../filteredChanges.js';
import { encodeIllegal, parseUri } from '../uri/index.js';
import { Context, type ContextOptions } from './context.js';
import type { ClientState } from './clientState.js';
import { RootsCache } from './rootsCache.js';
import { LOG_LEVELS } from '../loggingLevels.js';
import { Subscriptions } from './subscriptions.js';
import { Changes, MemoryChangeBus, type Change, type ChangeBus, type Listener } from './changes.js';
import { AskError } from './errors.js';

/** Dependencies of {@link Clients}. */
export interface ClientsOptions {
  readonly converter: (revision: string) => Converter;
  readonly logLevel: LoggingLevel;
  readonly report: (error: unknown) => void;
  readonly onLoss: LossListener;
  readonly onDeprecated: DeprecationListener | undefined;
  /** Carries the changes that clients are notified of. */
  readonly changes: ChangeBus | undefined;
  /** Returns whether this server has declared what a notification is about. Other servers on the same bus may have more. */
  readonly declares: (method: AnnouncedNotification) => boolean;
  /** Returns whether a resource exists and its access rule refuses a caller. */
  readonly isRefused: (href: string, context: Context) => boolean;
  /** Options of the contexts of notifications. */
  readonly context: ContextOptions;
}

/** The clients of a server: what it remembers of each, and the notifications that they receive. */
export class Clients {
  readonly #options: ClientsOptions;
  readonly #states = new WeakMap<SessionHandle, ClientState>();
  readonly #open = new Map<SessionHandle, ClientState>();
  /** Clients that listen without a session. */
  readonly #listeners = new Set<Listener>();
  readonly #changes: Changes;
  readonly #note: ReturnType<typeof noteDeprecations>;
  /** The revision of the latest message without a session. */
  #stateless: string | undefined;
  /** The notifications whose loss for clients without sessions was reported. */
  readonly #unselected = new Set<string>();
  #count = 0;
  #salt = '';

  constructor(options: ClientsOptions) {
    this.#options = options;
    this.#note = noteDeprecations(options.onDeprecated, options.report);
    const { changes = new MemoryChangeBus(), report } = options;
    this.#changes = new Changes(changes, (change) => this.#deliver(change), report);
  }

  /** Returns the client state of a message. A message without a session has its own. */
  of({ session, revision, peer, auth }: Pick<HandlerContext, 'session' | 'revision' | 'peer' | 'auth'>): ClientState {
    const known = session && this.#states.get(session);
    if (known !== undefined) {
      known.subscriptions.refresh(auth);
      return known;
    }
    if (session === undefined) this.#stateless = revision;
    const { converter, logLevel, onLoss } = this.#options;
    const { capabilities, ...clientInfo } = peer;
    const clientState: ClientState = {
      translator: new Translator(converter(revision), { capabilities, clientInfo }, onLoss, this.#note),
      data: new Map(),
      logLevel,
      subscriptions: new Subscriptions(session?.quota),
      roots: new RootsCache(session?.quota),
      key: session === undefined ? 'connection 0' : this.#nextKey(),
      keep: () => {
        const { logLevel, subscriptions } = clientState;
        session?.keep({ logLevel, subscriptions: subscriptions.uris });
      },
    };
    if (session !== undefined) this.#states.set(session, clientState);
    return clientState;
  }

  /** Called when a client is ready to receive notifications. */
  opened(session: SessionHandle, restored?: RestoredSession): ClientState {
    const { revision, peer } = session;
    const clientState = this.#states.get(session) ?? this.of({ session, revision, peer, auth: undefined });
    if (restored !== undefined) this.#restore(session, clientState, restored);
    this.#open.set(session, clientState);
    this.#changes.addClient();
    void session.closed.then(() => {
      this.#open.delete(session);
      this.#changes.removeClient();
    });
    return clientState;
  }

  /** Restores a session of another process. Changes since then are unknown, so the client is notified of everything that it follows. */
  #restore(session: SessionHandle, clientState: ClientState, { state, auth }: RestoredSession): void {
    const { subscriptions } = clientState;
    const level = LOG_LEVELS.find((each) => each === state.logLevel);
    if (level !== undefined) clientState.logLevel = level;
    for (const uri of Array.isArray(state.subscriptions) ? (state.subscriptions as readonly unknown[]) : []) {
      try {
        const { href } = parseUri(String(uri));
        subscriptions.add(href, String(uri), auth);
      } catch (error) {
        this.#options.report(error);
      }
    }
    const lists = [...listMethods()].filter((method): method is ListChanged =>
      this.#options.declares(method as ListChanged),
    );
    // Only after the session is open can access be decided.
    queueMicrotask(() => {
      for (const method of lists) this.#notifyChange({ method }, session, clientState);
      for (const href of subscriptions.hrefs) this.#notifyUpdate(href, session, clientState);
    });
  }

  /** Adds a client without a session that listens for changes. Returns a function that removes it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#changes.addClient();
    return () => {
      if (this.#listeners.delete(listener)) this.#changes.removeClient();
    };
  }

  /** Drops the cached roots of a client. Called when they have changed. */
  rootsChanged(context: HandlerContext): void {
    this.of(context).roots.drop();
  }

  /** Notifies every client that follows a notification: those of this server, and of servers on the same change bus. */
  announce(method: AnnouncedNotification, params?: object): void {
    this.#changes.publish({ method, ...(params !== undefined && { params }) });
  }

  /**
   * Notifies the subscribed clients that a resource was updated, if they may still access it. Each receives the URI that it subscribed
   * with.
   *
   * @param href the normalized URI of the resource
   */
  resourceUpdated(href: string): void {
    this.#changes.publish({ method: Method.notificationsResourcesUpdated, uri: href });
  }

  /** Notifies the clients of this server. A failure for one of them does not affect the others. */
  #deliver(change: Change): void {
    const isUpdate = change.method === Method.notificationsResourcesUpdated;
    if (!isUpdate && !this.#options.declares(change.method)) return;
    if (!isUpdate && !filteredMethods().has(change.method)) this.#reportUnselected(change.method);
    for (const [session, clientState] of this.#open) {
      if (isUpdate) this.#notifyUpdate(change.uri, session, clientState);
      else this.#notifyChange(change, session, clientState);
    }
    for (const listener of this.#listeners) this.#notifyListener(listener, change);
  }

  /** Reports a notification that clients without sessions cannot follow, if there are such clients: once. */
  #reportUnselected(method: string): void {
    const revision = this.#stateless;
    if (revision === undefined || !hasNotification(method, revision) || this.#unselected.has(method)) return;
    this.#unselected.add(method);
    const what = 'a notification for clients without a session, which no property of the subscription filter selects';
    this.#options.onLoss({ pointer: '', what }, { method, revision });
  }

  /** Clients whose revision does not have the notification do not have what it is about, and miss nothing. */
  #notifyChange(
    { method, params }: Exclude<Change, { readonly uri: string }>,
    session: SessionHandle,
    clientState: ClientState,
  ): void {
    if (!hasNotification(method, session.revision)) return;
    this.notify(session, clientState, method, params).catch(this.#options.report);
  }

  #notifyUpdate(href: string, session: SessionHandle, clientState: ClientState): void {
    const subscription = clientState.subscriptions.get(href);
    if (subscription === undefined) return;
    // With the roles of the latest authentication.
    const auth = clientState.subscriptions.callerOf(subscription);
    if (this.#isRefused(href, auth, session, clientState)) return;
    const params = { uri: encodeIllegal(subscription.uri) };
    this.notify(session, clientState, Method.notificationsResourcesUpdated, params, auth).catch(this.#options.report);
  }

  /** Checks access at the time of the notification. */
  #notifyListener(listener: Listener, change: Change): void {
    if (change.method !== Method.notificationsResourcesUpdated) {
      if (listener.changes.has(change.method)) listener.deliver(change.method, change.params ?? {});
      return;
    }
    const uri = listener.resources.get(change.uri);
    if (uri === undefined) return;
    try {
      if (!listener.isRefused(change.uri)) listener.deliver(change.method, { uri: encodeIllegal(uri) });
    } catch (error) {
      this.#options.report(error);
    }
  }

  /** Checks access at the time of the notification. */
  #isRefused(href: string, auth: AuthInfo | undefined, session: SessionHandle, clientState: ClientState): boolean {
    try {
      return this.#options.isRefused(href, this.#contextOf(session, clientState, auth));
    } catch (error) {
      this.#options.report(error);
      return true;
    }
  }

  /** Returns a random key, since limits can be shared with other processes and their clients. */
  #nextKey(): string {
    this.#salt ||= crypto.randomUUID().slice(0, 8);
    return `connection ${this.#salt}.${++this.#count}`;
  }

  #contextOf(session: SessionHandle, clientState: ClientState, auth: AuthInfo | undefined): Context {
    return new Context(outsideRequest(session, auth), clientState, this.#options.context);
  }

  /**
   * Sends a notification that does not belong to a request, through the middleware.
   *
   * @param auth the receiver, if it is known
   */
  async notify(
    session: SessionHandle,
    clientState: ClientState,
    method: keyof AuthorNotifications,
    params?: object,
    auth?: AuthInfo,
  ): Promise<void> {
    const send = (given: unknown): Promise<void> =>
      session.notify(method, clientState.translator.toRevision(method, 'params', given));
    const { through } = this.#options.context;
    if (through === undefined) return send(params);
    await through(this.#contextOf(session, clientState, auth), 'notification', method, params, send);
  }
}

/**
 * Returns a context for work that a server does for one client outside of requests, such as deciding who is notified of a change. There is
 * nothing to cancel, no progress, no HTTP headers, and the client cannot be asked.
 */
function outsideRequest(session: SessionHandle, auth: AuthInfo | undefined): HandlerContext {
  return {
    signal: new AbortController().signal,
    revision: session.revision,
    requestId: undefined,
    peer: session.peer,
    auth,
    locals: new Map(),
    http: undefined,
    session,
    meta: undefined,
    progress: () => undefined,
    notify: (method: string, params?: unknown) => session.notify(method, params),
    closeStream: () => undefined,
    retain: () => undefined,
    replay: undefined,
    onClosing: () => () => undefined,
    once: async (_key, act) => act(),
    ask: () => Promise.reject(new AskError('The client cannot be asked outside of a request')),
  };
}
