import {
  backoff,
  ConnectionClosedError,
  type ErrorListener,
  MetaKey,
  pause,
  type RequestOptions,
  RequestTimeoutError,
  requireCapability,
  Retries,
  within,
} from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { SubscriptionFilter, SubscriptionsAcknowledgedNotificationParams } from '@mcp-gen/protocol/author';
import {
  declaredChanges,
  filterFor,
  listMethods,
  type DeclaringSession,
  type FilteredChange,
} from '../filteredChanges.js';
import type { FilteredNotification } from '../registry.js';

/** The session that a stream is opened in. */
interface Listening {
  readonly session: DeclaringSession;
  request(method: typeof Method.subscriptionsListen, params: unknown, options: RequestOptions): Promise<unknown>;
}

/** The dependencies of a change stream. */
export interface ChangeStreamParts {
  /** The session to listen in. */
  readonly current: () => Listening | Promise<Listening>;
  /** Returns whether the application listens for a notification. */
  readonly follows: (method: FilteredNotification) => boolean;
  /** Called when changes may have been missed. */
  readonly onGap: () => void;
  readonly report: ErrorListener;
}

/** Attempts in a row after which the stream is not reopened: each failed, or its stream ended at once. */
const MAX_ATTEMPTS = 5;
/** Milliseconds that a stream must stay open to reset the count of attempts. */
const LASTING = 5_000;
/** Milliseconds within which a server must acknowledge a stream. The next stream is opened after that. */
const AGREE_TIMEOUT = 60_000;
/** Milliseconds that connecting waits for the acknowledgement of the first stream. */
const FIRST_TIMEOUT = 1_000;
/** Milliseconds before the first attempt to reopen a stream. */
const DELAY = 1_000;

/** One `subscriptions/listen` that is open, or being opened. */
interface Stream {
  /** The id of the request. */
  id: string | number | undefined;
  readonly stop: AbortController;
  /** Resolves with what the server agreed to. */
  readonly agreed: Promise<SubscriptionFilter>;
  readonly agree: (filter: SubscriptionFilter) => void;
  /** The notifications that it was requested for, besides those of resources. */
  readonly changes: ReadonlySet<string>;
  /** Whether the server has ended it, or its connection. */
  isOver: boolean;
}

/** The only revision of a program, if its bundler defines this constant: then other revisions are left out. */
declare const MCP_GEN_REVISION: string;

/** Returns what receives changes; undefined if all revisions have sessions. Bundlers can evaluate the condition, and leave out the class. */
export function changeStreamOf(parts: ChangeStreamParts): ChangeStream | undefined {
  // Generated from schema/revisions.json by scripts/registry.mjs.
  // oxlint-disable-next-line mcp-gen/protocol-literals -- bundlers evaluate comparisons with literals only.
  return typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '2026-07-28'
    ? new ChangeStream(parts)
    : undefined;
}

/**
 * Receives the changes of a server without sessions (specification, 2026-07-28: Subscriptions). One stream covers everything that the
 * client follows. It is reopened when that set changes, and when the stream breaks. If nothing is followed, no stream is open.
 */
export class ChangeStream {
  readonly #parts: ChangeStreamParts;
  readonly #uris = new Set<string>();
  #stream: Stream | undefined;
  /** Streams are opened one after another: each must be acknowledged before the next is requested. */
  #opening: Promise<unknown> = Promise.resolve();
  readonly #retries = new Retries(MAX_ATTEMPTS, (failures) => backoff(DELAY, failures));
  readonly #closed = new AbortController();

  constructor(parts: ChangeStreamParts) {
    this.#parts = parts;
  }

  /**
   * Opens the stream if there is anything to follow, and ends it if there is nothing left. Called when a session has been opened, and when the
   * followed lists have changed.
   */
  start(): void {
    void this.#started();
  }

