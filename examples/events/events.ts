/** The draft extension Events (SEP-3415), for servers and clients. */

import { defineExtension } from '@mcp-gen/sdk/extension';
import { EventsClient, type EventsClientOptions } from './eventsClient.ts';
import { EventTypes, type EventType } from './eventTypes.ts';
import { client, id, server } from './generated/extensions/events.ts';
import { Streams } from './streams.ts';
import { Webhooks, type WebhookOptions } from './webhooks.ts';

/** The most events of a poll, and the default. */
const MAX_EVENTS = 100;

export interface EventsOptions extends EventsClientOptions {
  /** The event types of a server. */
  readonly types?: readonly EventType[];
  /** Lets a server deliver to webhooks, for callers that `authenticate` knows. Default: it does not. */
  readonly webhooks?: WebhookOptions;
  /** Milliseconds between heartbeats of streams. Default 20,000. */
  readonly heartbeat?: number;
  /** Milliseconds after which clients should poll again. Default 5,000. */
  readonly nextPoll?: number;
}

/** What a server adds: `server.extension(events).emit('incident.created', { ... })`. */
export interface EventsServer {
  /**
   * Tells all subscriptions of an event.
   *
   * @param eventId that of the source of the event, if it has one: it lets clients recognize repetitions
   * @throws if there is no such event type, or the data does not match its schema.
   */
  emit(name: string, data: object, eventId?: string): void;
}

export const events = defineExtension(
  { id, messages: { client, server }, revisions: { since: '2026-07-28' } },
  (options: EventsOptions = {}) => {
    const { types: given = [], webhooks: hooks, heartbeat = 20_000, nextPoll = 5_000 } = options;
    const types = new EventTypes(given, ['poll', 'push', ...(hooks === undefined ? [] : (['webhook'] as const))]);
    const webhooks = new Webhooks(hooks ?? {});
    const streams = new Streams(heartbeat);
    return {
      server: {
        requests: {
          'events/list': () => ({ events: types.descriptors() }),
          'events/poll': ({ name, arguments: wanted, cursor, maxAgeMs, maxEvents = MAX_EVENTS }, { auth }) => {
            const { log, matches } = types.find(name, wanted, 'poll', auth);
            const { position, truncated } = log.open(cursor, maxAgeMs);
            const most = Math.min(Math.max(maxEvents, 1), MAX_EVENTS);
            let batch = log.read(position, most);
            while (batch.hasMore && !batch.events.some(({ data }) => matches(data))) batch = log.read(batch.next, most);
            const matching = batch.events.filter(({ data }) => matches(data));
            return {
              events: matching.map(({ eventId, timestamp, data }) => ({ eventId, name, timestamp, data })),
              cursor: log.cursor(batch.next),
              truncated,
              hasMore: batch.hasMore,
              nextPollMs: nextPoll,
            };
          },
          'events/stream': (params, context, listener) => {
            const interest = types.find(params.name, params.arguments, 'push', context.auth);
            return streams.serve(interest, params, context, listener);
          },
          'events/subscribe': (params, { auth }) =>
            webhooks.subscribe(types.find(params.name, params.arguments, 'webhook', auth), params, auth),
          'events/unsubscribe': (params, { auth }) => {
            webhooks.unsubscribe(types.find(params.name, params.arguments, 'webhook', auth), params, auth);
            return {};
          },
        },
        onClose: () => webhooks.close(),
        setup: (): EventsServer => ({ emit: (name, data, eventId) => types.emit(name, data, eventId) }),
      },
      client: { setup: (_, peer) => new EventsClient(peer, options) },
    };
  },
);
