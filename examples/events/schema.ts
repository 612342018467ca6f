/**
 * The draft extension Events, `io.modelcontextprotocol/events` (SEP-3415): a client subscribes to what happens elsewhere, and receives it by
 * polling, over a stream, or at a webhook. Names and structure are those of the draft; the wording is our own. Changes of the list of event
 * types are left out: they need another field in the filter of `subscriptions/listen`.
 *
 * @module
 */

import type {
  JSONRPCNotification,
  JSONRPCRequest,
  NotificationMetaObject,
  NotificationParams,
  RequestParams,
  Result,
} from '@mcp-gen/protocol/2026-07-28';

/** How events are delivered: on request, over the stream of a request, or at a URL. */
export type EventDelivery = 'poll' | 'push' | 'webhook';

/** A type of events. */
export interface EventDescriptor {
  /** Identifies the type. */
  name: string;
  /** For users and models. */
  description?: string;
  /** The ways in which its events are delivered: at least one. */
  delivery: EventDelivery[];
  /** JSON Schema of the arguments of a subscription. */
  inputSchema: { [key: string]: unknown };
  /** JSON Schema of `data`. */
  payloadSchema: { [key: string]: unknown };
  /** Free-form metadata. */
  _meta?: { [key: string]: unknown };
}

/** An event. */
export interface EventOccurrence {
  /** Identifies the event, however often it is delivered. */
  eventId: string;
  /** The name of its type. */
  name: string;
  /** When it happened, in ISO 8601. */
  timestamp: string;
  /** What happened: untrusted, as the result of a tool is. */
  data: { [key: string]: unknown };
  /**
   * The position after the event, not in results of polls. Null if the type has no history.
   * @nullable
   */
  cursor?: string | null;
}

/** What happened instead of an event, or why a subscription has ended. */
export interface EventError {
  /**
   * An error code, as in JSON-RPC.
   * @format int
   */
  code: number;
  /** One sentence. */
  message: string;
  /** Details that depend on the code. */
  data?: { [key: string]: unknown };
}

/** What a client subscribes to, and from where on. */
export interface EventSubscriptionParams extends RequestParams {
  /** The name of an event type. */
  name: string;
  /** Arguments that match its `inputSchema`. Default: none. */
  arguments?: { [key: string]: unknown };
  /**
   * The position after the last known event; null for events from now on. Default: null.
   * @nullable
   */
  cursor?: string | null;
  /**
   * Milliseconds after which events are no longer delivered when the client catches up. Default: as long as the server keeps them.
   * @format int
   */
  maxAgeMs?: number;
}

/** Lists the event types, in pages. */
export interface ListEventsRequest extends JSONRPCRequest {
  method: 'events/list';
  params: ListEventsRequestParams;
}

/** Params of `events/list`. */
export interface ListEventsRequestParams extends RequestParams {
  /** The `nextCursor` of the previous page. Default: the first page. */
  cursor?: string;
}

/** Result of `events/list`. */
export interface ListEventsResult extends Result {
  events: EventDescriptor[];
  /** Where the next page begins, if there is one. */
  nextCursor?: string;
}

/** Fetches the events since the last poll. */
export interface PollEventsRequest extends JSONRPCRequest {
  method: 'events/poll';
  params: PollEventsRequestParams;
}

/** Params of `events/poll`. */
export interface PollEventsRequestParams extends EventSubscriptionParams {
  /**
   * The most events of the result. Default: as the server decides.
   * @format int
   */
  maxEvents?: number;
}

/** Result of `events/poll`. */
export interface PollEventsResult extends Result {
  events: EventOccurrence[];
  /**
   * The position after these events.
   * @nullable
   */
  cursor?: string | null;
  /** Whether events before these may have been skipped. */
  truncated?: boolean;
  /** Whether there are more events now. */
  hasMore?: boolean;
  /**
   * Milliseconds until the next poll.
   * @format int
   */
  nextPollMs?: number;
}

/** Asks for events as notifications, for as long as the request lasts. */
export interface StreamEventsRequest extends JSONRPCRequest {
  method: 'events/stream';
  params: EventSubscriptionParams;
}

/** Result of `events/stream`: the server has ended the stream. */
export interface StreamEventsResult extends Result {
  resultType: 'complete';
}

