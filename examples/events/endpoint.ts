/** The webhook of one subscription: requests to a URL that a client has named. */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { guardedFetch } from '@mcp-gen/auth/fetch';
import { backoff, Retries } from '@mcp-gen/runtime';
import { endpointFailed, type DeliveryFailure } from './errors.ts';
import type { WebhookStatus } from './generated/types.ts';
import { sign } from './signatures.ts';

const TIMEOUT = 5_000;
const MAX_RESPONSE = 4_096;

/** Attempts after the first one. */
const RETRIES = 4;

/** Hosts of this machine, as `URL.hostname` has them. */
const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Codes of errors of TLS, of Node and of OpenSSL. */
const OF_TLS = /TLS|SSL|CERT|SIGNATURE|ISSUER/;

export interface EndpointOptions {
  /** Allows `http:` and addresses of this machine, for development. Default: only `https:` at public addresses. */
  readonly allowLocal?: boolean;
  /** Milliseconds before the first retry. Each further one waits twice as long. Default 1,000. */
  readonly retryDelay?: number;
  /** Sends the requests. Default: `guardedFetch`, which checks addresses when it connects, and follows no redirects of a POST. */
  readonly fetch?: typeof fetch;
}

/** An endpoint has not accepted a delivery. */
class DeliveryError extends Error {
  readonly failure: DeliveryFailure;
  readonly mayPass: boolean;

  constructor(failure: DeliveryFailure, mayPass: boolean) {
    super(failure);
    this.failure = failure;
    this.mayPass = mayPass;
  }
}

export class Endpoint {
  readonly #url: string;
  readonly #id: string;
  readonly #signal: AbortSignal;
  readonly #send: typeof fetch;
  readonly #retryDelay: number;
  #key: Buffer;
  #previous: { readonly key: Buffer; readonly until: number } | undefined;
  #lastDeliveryAt: string | null = null;
  #failure: { readonly error: DeliveryFailure; readonly since: string } | undefined;

  /**
   * @param id the subscription
   * @param signal aborts when it ends
   */
  constructor(url: string, id: string, key: Buffer, signal: AbortSignal, options: EndpointOptions) {
    const { allowLocal = false, retryDelay = 1_000 } = options;
    this.#url = url;
    this.#id = id;
    this.#key = key;
    this.#signal = signal;
    this.#retryDelay = retryDelay;
    const allowPrivate = (host: string): boolean => allowLocal && LOCAL.has(host);
    const guard = { allowHttp: allowLocal, allowPrivate, bodyLimit: MAX_RESPONSE, timeout: TIMEOUT };
    this.#send = options.fetch ?? guardedFetch(guard);
  }

  get status(): Pick<WebhookStatus, 'lastDeliveryAt' | 'lastError' | 'failedSince'> {
    const failure = this.#failure;
    return {
      lastDeliveryAt: this.#lastDeliveryAt,
      lastError: failure?.error ?? null,
      ...(failure && { failedSince: failure.since }),
    };
  }

  /** @param rotation milliseconds for which deliveries are signed with the previous key, too */
  replaceKey(key: Buffer, rotation: number): void {
    if (key.equals(this.#key)) return;
    this.#previous = { key: this.#key, until: Date.now() + rotation };
    this.#key = key;
  }

  /**
   * Asks the endpoint to repeat a random value, which shows that it expects deliveries.
   *
   * @throws {JsonRpcError} if it does not.
   */
  async verify(): Promise<void> {
    const challenge = randomBytes(32).toString('base64url');
    try {
      const answer = await this.#post(messageId('verification'), { type: 'verification', challenge });
      if (!hasValue(await answer.text(), challenge)) throw new DeliveryError('challenge_failed', false);
    } catch (error) {
      throw endpointFailed(error instanceof DeliveryError ? error.failure : 'challenge_failed');
    }
  }

  /** Sends a message that is not an event. Never rejects. */
  send(message: { readonly type: 'gap' | 'terminated'; readonly [key: string]: unknown }): Promise<void> {
    return this.deliver(messageId(message.type), () => message);
  }

  /**
   * Sends a message until the endpoint accepts it, or there are no attempts left. Never rejects.
   *
   * @param body called for each attempt
   */
  async deliver(id: string, body: () => object): Promise<void> {
    const retries = new Retries(RETRIES, (failures) => backoff(this.#retryDelay, failures));
    const mayPass = (error: unknown): boolean => error instanceof DeliveryError && error.mayPass;
    try {
      await retries.run(() => this.#post(id, body()), { signal: this.#signal, mayPass });
      this.#lastDeliveryAt = new Date().toISOString();
      this.#failure = undefined;
    } catch (error) {
      if (!(error instanceof DeliveryError)) return;
      const since = this.#failure?.since ?? new Date().toISOString();
      this.#failure = { error: error.failure, since };
    }
  }

  /** @throws {DeliveryError} if the endpoint has not accepted it. */
  async #post(id: string, content: object): Promise<Response> {
    const body = Buffer.from(JSON.stringify(content));
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign({ id, timestamp, body }, this.#keys()),
      'x-mcp-subscription-id': this.#id,
    };
    let response: Response;
    try {
      response = await this.#send(this.#url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: this.#signal,
      });
    } catch (error) {
      throw new DeliveryError(failureOf(error), true);
    }
    const { ok, status } = response;
    // 410: not wanted; 413: too large. Neither is better the next time.
    if (!ok) throw new DeliveryError(status >= 500 ? 'http_5xx' : 'http_4xx', status !== 410 && status !== 413);
    return response;
  }

  #keys(): readonly Buffer[] {
    const previous = this.#previous;
    return previous !== undefined && previous.until > Date.now() ? [this.#key, previous.key] : [this.#key];
  }
}

function hasValue(text: string, challenge: string): boolean {
  const given = Buffer.from(String((JSON.parse(text) as { readonly challenge?: unknown } | null)?.challenge));
  const expected = Buffer.from(challenge);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A refusal to connect to a private address looks as if nobody was there. */
function failureOf(error: unknown): DeliveryFailure {
  const { message, cause } = error as Error & { readonly cause?: { readonly code?: unknown } };
  if (message.includes('did not respond within')) return 'timeout';
  return OF_TLS.test(String(cause?.code)) ? 'tls_error' : 'connection_refused';
}

/** Returns the id of a message that is not an event. */
function messageId(type: string): string {
  return `msg_${type}_${randomBytes(12).toString('hex')}`;
}
