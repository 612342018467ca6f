import type { HttpInfo } from '../codegen/v1.js';
import { checkLedger, type Ledger } from '../ledger/index.js';
import { checkNumber, POSITIVE } from '../errors.js';
import { textOf, type ErrorListener } from '../report.js';
import type { AuthResult } from './authenticate.js';
import type { EventStore } from './eventStore.js';
import type { OriginOptions } from './origins.js';
import type { RouteOptions } from './routes.js';
import type { SessionRouter } from './cluster/sessionRouter.js';
import type { SessionStore } from './sessionStore.js';

/** Options of an endpoint. */
export interface HttpEndpointOptions extends OriginOptions, RouteOptions {
  /** Called for errors that no client receives. Default: one line each on stderr. */
  readonly onError?: ErrorListener | undefined;
  /** Maximum bytes of one POST. Does not apply to bodies that a framework has parsed. Default 4 MiB. */
  readonly bodyLimit?: number | undefined;
  /** Maximum number of values in one POST: arrays, objects, keys, and commas. More is refused with 413. Default 200,000. */
  readonly valueLimit?: number | undefined;
  /** Maximum number of messages in one batch; a larger one is refused with 400 as a whole. Default 100. */
  readonly batchLimit?: number | undefined;
  /**
   * Maximum number of requests of one connection that are handled at a time; the connection is not read while more wait. Only on
   * `node:http`: other platforms answer requests of a connection one by one. At least 2. Default 16.
   */
  readonly pipelineLimit?: number | undefined;
  /** Counts and limits the memory that callers make this process hold, and their requests. Default: the ledger of the process. */
  readonly ledger?: Ledger | undefined;
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
  /** Milliseconds to wait for a client's second message, after which its session is closed; 0 for no limit. Default 30,000. */
  readonly openingTimeout?: number | undefined;
  /** Milliseconds without a connection of the client after which its session is closed; 0 for never. Default 1,800,000 (half an hour). */
  readonly sessionTimeout?: number | undefined;
  /** Milliseconds after which a pending response becomes a stream; 0 for never. Default 1,000. */
  readonly streamAfter?: number | undefined;
  /**
   * `stream`: every response to a request is a stream of events. Default: a response is plain JSON, unless other messages must be sent
   * before it, or it takes longer than `streamAfter`.
   */
  readonly answers?: 'stream' | undefined;
  /** Milliseconds between comments that keep an idle stream open; 0 for none. Default 15,000. */
  readonly keepAlive?: number | undefined;
  /**
   * Milliseconds after which the connection of a stream is closed, so that the client reconnects, from revision 2025-11-25 on. Default 0:
   * never.
   */
  readonly streamLifetime?: number | undefined;
  /** Milliseconds that clients are told to wait before reconnecting. Default 1,000. */
  readonly retry?: number | undefined;
  /**
   * Maximum pending characters for a client that does not read its stream; then the connection is closed. It does not apply to the answers
   * that end a stream, nor to those of HTTP with SSE: they count as `output` of the ledger, like a plain response. Default 16 Mi.
   */
  readonly unsentLimit?: number | undefined;
  /**
   * Milliseconds without progress after which the connection of a client that does not read its response is closed; 0 for no limit.
   * Default 30,000. Only on `node:http`, where progress can be measured.
   */
  readonly answerTimeout?: number | undefined;
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

/** Options that are positive numbers; `Infinity` means no limit. */
const LIMITS = ['bodyLimit', 'valueLimit', 'batchLimit', 'sessionLimit', 'callerSessionLimit', 'unsentLimit'] as const;

/** Options that are milliseconds. */
const DURATIONS = [
  'sessionTimeout',
  'openingTimeout',
  'streamAfter',
  'keepAlive',
  'streamLifetime',
  'retry',
  'answerTimeout',
] as const;

/** The methods of stores. */
const EVENT_STORE: readonly (keyof EventStore)[] = ['append', 'read', 'end', 'forget'];
const SESSION_STORE: readonly (keyof SessionStore)[] = ['get', 'set', 'delete'];

/** @throws {TypeError | RangeError} if an option is invalid. The message names it. */
export function checkEndpointOptions(options: HttpEndpointOptions): void {
  for (const name of LIMITS) checkNumber({ [name]: options[name] }, POSITIVE);
  for (const name of DURATIONS) checkNumber({ [name]: options[name] }, 0, 'milliseconds');
  checkNumber({ pipelineLimit: options.pipelineLimit }, 2);
  const answers: unknown = options.answers;
  if (answers !== undefined && answers !== 'stream') {
    throw new TypeError(`Invalid option "answers": expected 'stream' or undefined, got ${shown(answers)}`);
  }
  const authenticate: unknown = options.authenticate;
  if (authenticate !== undefined && typeof authenticate !== 'function') {
    throw new TypeError(`Invalid option "authenticate": expected a function, got ${shown(authenticate)}`);
  }
  if (options.eventStore !== false) checkStore('eventStore', options.eventStore, EVENT_STORE);
  checkStore('sessionStore', options.sessionStore, SESSION_STORE);
  checkStore('sessionRouter', options.sessionRouter, ['join']);
  if (options.sessionRouter !== undefined && (options.sessionStore === undefined || !options.eventStore)) {
    throw new TypeError('"sessionRouter" requires a "sessionStore" and an "eventStore" that all processes share');
  }
  checkLedger(options.ledger);
  proxiesIn(options);
}

/**
 * Returns the number of trusted proxies.
 *
 * @throws {TypeError} if the option is neither a boolean nor a number of proxies.
 */
export function proxiesIn({ trustProxy = false }: HttpEndpointOptions): number {
  if (typeof trustProxy === 'boolean') return trustProxy ? 1 : 0;
  if (Number.isInteger(trustProxy) && trustProxy >= 0) return trustProxy;
  throw new TypeError(
    `Invalid option "trustProxy": expected a boolean or the number of proxies, got ${shown(trustProxy)}`,
  );
}

/** Checks that a store has its methods, since a missing one would fail for each message. */
function checkStore(name: string, store: unknown, methods: readonly string[]): void {
  if (store === undefined) return;
  const given = (typeof store === 'object' ? store : undefined) as { readonly [method: string]: unknown } | null;
  const missing = methods.filter((method) => typeof given?.[method] !== 'function');
  if (missing.length > 0) throw new TypeError(`Invalid option "${name}": it lacks the methods ${missing.join(', ')}`);
}

/** Returns an invalid value as an error shows it. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : textOf(value);
}
