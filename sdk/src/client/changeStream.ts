import {
  ConnectionClosedError,
  MetaKey,
  requireCapability,
  type ErrorListener,
  type RequestOptions,
} from '@mcp-gen/runtime';
import type { SubscriptionFilter, SubscriptionsAcknowledgedNotificationParams } from '@mcp-gen/protocol/author';
import { listFilters } from '../listening.js';
import { backoff, pause } from './pause.js';
import { within } from './waiting.js';

/** What changes are asked for in. */
interface Listening {
  readonly session: {
    readonly peer: { readonly capabilities: { readonly [name: string]: unknown } };
    request(method: string, params: unknown, options: RequestOptions): Promise<unknown>;
  };
}

/** What a stream of changes takes of its client. */
export interface ChangeStreamParts {
  /** The session to listen in. */
  readonly conversation: () => Listening | Promise<Listening>;
  /** Whether the application is told of lists that change. */
  readonly followsLists: boolean;
  /** Called when changes may have been missed. */
  readonly onGap: () => void;
  readonly report: ErrorListener;
}

/** Attempts in a row after which a stream is not opened again: they failed, or their streams ended at once. */
const MOST_ATTEMPTS = 5;
/** Milliseconds that a stream has to last for the next attempt to be the first one again. */
const LASTING = 5_000;
/** Milliseconds that a server has to say what it agrees to. The next stream waits for that. */
const AGREE_TIMEOUT = 60_000;
/** Milliseconds before the first attempt to open a stream again. */
const DELAY = 1_000;

/** One `subscriptions/listen` that is open, or being opened. */
interface Stream {
  /** The id of the request. */
  id: string | number | undefined;
  readonly stop: AbortController;
  /** Resolves with what the server agreed to. */
  readonly agreed: Promise<SubscriptionFilter>;
  readonly agree: (filter: SubscriptionFilter) => void;
  /** Whether the server has ended it, or its connection. */
  isOver: boolean;
}

/**
 * What a server without sessions tells of changes (specification, 2026-07-28: Subscriptions): one stream for all that the client follows.
 * It is opened again when that changes, and when it breaks. Without anything to follow, there is none.
 */
export class ChangeStream {
  readonly #parts: ChangeStreamParts;
  readonly #uris = new Set<string>();
  #stream: Stream | undefined;
  /** Streams are opened one after another: each is acknowledged before the next is asked for. */
  #opening: Promise<unknown> = Promise.resolve();
  #attempts = 0;
  #isClosed = false;

  constructor(parts: ChangeStreamParts) {
    this.#parts = parts;
  }

