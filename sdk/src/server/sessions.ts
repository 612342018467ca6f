import type { HandlerContext, RestoredSession, SessionContext } from '@mcp-gen/runtime';
import type { AuthorNotifications, LoggingLevel } from '@mcp-gen/protocol/author';
import type { Converter } from '../conversions/index.js';
import { Translator, type LossListener } from '../translator.js';
import { LIST_METHODS } from '../listening.js';
import { parseUri } from '../uri/index.js';
import { KeptRoots } from './keptRoots.js';
import { LOG_LEVELS } from './logging.js';
import { outsideRequest } from './outsideRequest.js';
import { Subscriptions, type Subscription } from './subscriptions.js';
import { Changes, MemoryChangeBus, type Change, type ChangeBus, type ListChanged, type Listener } from './changes.js';

/** What a server keeps of one client, as long as their conversation lasts. */
export interface Conversation {
  readonly translator: Translator;
  /** What the application keeps of it. */
  readonly data: Map<string, unknown>;
  /** The lowest level of log messages that the client gets. */
  logLevel: LoggingLevel;
  /** The resources whose updates the client is notified of. */
  readonly subscriptions: Subscriptions;
  readonly roots: KeptRoots;
  /** Tells it apart from others. */
  readonly key: string;
  /** Writes the facts that have changed to the record of the session, where there is one. */
  readonly keep: () => void;
}

/** What conversations are made with. */
export interface SessionsOptions {
  readonly converter: (revision: string) => Converter;
  readonly logLevel: LoggingLevel;
  readonly report: (error: unknown) => void;
  readonly onLoss: LossListener | undefined;
  /** Carries the changes that clients are notified of. */
  readonly changes: ChangeBus | undefined;
  /** Returns whether this server has a list that can change. Other servers on the same bus may have more. */
  readonly declares: (method: ListChanged) => boolean;
  /** Returns whether a resource exists and its access refuses a caller. */
  readonly isRefused: (href: string, caller: HandlerContext, conversation: Conversation) => boolean;
}

