import type { HandlerContext, SessionContext } from '@mcp-gen/runtime';
import type { AuthorNotifications, LoggingLevel, Root } from '@mcp-gen/protocol/author';
import type { Converter } from '../conversions/index.js';
import type { RootPaths } from '../roots/index.js';
import { Translator, type LossListener } from '../translator.js';

/** The notifications that a list has changed. */
export type ListChanged = Extract<keyof AuthorNotifications, `${string}/list_changed`>;

/** The roots of a client, as they are kept. */
export interface KeptRoots {
  /** The client's roots, once it has been asked for them, until they change. */
  roots: KnownRoots | undefined;
  /** How often they have changed. */
  rootsChanges: number;
}

/** What a server keeps of one client, as long as their conversation lasts. */
export interface Conversation extends KeptRoots {
  readonly translator: Translator;
  /** What the application keeps of it. */
  readonly data: Map<string, unknown>;
  /** The lowest level of log messages that the client gets. */
  logLevel: LoggingLevel;
  /** The resources that the client is told the changes of, by their URIs in the normal form. */
  readonly subscriptions: Map<string, Subscription>;
  /** Tells it apart from others. */
  readonly key: string;
}

/** What a client has subscribed to. */
export interface Subscription {
  /** As the client wrote it. */
  readonly uri: string;
  /** Whether who subscribed may not see it any more. */
  readonly isRefused: () => boolean;
}

/** What is known of a client's roots. */
export interface KnownRoots {
  readonly list: readonly Root[];
  paths?: RootPaths;
}

/** What conversations are made with. */
export interface SessionsOptions {
  readonly converter: (revision: string) => Converter;
  readonly logLevel: LoggingLevel;
  readonly report: (error: unknown) => void;
  readonly onLoss: LossListener | undefined;
}

/** The conversations of a server: what is known of each, and which are open. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #conversations = new WeakMap<SessionContext, Conversation>();
  readonly #open = new Map<SessionContext, Conversation>();
  #count = 0;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** The conversation that a message belongs to. A message that stands alone is one of its own. */
  of({ session, revision, peer }: Pick<HandlerContext, 'session' | 'revision' | 'peer'>): Conversation {
    const known = session && this.#conversations.get(session);
    if (known !== undefined) return known;
    const { converter, logLevel, onLoss } = this.#options;
    const { capabilities, ...clientInfo } = peer;
    const conversation: Conversation = {
      translator: new Translator(converter(revision), { capabilities, clientInfo }, onLoss),
      data: new Map(),
      logLevel,
      subscriptions: new Map(),
      key: `conversation ${session === undefined ? 0 : ++this.#count}`,
      roots: undefined,
      rootsChanges: 0,
    };
    if (session !== undefined) this.#conversations.set(session, conversation);
    return conversation;
  }

  /** A client is ready to hear of changes. */
  opened(session: SessionContext): Conversation {
    const conversation = this.of({ session, revision: session.revision, peer: session.peer });
    this.#open.set(session, conversation);
    void session.closed.then(() => this.#open.delete(session));
    return conversation;
  }

  /** The roots of a client are no longer those that are known. */
  rootsChanged(context: HandlerContext): void {
    const conversation = this.of(context);
    conversation.roots = undefined;
    conversation.rootsChanges++;
  }

  /** Tells every client that a list has changed. What keeps one from it does not keep the others. */
  listChanged(method: ListChanged): void {
    for (const [session, conversation] of this.#open) void this.#notify(session, conversation, method, undefined);
  }

  /**
   * Tells the clients that have subscribed to a resource, and may still see it, that it has changed, by the URI that each has
   * subscribed with.
   *
   * @param href the resource's URI in its normal form
   */
  resourceUpdated(href: string): void {
    for (const [session, conversation] of this.#open) {
      const subscription = conversation.subscriptions.get(href);
      if (subscription === undefined || this.#isRefused(subscription)) continue;
      const { uri } = subscription;
      void this.#notify(session, conversation, 'notifications/resources/updated', { uri });
    }
  }

  /** What cannot be decided is not told. */
  #isRefused({ isRefused }: Subscription): boolean {
    try {
      return isRefused();
    } catch (error) {
      this.#options.report(error);
      return true;
    }
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
