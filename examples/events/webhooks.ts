/** Delivers events to the URLs of clients. */

import { createHash } from 'node:crypto';
import { canonicalJson } from '@mcp-gen/runtime';
import { MemoryRateLimiter, type AuthInfo } from '@mcp-gen/sdk';
import { EventErrorCode, exhausted, forbidden, invalidParams, notFound } from './errors.ts';
import type { LoggedEvent } from './eventLog.ts';
import type { Interest } from './eventTypes.ts';
import type {
  SubscribeEventsRequestParams,
  SubscribeEventsResult,
  UnsubscribeEventsRequestParams,
} from './generated/types.ts';
import { Endpoint, type EndpointOptions } from './endpoint.ts';
import { keyOf } from './signatures.ts';

const MAX_SUBSCRIPTIONS = 1_000;
const MAX_SUBSCRIPTIONS_OF_CALLER = 20;

/** Endpoints that have agreed, by caller. */
const MAX_VERIFIED = 10_000;

/** Deliveries of a subscription at a time. Further events wait in the log. */
const IN_FLIGHT = 4;

/** Milliseconds for which the previous secret of a subscription is used, too. */
const ROTATION = 60_000;

export interface WebhookOptions extends EndpointOptions {
  /** The longest time of a subscription in milliseconds, and the default. No subscription is without an end. Default 1 hour. */
  readonly maxTtl?: number;
  /** The shortest time in milliseconds. Default 1 minute. */
  readonly minTtl?: number;
}

interface Subscription {
  readonly id: string;
  readonly caller: string;
  readonly interest: Interest;
  readonly endpoint: Endpoint;
  readonly ended: AbortController;
  /** Events that the endpoint has not accepted yet, by position. */
  readonly open: Map<number, Promise<void>>;
  /** Resolves when the endpoint has agreed. */
  ready: Promise<void>;
  /** The next event to deliver. */
  position: number;
  /** In milliseconds since 1970. */
  expires: number;
}

/** The subscriptions of one server. They are in memory: a client renews its own in time, with the cursor that it knows. */
export class Webhooks {
  readonly #options: WebhookOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  /** Until when an endpoint counts as verified, by caller and URL. */
  readonly #verified = new Map<string, number>();
  /** Limits the requests to hosts that have not agreed to anything. */
  readonly #asking = new MemoryRateLimiter({ perSecond: 0.2, burst: 5 });

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Answers `events/subscribe`: creates a subscription once the endpoint has agreed, or renews it. */
  async subscribe(
    interest: Interest,
    params: SubscribeEventsRequestParams,
    auth: AuthInfo | undefined,
  ): Promise<SubscribeEventsResult> {
    const { delivery, cursor, maxAgeMs } = params;
    const key = keyOf(delivery.secret);
    if (key === undefined) throw invalidParams('Invalid secret: expected whsec_ and 24 to 64 bytes in base64');
    const url = this.#url(delivery.url);
    const [id, caller] = idOf(interest, url, auth);
    const found = this.#subscriptions.get(id);
    const isNew = found === undefined || found.expires <= Date.now();
    if (found !== undefined && isNew) this.#end(found);
    const start = interest.log.open(cursor, maxAgeMs);
    const subscription = isNew ? this.#create(id, caller, interest, url, key, start.position) : found;
    if (!isNew) subscription.endpoint.replaceKey(key, ROTATION);
    await subscription.ready;
    const ttl = this.#granted(params.ttlMs);
    subscription.expires = Date.now() + ttl;
    return {
      resultType: 'complete',
      id,
      refreshBefore: new Date(subscription.expires).toISOString(),
      cursor: interest.log.cursor(watermark(subscription)),
      truncated: isNew && start.truncated,
      ...(!isNew && { deliveryStatus: { active: true, ...subscription.endpoint.status } }),
    };
  }

  /** Answers `events/unsubscribe`. */
  unsubscribe(interest: Interest, { delivery }: UnsubscribeEventsRequestParams, auth: AuthInfo | undefined): void {
    const [id] = idOf(interest, delivery.url, auth);
    const found = this.#subscriptions.get(id);
    if (found === undefined) throw notFound('subscription');
    this.#end(found);
  }

