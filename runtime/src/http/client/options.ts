import { VALUE_LIMIT } from '../../codec/json.js';
import { checkNumber } from '../../errors.js';
import { processLedger, type Ledger, type Quota } from '../../ledger/index.js';
import type { ErrorListener } from '../../report.js';
import { MESSAGE_LIMIT } from '../../transports/limits.js';
import type { HttpHeaders } from '../exchange.js';

/** Options of a client's end of HTTP. */
export interface HttpClientOptions {
  /** The endpoint: `https://example.com/mcp`. Redirections are followed within its origin, and no further. */
  readonly url: string | URL;
  /**
   * Headers for every request, such as `authorization`; a function is called before each, also before each repetition. Default: none
   * but the protocol's own.
   */
  readonly headers?: HttpHeaders | (() => HttpHeaders | Promise<HttpHeaders>) | undefined;
  /**
   * Sends requests. Proxies, certificate authorities and client certificates are set up here; see `docs/client.md`. Default: the
   * global `fetch`.
   */
  readonly fetch?: typeof fetch | undefined;
  /** The bytes that one message may have. Default 64 MiB. */
  readonly messageLimit?: number | undefined;
  /** The values that one message may have: its arrays, its objects, and the commas in them. Default 1,000,000. */
  readonly valueLimit?: number | undefined;
  /**
   * Counts what has arrived of messages, and the characters of answers that the server has not taken. A request whose answer is over the
   * budget rejects, and the connection is closed where answers to the server are. Default: the ledger of the process.
   */
  readonly ledger?: Ledger | undefined;
  /**
   * Milliseconds before reconnecting to a stream that ended or broke, where the server sends no `retry`; doubled with each attempt
   * that fails. Where the server sends a smaller `retry`, the delay grows up to this one as long as the connections bring no
   * message. Default 1,000.
   */
  readonly retryDelay?: number | undefined;
  /** The longest delay in milliseconds before reconnecting to a stream, whatever the server asks for. Default 60,000. */
  readonly maxRetryDelay?: number | undefined;
  /** Failed attempts in a row after which a stream is not opened again. Default 5. */
  readonly retryLimit?: number | undefined;
  /**
   * How often a POST is repeated that the server refuses with 429 or 503 and a `Retry-After`. Such a server says that it has not
   * taken the message. 0 never repeats. Default 3.
   */
  readonly retryAfterAttempts?: number | undefined;
  /**
   * Milliseconds that one POST waits in all for `Retry-After`. If the server asks for more, the request is rejected at once, with
   * an `HttpStatusError` that has `retryAfter`. Default 30,000.
   */
  readonly retryAfterLimit?: number | undefined;
  /** Called when the server's own stream is lost. Default: one line on stderr. */
  readonly onError?: ErrorListener | undefined;
  /**
   * Called when a new session has replaced one that the server no longer knows. Its state, such as subscriptions, is lost.
   */
  readonly onReopen?: (() => void) | undefined;
  /** Milliseconds that the server is given to end the session when this side closes. Default 2,000. */
  readonly shutdownTimeout?: number | undefined;
}

/** What one message may have. */
export interface MessageLimits {
  readonly bytes: number;
  readonly values: number;
  /** Counts what this client holds. */
  readonly quota: Quota;
}

/** @throws {TypeError | RangeError} if a limit is not a number, or less than 1. */
export function messageLimits(options: HttpClientOptions): MessageLimits {
  const { messageLimit = MESSAGE_LIMIT, valueLimit = VALUE_LIMIT, ledger = processLedger() } = options;
  checkNumber({ messageLimit }, 1);
  checkNumber({ valueLimit }, 1);
  return { bytes: messageLimit, values: valueLimit, quota: ledger.connection('http') };
}
