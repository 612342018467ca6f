/** The client's part of the extension. */

import { after, backoff, pause, Retries } from '@mcp-gen/runtime';
import type { ExtensionPeer } from '@mcp-gen/sdk/extension';
import { Arrivals, type EventListener, type EventSubscription } from './delivery.ts';
import { isFinal } from './errors.ts';
import type { ClientRequests, ServerNotifications } from './generated/extensions/events.ts';
import type { EventDelivery, EventDescriptor, EventError } from './generated/types.ts';
import type { WebhookReceiver } from './receiver.ts';

/** The most pages of event types that are read. */
const MAX_PAGES = 100;

/** Milliseconds between two polls, at least. */
const POLL_FLOOR = 1_000;

/** The longest time between two attempts, and between two renewals of a webhook. */
const LONGEST_DELAY = 60_000;
const LONGEST_RENEWAL = 24 * 3_600_000;

/** Attempts in a row before a subscription fails. */
const RETRIES = 20;

export interface EventsClientOptions {
  /** Milliseconds without a message after which a stream counts as broken. Default 60,000: twice the longest heartbeat. */
  readonly staleAfter?: number;
  /** Milliseconds between two polls, at least. Default 1,000. */
  readonly pollFloor?: number;
  /** Milliseconds before the first retry. Each further one waits twice as long. Default 500. */
  readonly retryDelay?: number;
}

export interface SubscribeOptions {
  /** Default: webhook if there is a receiver, then push, then poll, as far as the event type has them. */
  readonly delivery?: EventDelivery;
  /** Where to continue. Default: now. */
  readonly cursor?: string | null;
  /** Milliseconds after which events are skipped when there is something to catch up with. Default: none are. */
  readonly maxAgeMs?: number;
  /** Where deliveries arrive. Default: no webhooks. */
  readonly receiver?: WebhookReceiver;
}

type Peer = ExtensionPeer<ClientRequests, unknown, ServerNotifications>;

interface Interest {
  readonly name: string;
  readonly arguments: { readonly [key: string]: unknown };
  readonly maxAgeMs?: number;
}

/** The messages of one stream. */
interface StreamListener {
  onMessage(cursor: string | null | undefined, truncated?: boolean): void;
  readonly arrivals: Arrivals;
  onTerminated(error: EventError): void;
}

/** The server has ended a subscription for good. */
export class SubscriptionEndedError extends Error {
  override readonly name = 'SubscriptionEndedError';
  readonly code: number;

  constructor({ code, message }: EventError) {
    super(message);
    this.code = code;
  }
}

/** The event types of a server, and the subscriptions of this client. */
export class EventsClient {
  readonly #peer: Peer;
  readonly #options: EventsClientOptions;
  /** By the id of the request. */
  readonly #streams = new Map<string | number, StreamListener>();

  constructor(peer: Peer, options: EventsClientOptions) {
    this.#peer = peer;
    this.#options = options;
    const of = ({ _meta }: { readonly _meta: object }): StreamListener | undefined => {
      const { 'io.modelcontextprotocol/subscriptionId': id } = _meta as { readonly [key: string]: string | number };
      return id === undefined ? undefined : this.#streams.get(id);
    };
    peer.onNotification('notifications/events/active', (params) =>
      of(params)?.onMessage(params.cursor, params.truncated),
    );
    peer.onNotification('notifications/events/heartbeat', (params) => of(params)?.onMessage(params.cursor));
    peer.onNotification('notifications/events/event', (params) => {
      const stream = of(params);
      stream?.arrivals.event(params);
      stream?.onMessage(params.cursor);
    });
    peer.onNotification('notifications/events/error', (params) => of(params)?.arrivals.failed(params.error));
    peer.onNotification('notifications/events/terminated', (params) => of(params)?.onTerminated(params.error));
  }