/** Where a webhook is. */
export interface WebhookDelivery {
  mode: 'webhook';
  /** An `https:` URL. */
  url: string;
  /** The key of the signatures: `whsec_`, and 24 to 64 random bytes in base64. */
  secret: string;
}

/** Asks for events at a URL, or extends that. */
export interface SubscribeEventsRequest extends JSONRPCRequest {
  method: 'events/subscribe';
  params: SubscribeEventsRequestParams;
}

/** Params of `events/subscribe`. */
export interface SubscribeEventsRequestParams extends EventSubscriptionParams {
  delivery: WebhookDelivery;
  /**
   * How long the client wants the subscription, in milliseconds; null for no end. Default: as the server decides.
   * @format int
   * @nullable
   */
  ttlMs?: number | null;
}

/** How deliveries go. Errors are categories, without what the endpoint has answered. */
export interface WebhookStatus {
  active: boolean;
  /**
   * When the endpoint last accepted a delivery, in ISO 8601.
   * @nullable
   */
  lastDeliveryAt?: string | null;
  /** @nullable */
  lastError?: string | null;
  /** Since when deliveries fail, in ISO 8601. */
  failedSince?: string;
}

/** Result of `events/subscribe`. */
export interface SubscribeEventsResult extends Result {
  /** The name of the subscription in deliveries. It authorizes nothing. */
  id: string;
  /**
   * Until when the client must subscribe again, in ISO 8601; null if the subscription has no end.
   * @nullable
   */
  refreshBefore: string | null;
  /** @nullable */
  cursor?: string | null;
  truncated?: boolean;
  deliveryStatus?: WebhookStatus;
}

/** Ends deliveries to a URL. */
export interface UnsubscribeEventsRequest extends JSONRPCRequest {
  method: 'events/unsubscribe';
  params: UnsubscribeEventsRequestParams;
}

/** Params of `events/unsubscribe`: those of the subscription, which has no other name here. */
export interface UnsubscribeEventsRequestParams extends RequestParams {
  name: string;
  arguments?: { [key: string]: unknown };
  delivery: { url: string };
}

/** Result of `events/unsubscribe`. */
export interface UnsubscribeEventsResult extends Result {
  resultType: 'complete';
}

/** Params of all notifications of a stream. `_meta` has the id of its request. */
export interface EventStreamParams extends NotificationParams {
  _meta: NotificationMetaObject;
}

/** The stream has begun, or continues after a gap. */
export interface EventsActiveNotification extends JSONRPCNotification {
  method: 'notifications/events/active';
  params: EventsActiveParams;
}

/** Params of `notifications/events/active`. */
export interface EventsActiveParams extends EventStreamParams {
  /** @nullable */
  cursor?: string | null;
  truncated?: boolean;
}

/** An event of the stream. */
export interface EventNotification extends JSONRPCNotification {
  method: 'notifications/events/event';
  params: EventNotificationParams;
}

/** Params of `notifications/events/event`. */
export interface EventNotificationParams extends EventOccurrence {
  _meta: NotificationMetaObject;
}

/** The stream lives, and has no events to deliver before a position. */
export interface EventsHeartbeatNotification extends JSONRPCNotification {
  method: 'notifications/events/heartbeat';
  params: EventsHeartbeatParams;
}

/** Params of `notifications/events/heartbeat`. */
export interface EventsHeartbeatParams extends EventStreamParams {
  /** @nullable */
  cursor?: string | null;
}

/** Something failed, and the stream goes on. */
export interface EventsErrorNotification extends JSONRPCNotification {
  method: 'notifications/events/error';
  params: EventsErrorParams;
}

/** The subscription has ended. */
export interface EventsTerminatedNotification extends JSONRPCNotification {
  method: 'notifications/events/terminated';
  params: EventsErrorParams;
}

/** Params of `notifications/events/error` and `notifications/events/terminated`. */
export interface EventsErrorParams extends EventStreamParams {
  error: EventError;
}

export type ClientRequest =
  | ListEventsRequest
  | PollEventsRequest
  | StreamEventsRequest
  | SubscribeEventsRequest
  | UnsubscribeEventsRequest;

export type ServerResult =
  | ListEventsResult
  | PollEventsResult
  | StreamEventsResult
  | SubscribeEventsResult
  | UnsubscribeEventsResult;

export type ServerNotification =
  | EventsActiveNotification
  | EventNotification
  | EventsHeartbeatNotification
  | EventsErrorNotification
  | EventsTerminatedNotification;
