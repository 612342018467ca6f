import {
  count,
  delay,
  anyOf,
  FUNCTION,
  kind,
  OBJECT,
  partGroup,
  required,
  URL_TEXT,
  type OptionTable,
  type OptionValues,
} from '../../options/kinds.js';
import { LEDGER_OPTION, processLedger, type Ledger, type Quota } from '../../ledger/index.js';
import type { ErrorListener } from '../../report.js';
import { MESSAGE_LIMITS, type MessageLimits } from '../../transports/messageLimits.js';
import type { HttpHeaders } from '../shared/httpExchange.js';

/** When a client over HTTP repeats requests, and reopens streams. */
export interface HttpRetryOptions {
  /**
   * Milliseconds before reconnecting to a stream that ended or broke, if the server sends no `retry`; doubled with each failed attempt. If
   * the server sends a smaller `retry`, the delay grows up to this value as long as connections bring no message. Default 1,000.
   */
  readonly retryDelay?: number | undefined;
  /** Maximum delay in milliseconds before reconnecting to a stream, regardless of the server's `retry`. Default 60,000. */
  readonly maxRetryDelay?: number | undefined;
  /** Failed attempts in a row after which a stream is not reopened. Default 5. */
  readonly retryLimit?: number | undefined;
  /**
   * Maximum retries of a POST after status 429 or 503 with `Retry-After`. Such a response means that the server has not processed the
   * message. 0 never retries. Default 3.
   */
  readonly retryAfterAttempts?: number | undefined;
  /**
   * Maximum milliseconds that one POST waits in total for `Retry-After`. If the server asks for more, the request rejects at once with an
   * `HttpStatusError` that has `retryAfter`. Default 30,000.
   */
  readonly retryAfterLimit?: number | undefined;
}

/** Options of the HTTP client transport. */
export interface HttpClientOptions {
  /** The endpoint: `https://example.com/mcp`. Redirects are followed only within its origin. */
  readonly url: string | URL;
  /**
   * Headers for every request, such as `authorization`; a function is called before each request and each retry. Default: only those of the
   * protocol.
   */
  readonly headers?: HttpHeaders | (() => HttpHeaders | Promise<HttpHeaders>) | undefined;
  /**
   * Sends requests. Use it to set up proxies, certificate authorities, and client certificates; see `docs/client.md`. Default: `node:http`
   * and `node:https` on Node, on connections that are kept, unless the program has replaced the global `fetch` or its dispatcher; elsewhere
   * the global `fetch`.
   */
  readonly fetch?: typeof fetch | undefined;
  /** Limits on what the server sends. Default: see each limit. */
  readonly limits?: MessageLimits | undefined;
  /** When requests are repeated, and streams are reopened. Default: see each option. */
  readonly retry?: HttpRetryOptions | undefined;
  /**
   * Counts the bytes of incomplete messages, and the characters of answers that the server has not accepted. A request whose response
   * exceeds the budget rejects; if answers to the server exceed it, the connection is closed. Default: the ledger of the process.
   */
  readonly ledger?: Ledger | undefined;
  /** Called when the server's own stream is lost. Default: one line on stderr. */
  readonly onError?: ErrorListener | undefined;
  /** Called when a new session has replaced one that the server has lost. The state of the old session, such as subscriptions, is lost. */
  readonly onReopen?: (() => void) | undefined;
  /** Milliseconds to wait for the server to end the session when this side closes. Default 2,000. */
  readonly shutdownTimeout?: number | undefined;
}

/** {@link HttpRetryOptions}. */
export const HTTP_RETRY_OPTIONS: OptionTable<HttpRetryOptions> = {
  retryDelay: delay(1_000),
  maxRetryDelay: delay(60_000),
  retryLimit: count(5, 0),
  retryAfterAttempts: count(3, 0),
  retryAfterLimit: delay(30_000),
};

/** {@link HttpClientOptions}. */
export const HTTP_CLIENT_OPTIONS: OptionTable<HttpClientOptions> = {
  url: required(kind('a URL', (given) => given instanceof URL || URL_TEXT.accepts(given))),
  headers: anyOf(OBJECT, FUNCTION),
  fetch: FUNCTION,
  limits: partGroup(MESSAGE_LIMITS),
  retry: partGroup(HTTP_RETRY_OPTIONS),
  ledger: LEDGER_OPTION,
  onError: FUNCTION,
  onReopen: FUNCTION,
  shutdownTimeout: delay(2_000),
};

/** The options with their defaults. */
export type HttpClientSettings = OptionValues<HttpClientOptions>;

/** What the messages of a server may take. */
export interface ReadLimits {
  readonly bytes: number;
  readonly values: number;
  /** Counts the memory of this client. */
  readonly quota: Quota;
}

/** Returns the limits that apply to the messages of a server. */
export function readLimits({ limits, ledger = processLedger() }: HttpClientSettings): ReadLimits {
  return { bytes: limits.messageLimit, values: limits.valueLimit, quota: ledger.connection('http') };
}