  /** Opens the stream if there is something to follow, as when a session has been opened. */
  start(): void {
    if (!this.#isNeeded) return;
    this.#open().catch((error: unknown) => {
      // That the connection is closed is known without this.
      if (!(error instanceof ConnectionClosedError)) this.#parts.report(error);
    });
  }

  /**
   * Follows a resource.
   *
   * @throws {JsonRpcError} if the server has not declared that it tells of updates.
   * @throws {Error} if the server does not tell of updates of this one.
   */
  async add(uri: string): Promise<void> {
    const { session } = await this.#parts.conversation();
    requireCapability('resources.subscribe', session.peer.capabilities, 'subscriptions/listen');
    this.#uris.add(uri);
    try {
      const { resourceSubscriptions: agreed = [] } = await this.#open();
      if (!agreed.includes(uri)) throw new Error(`The server does not tell of updates of ${uri}`);
    } catch (error) {
      this.#uris.delete(uri);
      throw error;
    }
  }

  /** Stops to follow a resource. */
  async remove(uri: string): Promise<void> {
    if (this.#uris.delete(uri)) await this.#open();
  }

  /** Takes what the server agreed to. It is the first message of a stream, and names its request. */
  acknowledged({ notifications, _meta: meta }: SubscriptionsAcknowledgedNotificationParams): void {
    const id = meta?.[MetaKey.SubscriptionId];
    if (id !== undefined && id === this.#stream?.id) return this.#stream.agree(notifications);
    const named = JSON.stringify(id) as string | undefined;
    this.#parts.report(new Error(`The server acknowledged the stream ${named}, which is not being opened`));
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  get #isNeeded(): boolean {
    return this.#parts.followsLists || this.#uris.size > 0;
  }

  #end(): void {
    this.#stream?.stop.abort();
    this.#stream = undefined;
  }

  #open(): Promise<SubscriptionFilter> {
    const opening = this.#opening.then(() => this.#openNow());
    this.#opening = opening.catch(() => undefined);
    return opening;
  }

  /** Opens a stream for all that is followed now. The one before ends when the new one has begun, so that nothing is missed. */
  async #openNow(): Promise<SubscriptionFilter> {
    const conversation = await this.#parts.conversation();
    if (this.#isClosed) return {};
    const before = this.#stream;
    if (before?.isOver === false) {
      const agreed = await before.agreed;
      if (areEqual(new Set(agreed.resourceSubscriptions), this.#uris)) return agreed;
    }
    const notifications = filterOf(conversation.session.peer.capabilities, this.#uris);
    if (!this.#isNeeded || Object.keys(notifications).length === 0) {
      this.#end();
      return {};
    }
    let agree!: Stream['agree'];
    const agreed = new Promise<SubscriptionFilter>((resolve) => (agree = resolve));
    const stream: Stream = { id: undefined, stop: new AbortController(), agreed, agree, isOver: false };
    this.#stream = stream;
    const onRequestId = (id: string | number): void => void (stream.id = id);
    const ended = conversation.session
      .request('subscriptions/listen', { notifications }, { timeout: 0, signal: stream.stop.signal, onRequestId })
      .then(() => Promise.reject(new Error('The server ended the stream before it had begun')))
      .finally(() => (stream.isOver = true));
    try {
      const deadline = { at: performance.now() + AGREE_TIMEOUT, timeout: AGREE_TIMEOUT };
      const filter = await within(Promise.race([agreed, ended]), { deadline }, 'subscriptions/listen');
      const begun = performance.now();
      ended.catch(() => {
        if (performance.now() - begun >= LASTING) this.#attempts = 0;
        return this.#again(stream);
      });
      before?.stop.abort();
      return filter;
    } catch (error) {
      stream.stop.abort();
      // What was followed before is followed still.
      if (this.#stream === stream) this.#stream = before;
      throw error;
    }
  }

  #isFollowed(stream: Stream): boolean {
    return this.#stream === stream && !stream.stop.signal.aborted;
  }

  /** A stream has ended. Unless that was wanted, it is opened again, after a pause. */
  async #again(stream: Stream): Promise<void> {
    if (!this.#isFollowed(stream)) return;
    const { onGap, report } = this.#parts;
    while (this.#attempts < MOST_ATTEMPTS) {
      await pause(backoff(DELAY, this.#attempts++), stream.stop.signal);
      if (!this.#isFollowed(stream)) return;
      try {
        await this.#open();
        onGap();
        return;
      } catch (error) {
        report(error);
      }
    }
    this.#stream = undefined;
    // What is followed from now on is asked for as if it were the first.
    this.#attempts = 0;
    report(new Error('The server no longer tells of changes: its stream could not be opened again'));
  }
}

/** What to ask for: changes of all lists that can change, and updates of resources. */
function filterOf(capabilities: { readonly [name: string]: unknown }, uris: ReadonlySet<string>): SubscriptionFilter {
  const lists = listFilters(
    ({ capability }) =>
      (capabilities[capability] as { readonly listChanged?: unknown } | undefined)?.listChanged === true,
  );
  return {
    ...Object.fromEntries(lists.map((name) => [name, true])),
    ...(uris.size > 0 && { resourceSubscriptions: [...uris] }),
  };
}

/** Returns whether two sets have the same values. */
function areEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((uri) => other.has(uri));
}
