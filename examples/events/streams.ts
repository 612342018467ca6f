/** Delivers events over the stream of a request. */

import { callerName, pause } from '@mcp-gen/runtime';
import type { Context } from '@mcp-gen/sdk';
import type { ExtensionClient } from '@mcp-gen/sdk/extension';
import { EventErrorCode, exhausted, unsupported } from './errors.ts';
import type { Interest } from './eventTypes.ts';
import type { ServerNotifications } from './generated/extensions/events.ts';
import type { EventSubscriptionParams, StreamEventsResult } from './generated/types.ts';

const MAX_STREAMS = 1_000;
const MAX_STREAMS_OF_CALLER = 20;

/** Less than what a client accepts over time: 5 events every 100 ms for each stream. */
const BATCH = 5;
const PACE = 100;

export type StreamClient = ExtensionClient<unknown, ServerNotifications>;

/** The streams of one server. */
export class Streams {
  /** The number of open streams by caller. */
  readonly #open = new Map<string, number>();
  readonly #heartbeat: number;

  /** @param heartbeat milliseconds without events after which a client is told that its stream lives */
  constructor(heartbeat: number) {
    this.#heartbeat = heartbeat;
  }

  /** Answers `events/stream`: resolves when the client is gone, may no longer listen, or the server closes. */
  async serve(
    interest: Interest,
    { cursor, maxAgeMs }: EventSubscriptionParams,
    context: Context,
    client: StreamClient | undefined,
  ): Promise<StreamEventsResult> {
    if (client === undefined) throw unsupported('deliveryMode', 'push');
    const release = this.#count(callerName(context.auth, context.http, 'local'));
    const closing = new AbortController();
    const stopWaiting = context.onClosing(() => closing.abort());
    const _meta = { 'io.modelcontextprotocol/subscriptionId': context.requestId as string | number };
    try {
      const { position, truncated } = interest.log.open(cursor, maxAgeMs);
      await client.notify('notifications/events/active', { cursor: interest.log.cursor(position), truncated, _meta });
      await this.#deliver(interest, position, client, _meta, AbortSignal.any([context.signal, closing.signal]));
    } finally {
      stopWaiting();
      release();
    }
    return { resultType: 'complete', _meta };
  }

  async #deliver(
    { name, log, matches, isAllowed }: Interest,
    start: number,
    client: StreamClient,
    _meta: { readonly 'io.modelcontextprotocol/subscriptionId': string | number },
    signal: AbortSignal,
  ): Promise<void> {
    let position = start;
    while (!signal.aborted) {
      if (!isAllowed()) {
        const error = { code: EventErrorCode.Forbidden, message: 'The caller may no longer listen' };
        await client.notify('notifications/events/terminated', { error, _meta });
        return;
      }
      const { events, first, next, truncated, hasMore } = log.read(position, BATCH);
      position = next;
      if (truncated) {
        await client.notify('notifications/events/active', { cursor: log.cursor(first), truncated, _meta });
      }
      for (const [index, { eventId, timestamp, data }] of events.entries()) {
        if (!matches(data)) continue;
        const cursor = log.cursor(first + index + 1);
        await client.notify('notifications/events/event', { eventId, name, timestamp, data, cursor, _meta });
      }
      if (events.length > 0) await pause(PACE, signal).catch(() => undefined);
      if (hasMore) continue;
      const isWoken = await log.wait(position, this.#heartbeat, signal);
      if (isWoken) continue;
      await client.notify('notifications/events/heartbeat', { cursor: log.cursor(position), _meta });
    }
  }

  /** @throws {JsonRpcError} if there are too many streams. */
  #count(caller: string): () => void {
    const own = this.#open.get(caller) ?? 0;
    if (own >= MAX_STREAMS_OF_CALLER) throw exhausted('streams', MAX_STREAMS_OF_CALLER);
    const all = [...this.#open.values()].reduce((sum, count) => sum + count, 0);
    if (all >= MAX_STREAMS) throw exhausted('streams', MAX_STREAMS);
    this.#open.set(caller, own + 1);
    return () => {
      const left = (this.#open.get(caller) ?? 1) - 1;
      if (left > 0) this.#open.set(caller, left);
      else this.#open.delete(caller);
    };
  }
}