  /**
   * Opens the stream like `start`, and resolves when the server has acknowledged it, so that no later change is missed. Resolves as well if it
   * does not do so within a second, or has nothing to follow.
   *
   * @param signal ends the wait
   */
  async begin(signal: AbortSignal | undefined): Promise<void> {
    const over = new AbortController();
    const ends = [over.signal, ...(signal === undefined ? [] : [signal])];
    await Promise.race([this.#started(), pause(FIRST_TIMEOUT, AbortSignal.any(ends))]);
    over.abort();
  }

  #started(): Promise<unknown> {
    return this.#open().catch((error: unknown) => {
      // The caller learns of a closed connection elsewhere.
      if (!(error instanceof ConnectionClosedError)) this.#parts.report(error);
    });
  }

  /**
   * Follows a resource.
   *
   * @throws {JsonRpcError} if the server has not declared `resources.subscribe`.
   * @throws {Error} if the server does not send updates for this resource.
   */
  async add(uri: string): Promise<void> {
    const { session } = await this.#parts.current();
    requireCapability('resources.subscribe', session.peer.capabilities, Method.subscriptionsListen);
    this.#uris.add(uri);
    try {
      const { resourceSubscriptions: agreed = [] } = await this.#open();
      if (!agreed.includes(uri)) throw new Error(`The server did not accept the subscription to ${uri}`);
    } catch (error) {
      this.#uris.delete(uri);
      throw error;
    }
  }

  /** Stops following a resource. */
  async remove(uri: string): Promise<void> {
    if (this.#uris.delete(uri)) await this.#open();
  }

  /** Called when the server acknowledges a stream. The acknowledgement is the first message of a stream, and names its request. */
  acknowledged({ notifications, _meta: meta }: SubscriptionsAcknowledgedNotificationParams): void {
    const id = meta?.[MetaKey.SubscriptionId];
    if (id !== undefined && id === this.#stream?.id) return this.#stream.agree(notifications);
    const named = JSON.stringify(id) as string | undefined;
    this.#parts.report(new Error(`The server acknowledged the stream ${named}, which is not being opened`));
  }

  close(): void {
    this.#closed.abort();
    this.#end();
  }

  #end(): void {
    this.#stream?.stop.abort();
    this.#stream = undefined;
  }

  async #open(): Promise<SubscriptionFilter> {
    // Waits before it is its turn: restoring a lost connection opens a stream, too.
    const listening = await this.#parts.current();
    const opening = this.#opening.then(() => this.#openIn(listening));
    this.#opening = opening.catch(() => undefined);
    return opening;
  }

  /**
   * Opens a stream for everything that is followed now. The previous stream ends only after the new one has begun, so that no change is
   * missed.
   */
  async #openIn(listening: Listening): Promise<SubscriptionFilter> {
    if (this.#closed.signal.aborted) return {};
    const before = this.#stream;
    const agreedBefore = before?.isOver === false ? await before.agreed : undefined;
    const declared = declaredChanges(listening.session);
    if (this.#uris.size === 0 && !declared.some(({ method }) => this.#parts.follows(method))) {
      this.#end();
      return {};
    }
    // A stream that is open for one of them has the changes of all lists: they also clear the cache.
    const wanted = declared.filter(({ method }) => listMethods().has(method) || this.#parts.follows(method));
    const changes = new Set<string>(wanted.map(({ method }) => method));
    if (
      agreedBefore !== undefined &&
      areEqual(new Set(agreedBefore.resourceSubscriptions), this.#uris) &&
      areEqual(before?.changes, changes)
    ) {
      return agreedBefore;
    }
    const notifications = filterOf(wanted, this.#uris);
    let agree!: Stream['agree'];
    const agreed = new Promise<SubscriptionFilter>((resolve) => (agree = resolve));
    const stream: Stream = { id: undefined, stop: new AbortController(), agreed, agree, changes, isOver: false };
    this.#stream = stream;
    const onRequestId = (id: string | number): void => void (stream.id = id);
    const ended = listening
      .request(Method.subscriptionsListen, { notifications }, { timeout: 0, signal: stream.stop.signal, onRequestId })
      .then(() => Promise.reject(new Error('The server closed the stream before acknowledging it')))
      .finally(() => (stream.isOver = true));
    try {
      const late = (): Error => new RequestTimeoutError(Method.subscriptionsListen, AGREE_TIMEOUT);
      const filter = await within(AGREE_TIMEOUT, Promise.race([agreed, ended]), late);
      const begun = performance.now();
      ended.catch((error: unknown) => {
        if (performance.now() - begun >= LASTING) this.#retries.reset();
        return this.#again(stream, error);
      });
      before?.stop.abort();
      return filter;
    } catch (error) {
      stream.stop.abort();
      // The previous stream remains in use.
      if (this.#stream === stream) this.#stream = before;
      throw error;
    }
  }

  #isFollowed(stream: Stream): boolean {
    return this.#stream === stream && !stream.stop.signal.aborted;
  }

  /** Reopens a stream that has ended unexpectedly, after a delay. */
  async #again(stream: Stream, ended: unknown): Promise<void> {
    if (!this.#isFollowed(stream)) return;
    const { onGap, report } = this.#parts;
    const reopen = async (): Promise<void> => {
      // Restoring a lost connection has opened another one.
      if (this.#isFollowed(stream)) await this.#parts.current();
      if (!this.#isFollowed(stream)) return;
      await this.#open();
      onGap();
    };
    // While another stream is being opened, closing does not stop this one.
    const signal = AbortSignal.any([stream.stop.signal, this.#closed.signal]);
    try {
      await this.#retries.run(reopen, { signal, after: ended as Error, onError: report });
    } catch {
      if (signal.aborted) return;
      this.#stream = undefined;
      // Resources followed later start with a fresh count of attempts.
      this.#retries.reset();
      report(new Error('The server no longer sends changes: its stream could not be reopened'));
    }
  }
}

/** Returns the filter that requests notifications, and updates of resources. */
function filterOf(changes: readonly FilteredChange[], uris: ReadonlySet<string>): SubscriptionFilter {
  return {
    ...filterFor(changes),
    ...(uris.size > 0 && { resourceSubscriptions: [...uris] }),
  };
}

/** Returns whether two sets have the same values. */
function areEqual(one: ReadonlySet<string> | undefined, other: ReadonlySet<string>): boolean {
  return one?.size === other.size && [...one].every((uri) => other.has(uri));
}