/** The conversations of a server: what is known of each, and which are open. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #conversations = new WeakMap<SessionContext, Conversation>();
  readonly #open = new Map<SessionContext, Conversation>();
  /** The clients that listen without a session. */
  readonly #listeners = new Set<Listener>();
  readonly #changes: Changes;
  #count = 0;
  #salt = '';

  constructor(options: SessionsOptions) {
    this.#options = options;
    const { changes = new MemoryChangeBus(), report } = options;
    this.#changes = new Changes(changes, (change) => this.#tell(change), report);
  }

  /** Returns the conversation of a message. A message without a session has one of its own. */
  of({ session, revision, peer, auth }: Pick<HandlerContext, 'session' | 'revision' | 'peer' | 'auth'>): Conversation {
    const known = session && this.#conversations.get(session);
    if (known !== undefined) {
      known.subscriptions.refresh(auth);
      return known;
    }
    const { converter, logLevel, onLoss } = this.#options;
    const { capabilities, ...clientInfo } = peer;
    const conversation: Conversation = {
      translator: new Translator(converter(revision), { capabilities, clientInfo }, onLoss),
      data: new Map(),
      logLevel,
      subscriptions: new Subscriptions(session?.quota),
      roots: new KeptRoots(session?.quota),
      key: session === undefined ? 'conversation 0' : this.#nextKey(),
      keep: () => {
        const { logLevel, subscriptions } = conversation;
        session?.keep({ logLevel, subscriptions: subscriptions.uris });
      },
    };
    if (session !== undefined) this.#conversations.set(session, conversation);
    return conversation;
  }

  /** A client is ready to be notified of changes. */
  opened(session: SessionContext, restored?: RestoredSession): Conversation {
    const { revision, peer } = session;
    const conversation = this.#conversations.get(session) ?? this.of({ session, revision, peer, auth: undefined });
    if (restored !== undefined) this.#restore(session, conversation, restored);
    this.#open.set(session, conversation);
    this.#changes.addClient();
    void session.closed.then(() => {
      this.#open.delete(session);
      this.#changes.removeClient();
    });
    return conversation;
  }

  /** Continues with what another process has kept. What has changed since nobody knows, so the client is told of all that it follows. */
  #restore(session: SessionContext, conversation: Conversation, { state, auth }: RestoredSession): void {
    const { subscriptions } = conversation;
    const level = LOG_LEVELS.find((each) => each === state.logLevel);
    if (level !== undefined) conversation.logLevel = level;
    for (const uri of Array.isArray(state.subscriptions) ? (state.subscriptions as readonly unknown[]) : []) {
      try {
        const { href } = parseUri(String(uri));
        subscriptions.add(href, String(uri), auth);
      } catch (error) {
        this.#options.report(error);
      }
    }
    const lists = [...LIST_METHODS].filter((method): method is ListChanged =>
      this.#options.declares(method as ListChanged),
    );
    // Not before the session is open: it is then that access can be decided.
    queueMicrotask(() => {
      for (const method of lists) void this.#notify(session, conversation, method, undefined);
      for (const href of subscriptions.hrefs) this.#tellUpdate(href, session, conversation);
    });
  }

  /** Tells a client of changes, without a session. Returns what ends that. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#changes.addClient();
    return () => {
      if (this.#listeners.delete(listener)) this.#changes.removeClient();
    };
  }

  /** Drops the known roots of a client, which have changed. */
  rootsChanged(context: HandlerContext): void {
    this.of(context).roots.drop();
  }

  /** Notifies every client, of this server and of those that share its change bus, that a list has changed. */
  listChanged(method: ListChanged): void {
    this.#changes.publish({ method });
  }

  /**
   * Notifies the clients that have subscribed to a resource, and may still access it, that it was updated: each by the URI that it
   * subscribed with.
   *
   * @param href the resource's URI in its normal form
   */
  resourceUpdated(href: string): void {
    this.#changes.publish({ method: 'notifications/resources/updated', uri: href });
  }

  /** Notifies the clients of this server. A failure for one of them does not affect the others. */
  #tell(change: Change): void {
    const isUpdate = change.method === 'notifications/resources/updated';
    if (!isUpdate && !this.#options.declares(change.method)) return;
    for (const [session, conversation] of this.#open) {
      if (!isUpdate) {
        void this.#notify(session, conversation, change.method, undefined);
        continue;
      }
      this.#tellUpdate(change.uri, session, conversation);
    }
    for (const listener of this.#listeners) this.#tellListener(listener, change);
  }

  #tellUpdate(href: string, session: SessionContext, conversation: Conversation): void {
    const subscription = conversation.subscriptions.get(href);
    if (subscription === undefined || this.#isRefused(href, subscription, session, conversation)) return;
    void this.#notify(session, conversation, 'notifications/resources/updated', { uri: subscription.uri });
  }

  /** A client that listens needs access at the time of the notification. */
  #tellListener(listener: Listener, change: Change): void {
    if (change.method !== 'notifications/resources/updated') {
      if (listener.lists.has(change.method)) listener.tell(change.method, {});
      return;
    }
    const uri = listener.resources.get(change.uri);
    if (uri === undefined) return;
    try {
      if (!listener.isRefused(change.uri)) listener.tell(change.method, { uri });
    } catch (error) {
      this.#options.report(error);
    }
  }

  /** The subscriber needs access at the time of the notification, with the roles that were authenticated last. */
  #isRefused(href: string, subscription: Subscription, session: SessionContext, conversation: Conversation): boolean {
    const auth = conversation.subscriptions.callerOf(subscription);
    try {
      return this.#options.isRefused(href, outsideRequest(session, auth), conversation);
    } catch (error) {
      this.#options.report(error);
      return true;
    }
  }

  /** Limits can be shared with other processes, which have conversations of their own. */
  #nextKey(): string {
    this.#salt ||= crypto.randomUUID().slice(0, 8);
    return `conversation ${this.#salt}.${++this.#count}`;
  }

  async #notify(
    session: SessionContext,
    { translator }: Conversation,
    method: keyof AuthorNotifications,
    params: unknown,
  ): Promise<void> {
    try {
      await session.notify(method, translator.toRevision(method, 'params', params));
    } catch (error) {
      this.#options.report(error);
    }
  }
}
