import { PUBLIC_VALUE_LIMIT } from '../../codec/json.js';
import type { HttpInfo } from '../../codegen/v1.js';
import { LEDGER_OPTION, type Ledger, type SharedLimit } from '../../ledger/index.js';
import {
  amount,
  checkValues,
  count,
  delay,
  duration,
  FUNCTION,
  group,
  listOf,
  kind,
  methods,
  oneOf,
  OBJECT,
  orElse,
  partGroup,
  repeating,
  required,
  STRINGS,
  type OptionTable,
} from '../../options/kinds.js';
import { PEER_LIMITS, type PeerLimits } from '../../peer/peer.js';
import type { ErrorListener } from '../../report.js';
import type { AuthResult } from './caller.js';
import type { EventStore } from './eventStore.js';
import type { HttpMiddleware } from './httpMiddleware.js';
import type { OriginOptions } from './origins.js';
import { HEALTH, PATH, type RouteOptions } from './routes.js';
import type { SessionRouter } from '../../cluster/sessionRouter.js';
import type { SessionStore } from './sessions/sessionStore.js';

/** Limits of an endpoint. */
export interface HttpEndpointLimits extends Pick<PeerLimits, 'batchLimit'> {
  /** Maximum bytes of one POST. Does not apply to bodies that a framework has parsed. Default 4 MiB. */
  readonly bodyLimit?: number | undefined;
  /** Maximum number of values in one POST: arrays, objects, keys, and commas. More is refused with 413. Default 200,000. */
  readonly valueLimit?: number | undefined;
  /**
   * Maximum number of requests of one connection that are handled at a time; the connection is not read while more wait. Only on
   * `node:http`: other platforms answer requests of a connection one by one. At least 2. Default 16.
   */
  readonly pipelineLimit?: number | undefined;
  /**
   * Maximum number of open sessions. At the limit, a new session replaces the one that has waited longest for its client's second message.
   * If no session waits, the new one is refused with 503. Default 10,000.
   */
  readonly sessionLimit?: number | undefined;
  /**
   * Maximum number of open sessions of one caller. At the limit, a new session replaces one that waits for its client's second message.
   * If no session waits, it replaces the least recently used one without a connection. If there is none, the new one is refused with 429.
   * Callers without an id from `authenticate` are identified by address: see `trustProxy`. Default 1,000.
   */
  readonly callerSessionLimit?: number | undefined;
  /**
   * Maximum pending characters for a client that does not read its stream; then the connection is closed. It does not apply to the answers
   * that end a stream, nor to those of HTTP with SSE: they count as `output` of the ledger, like a plain response. Default 16 Mi.
   */
  readonly unsentLimit?: number | undefined;
}

/** The time that clients of an endpoint have. */
export interface HttpTimeouts {
  /** Milliseconds to wait for a client's second message, after which its session is closed; 0 for no limit. Default 30,000. */
  readonly openingTimeout?: number | undefined;
  /** Milliseconds without a connection of the client after which its session is closed; 0 for never. Default 1,800,000 (half an hour). */
  readonly sessionTimeout?: number | undefined;
  /**
   * Milliseconds without progress after which the connection of a client that does not read its response is closed; 0 for no limit.
   * Default 30,000. Only on `node:http`, where progress can be measured. In HTTP with SSE: for each MiB that waits, on all platforms.
   */
  readonly answerTimeout?: number | undefined;
}

/** Options of the streams of an endpoint. */
export interface HttpStreamOptions {
  /** Milliseconds after which a pending response becomes a stream; 0 for never. Default 1,000. */
  readonly streamAfter?: number | undefined;
  /**
   * `stream`: every response to a request is a stream of events. Default: a response is plain JSON, unless other messages must be sent
   * before it, or it takes longer than `streamAfter`.
   */
  readonly responses?: 'stream' | undefined;
  /** Milliseconds between comments that keep an idle stream open; 0 for none. Default 15,000. */
  readonly keepAlive?: number | undefined;
  /**
   * Milliseconds after which the connection of a stream is closed, so that the client reconnects, from revision 2025-11-25 on. Default 0:
   * never.
   */
  readonly streamLifetime?: number | undefined;
  /** Milliseconds that clients are told to wait before reconnecting. Default 1,000. */
  readonly retryDelay?: number | undefined;
}