  /** Returns all event types. */
  async list(): Promise<readonly EventDescriptor[]> {
    const all: EventDescriptor[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const { events, nextCursor } = await this.#peer.request('events/list', {
        ...(cursor !== undefined && { cursor }),
      });
      all.push(...events);
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
    return all;
  }

  /**
   * Subscribes to an event type. The subscription survives errors that may pass: see {@link EventSubscription.closed}.
   *
   * @throws if the event type has no way of delivery that the client can use.
   */
  async subscribe(
    name: string,
    given: { readonly [key: string]: unknown },
    listener: EventListener,
    options: SubscribeOptions = {},
  ): Promise<EventSubscription> {
    const { cursor, maxAgeMs, receiver } = options;
    const delivery = options.delivery ?? (await this.#choose(name, receiver));
    const interest = { name, arguments: given, ...(maxAgeMs !== undefined && { maxAgeMs }) };
    const arrivals = new Arrivals(listener, cursor);
    const stop = new AbortController();
    const run = async (): Promise<void> => {
      if (delivery === 'poll') return this.#poll(interest, arrivals, stop.signal);
      if (delivery === 'push') return this.#stream(interest, arrivals, stop.signal);
      if (receiver === undefined) throw new TypeError('Webhooks need the option "receiver"');
      return this.#hook(interest, receiver, arrivals, stop.signal);
    };
    const closed = run().catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
    // Who does not wait for the end is not told of it.
    closed.catch(() => undefined);
    return {
      delivery,
      closed,
      get cursor() {
        return arrivals.cursor;
      },
      close: () => stop.abort(),
    };
  }

  async #choose(name: string, receiver: WebhookReceiver | undefined): Promise<EventDelivery> {
    const type = (await this.list()).find((each) => each.name === name);
    const usable: readonly EventDelivery[] = [...(receiver === undefined ? [] : ['webhook' as const]), 'push', 'poll'];
    const chosen = usable.find((each) => type?.delivery.includes(each));
    if (chosen === undefined) throw new Error(`${name} cannot be delivered to this client`);
    return chosen;
  }

  async #poll(interest: Interest, arrivals: Arrivals, signal: AbortSignal): Promise<void> {
    const { pollFloor = POLL_FLOOR } = this.#options;
    const retries = this.#retries();
    for (;;) {
      const { cursor } = arrivals;
      const ask = (): Promise<ClientRequests['events/poll']['result']> =>
        this.#peer.request('events/poll', { ...interest, cursor }, { signal });
      const result = await retries.run(ask, { ...this.#whatMayPass(arrivals), signal });
      retries.reset();
      for (const event of result.events) arrivals.event(event);
      arrivals.moved(result.cursor, result.truncated);
      // A server that always has more, and sends nothing, is not asked at once.
      const isMore = result.hasMore === true && result.events.length > 0;
      if (!isMore) await pause(Math.min(Math.max(result.nextPollMs ?? 0, pollFloor), LONGEST_DELAY), signal);
    }
  }

  async #stream(interest: Interest, arrivals: Arrivals, signal: AbortSignal): Promise<void> {
    const { staleAfter = 60_000 } = this.#options;
    const retries = this.#retries();
    const attempt = async (): Promise<void> => {
      const broken = new AbortController();
      const late = (): void => broken.abort(new Error(`The stream has sent nothing for ${staleAfter} ms`));
      let stopTimer = after(staleAfter, late);
      let id: string | number | undefined;
      const stream: StreamListener = {
        arrivals,
        onMessage: (cursor, truncated) => {
          stopTimer();
          stopTimer = after(staleAfter, late);
          retries.reset();
          arrivals.moved(cursor, truncated);
        },
        onTerminated: (error) => broken.abort(new SubscriptionEndedError(error)),
      };
      const onRequestId = (own: string | number): void => {
        if (id !== undefined) this.#streams.delete(id);
        id = own;
        this.#streams.set(own, stream);
      };
      try {
        const ends = AbortSignal.any([signal, broken.signal]);
        const { cursor } = arrivals;
        await this.#peer.request('events/stream', { ...interest, cursor }, { signal: ends, timeout: 0, onRequestId });
        broken.signal.throwIfAborted();
        throw new Error('The server has ended the stream');
      } finally {
        stopTimer();
        if (id !== undefined) this.#streams.delete(id);
      }
    };
    await retries.run(attempt, { ...this.#whatMayPass(arrivals), signal });
  }

  /** Renews the subscription before it ends, with the cursor that has arrived. */
  async #hook(interest: Interest, receiver: WebhookReceiver, arrivals: Arrivals, signal: AbortSignal): Promise<void> {
    const { url } = receiver;
    const ended = new AbortController();
    const expectation = receiver.expect({
      onEvent: (event) => arrivals.event(event),
      onGap: (cursor) => arrivals.moved(cursor, true),
      onTerminated: (error) => ended.abort(new SubscriptionEndedError(error)),
    });
    const ends = AbortSignal.any([signal, ended.signal]);
    const delivery = { mode: 'webhook', url, secret: expectation.secret } as const;
    const retries = this.#retries();
    try {
      for (;;) {
        const ask = (): Promise<ClientRequests['events/subscribe']['result']> =>
          this.#peer.request('events/subscribe', { ...interest, cursor: arrivals.cursor, delivery }, { signal: ends });
        const result = await retries.run(ask, { ...this.#whatMayPass(arrivals), signal: ends });
        retries.reset();
        expectation.bind(result.id);
        arrivals.moved(result.cursor, result.truncated);
        const left = result.refreshBefore === null ? LONGEST_RENEWAL : Date.parse(result.refreshBefore) - Date.now();
        await pause(Math.min(Math.max(left * 0.7, POLL_FLOOR), LONGEST_RENEWAL), ends);
      }
    } finally {
      expectation.end();
      if (signal.aborted) {
        const { name, arguments: given } = interest;
        await this.#peer
          .request('events/unsubscribe', { name, arguments: given, delivery: { url } })
          .catch(() => undefined);
      }
    }
  }

  #retries(): Retries {
    const { retryDelay = 500 } = this.#options;
    return new Retries(RETRIES, (failures) => backoff(retryDelay, failures, LONGEST_DELAY));
  }

  #whatMayPass(arrivals: Arrivals): { mayPass(error: unknown): boolean; onRetry(error: unknown): void } {
    return {
      mayPass: (error) => !isFinal(error) && !(error instanceof SubscriptionEndedError),
      onRetry: (error) => arrivals.failed(error),
    };
  }
}