  close(): void {
    for (const subscription of this.#subscriptions.values()) this.#end(subscription);
  }

  #create(id: string, caller: string, interest: Interest, url: string, key: Buffer, position: number): Subscription {
    const now = Date.now();
    for (const each of this.#subscriptions.values()) if (each.expires <= now) this.#end(each);
    const all = [...this.#subscriptions.values()];
    if (all.length >= MAX_SUBSCRIPTIONS) throw exhausted('subscriptions', MAX_SUBSCRIPTIONS);
    if (all.filter((each) => each.caller === caller).length >= MAX_SUBSCRIPTIONS_OF_CALLER) {
      throw exhausted('subscriptions', MAX_SUBSCRIPTIONS_OF_CALLER);
    }
    const ended = new AbortController();
    const endpoint = new Endpoint(url, id, key, ended.signal, this.#options);
    const expires = now + this.#granted(undefined);
    const open = new Map<number, Promise<void>>();
    const subscription: Subscription = {
      id,
      caller,
      interest,
      endpoint,
      ended,
      open,
      position,
      expires,
      ready: Promise.resolve(),
    };
    this.#subscriptions.set(id, subscription);
    subscription.ready = this.#verify(subscription, url).then(
      () => void this.#deliver(subscription),
      (error: unknown) => {
        this.#end(subscription);
        throw error;
      },
    );
    return subscription;
  }

  /** Asks the endpoint whether it wants deliveries, unless it has agreed for this caller. */
  async #verify({ caller, endpoint }: Subscription, url: string): Promise<void> {
    const name = canonicalJson([caller, url]);
    if ((this.#verified.get(name) ?? 0) > Date.now()) return;
    const { host } = new URL(url);
    if (!this.#asking.take(host).allowed) throw exhausted('verifications of this host', 5);
    await endpoint.verify();
    this.#verified.delete(name);
    this.#verified.set(name, Date.now() + 2 * this.#granted(undefined));
    const [oldest] = this.#verified.keys();
    if (this.#verified.size > MAX_VERIFIED && oldest !== undefined) this.#verified.delete(oldest);
  }

  /** Delivers events until the subscription ends. */
  async #deliver(subscription: Subscription): Promise<void> {
    const { interest, endpoint, ended, open } = subscription;
    const { log, matches, isAllowed } = interest;
    while (!ended.signal.aborted) {
      const left = subscription.expires - Date.now();
      if (left <= 0) break;
      if (!isAllowed()) {
        const error = { code: EventErrorCode.Forbidden, message: 'The caller may no longer listen' };
        await endpoint.send({ type: 'terminated', error });
        break;
      }
      if (open.size >= IN_FLIGHT) {
        await Promise.race(open.values());
        continue;
      }
      const { events, first, next, truncated } = log.read(subscription.position, 1);
      subscription.position = next;
      if (truncated) await endpoint.send({ type: 'gap', cursor: log.cursor(first) });
      const [event] = events;
      if (event === undefined) await log.wait(next, left, ended.signal);
      else if (matches(event.data)) {
        // Is open before it is sent, since its cursor must not pass it.
        open.set(
          first,
          Promise.resolve().then(() => this.#send(subscription, event, first)),
        );
      }
    }
    this.#end(subscription);
  }

  async #send(subscription: Subscription, { eventId, timestamp, data }: LoggedEvent, position: number): Promise<void> {
    const { interest, endpoint, open } = subscription;
    const { name, log } = interest;
    // Of each attempt: others may have been accepted in between.
    const body = (): object => ({ eventId, name, timestamp, data, cursor: log.cursor(watermark(subscription)) });
    await endpoint.deliver(eventId, body);
    open.delete(position);
  }

  #end(subscription: Subscription): void {
    subscription.ended.abort();
    if (this.#subscriptions.get(subscription.id) === subscription) this.#subscriptions.delete(subscription.id);
  }

  #granted(wanted: number | null | undefined): number {
    const { maxTtl = 3_600_000, minTtl = 60_000 } = this.#options;
    return Math.max(Math.min(wanted ?? maxTtl, maxTtl), Math.min(minTtl, maxTtl));
  }

  #url(text: string): string {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && this.#options.allowLocal === true);
    if (url === undefined || !isAllowed) throw invalidParams('Invalid URL of the delivery: expected https:');
    if (url.username !== '' || url.password !== '') throw invalidParams('The URL of the delivery has credentials');
    return text;
  }
}

/** Returns a position before which all events are accepted, or no longer sent. */
function watermark({ open, position }: Subscription): number {
  return Math.min(position, ...open.keys());
}

/**
 * Returns the id of a subscription, and its caller. It follows from who subscribes to what, for which URL.
 *
 * @throws {JsonRpcError} without a caller: anyone could end or change the subscription of another one.
 */
function idOf({ name, given }: Interest, url: string, auth: AuthInfo | undefined): [id: string, caller: string] {
  if (auth === undefined) throw forbidden();
  const key = canonicalJson([auth.id, url, name, given]);
  return [`sub_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`, auth.id];
}
