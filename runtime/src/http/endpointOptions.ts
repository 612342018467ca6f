import type { HttpInfo } from '../codegen/v1.js';
import type { ErrorListener } from '../report.js';
import type { AuthResult } from './authenticate.js';
import type { EventStore } from './eventStore.js';
import type { OriginOptions } from './origins.js';
import type { SessionStore } from './sessionStore.js';

/** Options of an endpoint, whatever is behind it. */
export interface HttpEndpointOptions extends OriginOptions {
  /** Hears of every error that no client is told of. Default: one line each on stderr. */
  readonly onError?: ErrorListener | undefined;
  /** The bytes that one POST may have. Default 4 MiB. */
  readonly bodyLimit?: number | undefined;
  /** The sessions that may be open at a time; one more is refused with 503. Default 10,000. */
  readonly sessionLimit?: number | undefined;
  /** Milliseconds without a connection of the client after which its session is closed; 0 for never. Default 1,800,000: half an hour. */
  readonly sessionTimeout?: number | undefined;
  /** Milliseconds after which an answer that has not come yet becomes a stream; with 0 every answer is one. Default 1,000. */
  readonly streamAfter?: number | undefined;
  /** Milliseconds between comments that keep an idle stream open; 0 for none. Default 15,000. */
  readonly keepAlive?: number | undefined;
  /**
   * Milliseconds after which the connection of a stream is closed for the client to come back, from revision 2025-11-25 on.
   * Default 0: never.
   */
  readonly streamLifetime?: number | undefined;
  /** Milliseconds that a client is told to wait before it comes back. Default 1,000. */
  readonly retry?: number | undefined;
  /** Characters that may wait for a client that does not read its stream, before the connection is given up. Default 16 Mi. */
  readonly unsentLimit?: number | undefined;
  /**
   * Milliseconds in which a client has to take something of an answer that waits for it, before its connection is given up.
   * Default 30,000. It holds where the adapter can tell, which is on Node's own server.
   */
  readonly answerTimeout?: number | undefined;
  /** Keeps what was sent on streams, for clients to resume. Default: a `MemoryEventStore`. `false` for none. */
  readonly eventStore?: EventStore | false | undefined;
  /** Keeps the facts of sessions for other programs to read, as long as a session lasts. Default: they are not written. */
  readonly sessionStore?: SessionStore | undefined;
  /**
   * Where clients of the older transport, HTTP with SSE, open their stream and post their messages (specification 2024-11-05:
   * Transports). Default: not at all.
   */
  readonly sse?: SsePaths | false | undefined;
  /**
   * Tells who calls, for handlers to see as `context.auth`; a text is the caller's id. A session belongs to whoever opened it, and
   * nobody else finds it. Asked before the body is read. An `HttpRefusalError` that it throws is the answer; after any other
   * error, or a result that is none, the request is refused with 500, and the error reported. Default: callers are not told apart.
   */
  readonly authenticate?: ((http: HttpInfo) => AuthResult | Promise<AuthResult>) | undefined;
  /**
   * How many reverse proxies stand before this server, each of which sets `X-Forwarded-For`, `-Host` and `-Proto` or adds to them: what
   * they say is taken for the client's address, the host and the scheme. `true` stands for one. Default: none, and the headers are
   * ignored, since any client can send them.
   */
  readonly trustProxy?: boolean | number | undefined;
}

/** The paths of the older transport. */
export interface SsePaths {
  /** Where clients open their stream: `/sse`. */
  readonly stream: string;
  /** Where they post their messages: `/messages`. */
  readonly messages: string;
}