/** Options of an endpoint. */
export interface HttpEndpointOptions extends OriginOptions, RouteOptions {
  /** Called for errors that no client receives. Default: one line each on stderr. */
  readonly onError?: ErrorListener | undefined;
  /** Limits on requests, sessions, and streams. Default: see each limit. */
  readonly limits?: HttpEndpointLimits | undefined;
  /** The time that clients have. Default: see each timeout. */
  readonly timeouts?: HttpTimeouts | undefined;
  /** Responses and other messages as streams of events. Default: see each option. */
  readonly streams?: HttpStreamOptions | undefined;
  /** Counts and limits the memory that callers make this process hold, and their requests. Default: the ledger of the process. */
  readonly ledger?: Ledger | undefined;
  /** Stores the events of streams, so that clients can resume. Default: a `MemoryEventStore`. `false` for none. */
  readonly eventStore?: EventStore | false | undefined;
  /** Stores a record of each session for other programs, for the lifetime of the session. Default: no records. */
  readonly sessionStore?: SessionStore | undefined;
  /**
   * Lets several processes serve the same sessions, with an `eventStore` and a `sessionStore` that they share. Any of them can receive any
   * request; sessions of a process that has stopped are continued by another one. Default: a session belongs to the process that opened it.
   */
  readonly sessionRouter?: SessionRouter | undefined;
  /**
   * The paths where clients of the older transport, HTTP with SSE, open their stream and post their messages (specification 2024-11-05:
   * Transports). Deprecated since revision 2025-03-26. Default: not supported.
   */
  readonly sse?: SsePaths | false | undefined;
  /**
   * Authenticates the caller, for `context.auth` of handlers; a string is the caller's id. A session belongs to the caller that opened it,
   * and is not found for others. Called before the body is read. An `HttpRefusalError` that it throws is the answer; any other error, or an
   * invalid result, is reported and answered with 500. Default: callers are not distinguished.
   */
  readonly authenticate?: ((http: HttpInfo) => AuthResult | Promise<AuthResult>) | undefined;
  /**
   * Functions around each HTTP request to the endpoint, before `authenticate`, first one outermost. Routes, health checks, and preflight
   * requests do not pass through them. Default: none.
   */
  readonly middleware?: readonly HttpMiddleware[] | undefined;
  /**
   * The number of reverse proxies in front of this server, each of which sets `X-Forwarded-For`, `X-Forwarded-Host`, and `X-Forwarded-Proto`
   * or adds to them. The client's address, the host, and the scheme are read from these headers. `true` means 1. Default: 0; the
   * headers are ignored then, since any client can send them.
   */
  readonly trustProxy?: boolean | number | undefined;
  /** Called when all sessions have been closed; `close` waits for it. Default: nothing is called. */
  readonly onClosed?: (() => void | Promise<void>) | undefined;
}

/** The paths of the older transport. */
export interface SsePaths {
  /** The path where clients open their stream: `/sse`. */
  readonly stream: string;
  /** The path where they post their messages: `/messages`. */
  readonly messages: string;
}

/** {@link SsePaths}. */
export const SSE_OPTIONS: OptionTable<SsePaths> = { stream: required(PATH), messages: required(PATH) };

/** The limit on sessions, which all callers share. */
export const OPEN_SESSIONS: SharedLimit = {
  what: 'open sessions',
  option: 'limits.sessionLimit',
  most: 10_000,
  loses: 'an unused session ends, or one without a connection, or else the oldest: the client gets status 404',
  refused: 'status 503, unless a session was not used for a second after it was opened, which ends instead',
};

/** {@link HttpEndpointLimits}. */
export const ENDPOINT_LIMITS: OptionTable<HttpEndpointLimits> = {
  bodyLimit: amount(4 * 1024 * 1024),
  valueLimit: count(PUBLIC_VALUE_LIMIT),
  batchLimit: PEER_LIMITS.batchLimit,
  pipelineLimit: count(16, 2),
  sessionLimit: count(OPEN_SESSIONS.most),
  callerSessionLimit: count(1_000),
  unsentLimit: amount(16 * 1024 * 1024),
};

/** {@link HttpTimeouts}. */
export const HTTP_TIMEOUTS: OptionTable<HttpTimeouts> = {
  openingTimeout: duration(30_000),
  sessionTimeout: duration(1_800_000),
  answerTimeout: duration(30_000),
};

/** {@link HttpStreamOptions}. */
export const HTTP_STREAM_OPTIONS: OptionTable<HttpStreamOptions> = {
  streamAfter: duration(1_000),
  responses: oneOf('stream'),
  keepAlive: duration(15_000),
  streamLifetime: duration(0),
  retryDelay: delay(1_000),
};

/** {@link HttpEndpointOptions}. */
export const ENDPOINT_OPTIONS: OptionTable<HttpEndpointOptions> = {
  onError: FUNCTION,
  limits: partGroup(ENDPOINT_LIMITS),
  timeouts: partGroup(HTTP_TIMEOUTS),
  streams: partGroup(HTTP_STREAM_OPTIONS),
  ledger: LEDGER_OPTION,
  eventStore: orElse(false, methods('append', 'read', 'end', 'forget')),
  sessionStore: methods('get', 'set', 'delete'),
  sessionRouter: kind(
    'an object with the method join, and requestRelay of @mcp-gen/sdk/cluster as its relay',
    (value) =>
      methods('join').accepts(value) && methods('start').accepts((value as { readonly relay?: unknown }).relay),
  ),
  sse: orElse(false, group(SSE_OPTIONS)),
  authenticate: FUNCTION,
  middleware: listOf('functions', FUNCTION),
  trustProxy: repeating(
    kind(
      'a boolean or the number of proxies',
      (value) => typeof value === 'boolean' || (Number.isInteger(value) && (value as number) >= 0),
    ),
  ),
  onClosed: FUNCTION,
  allowedHosts: orElse('any', STRINGS),
  allowedOrigins: STRINGS,
  routes: OBJECT,
  health: HEALTH,
};

/** @throws {TypeError | RangeError} if an option is invalid. The message names it. */
export function checkEndpointOptions(options: HttpEndpointOptions): void {
  checkValues('the endpoint', options, ENDPOINT_OPTIONS);
  if (
    options.sessionRouter !== undefined &&
    (options.sessionStore === undefined || (options.eventStore ?? false) === false)
  ) {
    throw new TypeError('"sessionRouter" requires a "sessionStore" and an "eventStore" that all processes share');
  }
}

/** Returns the number of trusted proxies. */
export function proxiesIn({ trustProxy = 0 }: HttpEndpointOptions): number {
  return Number(trustProxy);
}
