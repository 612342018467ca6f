import type { ErrorListener, RequestOptions } from '@mcp-gen/runtime';
import type { SubscriptionFilter, SubscriptionsAcknowledgedNotificationParams } from '@mcp-gen/protocol/author';
import { backoff, pause } from './pause.js';

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

/** Failed attempts in a row after which a stream is not opened again. */
const MOST_ATTEMPTS = 5;
/** Milliseconds before the first attempt to open a stream again. */
const DELAY = 1_000;

/** One `subscriptions/listen` that is open, or being opened. */
interface Stream {
  readonly uris: ReadonlySet<string>;
  readonly stop: AbortController;
  /** Resolves with what the server agreed to. */
  readonly agreed: Promise<SubscriptionFilter>;
  readonly agree: (filter: SubscriptionFilter) => void;
}

/**
 * What a server without sessions tells of changes (specification, 2026-07-28: Subscriptions): one stream for all that the client follows.
 * It is opened anew when that changes, and when it breaks. Without anything to follow, there is none.
 */
export class ChangeStream {
  readonly #parts: ChangeStreamParts;
  readonly #uris = new Set<string>();
  #stream: Stream | undefined;
  #attempts = 0;
  #isClosed = false;

  constructor(parts: ChangeStreamParts) {
    this.#parts = parts;
  }

  /** Opens the stream if there is something to follow, as when a session has been opened. */
  start(): void {
    if (this.#isNeeded && this.#stream === undefined) this.#open().catch(this.#parts.report);
  }

  /**
   * Follows a resource.
   *
   * @throws {Error} if the server does not tell of its updates.
   */
  async add(uri: string): Promise<void> {
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
    if (!this.#uris.delete(uri)) return;
    if (this.#isNeeded) await this.#open();
    else this.#end();
  }

  /** Takes what the server agreed to. It is the first message of a stream. */
  acknowledged({ notifications }: SubscriptionsAcknowledgedNotificationParams): void {
    this.#stream?.agree(notifications);
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

  /** Opens a stream for all that is followed now. The one before ends when the new one has begun, so that nothing is missed. */
  async #open(): Promise<SubscriptionFilter> {
    const conversation = await this.#parts.conversation();
    if (this.#isClosed) return {};
    const before = this.#stream;
    let agree!: Stream['agree'];
    const agreed = new Promise<SubscriptionFilter>((resolve) => (agree = resolve));
    const stream: Stream = { uris: new Set(this.#uris), stop: new AbortController(), agreed, agree };
    this.#stream = stream;
    const { capabilities } = conversation.session.peer;
    const over = conversation.session.request(
      'subscriptions/listen',
      { notifications: filterOf(capabilities, stream.uris) },
      { timeout: 0, signal: stream.stop.signal },
    );
    const ended = over.then(
      () => undefined,
      (error: unknown) => {
        throw error;
      },
    );
    void ended.catch(() => undefined).then(() => this.#again(stream));
    const failed = ended.then(() => Promise.reject(new Error('The server ended the stream before it had begun')));
    try {
      const filter = await Promise.race([stream.agreed, failed]);
      this.#attempts = 0;
      return filter;
    } catch (error) {
      stream.stop.abort();
      throw error;
    } finally {
      failed.catch(() => undefined);
      before?.stop.abort();
    }
  }

  /** A stream has ended. Unless that was wanted, it is opened again, after a pause. */
  async #again(stream: Stream): Promise<void> {
    if (this.#stream !== stream || stream.stop.signal.aborted) return;
    const { onGap, report } = this.#parts;
    while (this.#attempts < MOST_ATTEMPTS) {
      await pause(backoff(DELAY, this.#attempts++), stream.stop.signal).catch(() => undefined);
      if (this.#stream !== stream || stream.stop.signal.aborted) return;
      try {
        await this.#open();
        onGap();
        return;
      } catch (error) {
        report(error);
        // The one that failed was never followed.
        this.#stream = stream;
      }
    }
    this.#stream = undefined;
    report(new Error('The server no longer tells of changes: its stream could not be opened again'));
  }
}

/** What to ask for: changes of all lists that can change, and updates of resources. */
function filterOf(capabilities: { readonly [name: string]: unknown }, uris: ReadonlySet<string>): SubscriptionFilter {
  const changes = (name: string): boolean => {
    const capability = capabilities[name] as { readonly listChanged?: unknown } | undefined;
    return capability?.listChanged === true;
  };
  return {
    ...(changes('tools') && { toolsListChanged: true }),
    ...(changes('prompts') && { promptsListChanged: true }),
    ...(changes('resources') && { resourcesListChanged: true }),
    ...(uris.size > 0 && { resourceSubscriptions: [...uris] }),
  };
}
