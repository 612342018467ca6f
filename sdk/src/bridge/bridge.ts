import {
  FUNCTION,
  checkOptions,
  count,
  duration,
  group,
  lifetime,
  LIST,
  orElse,
  type OptionTable,
  withDefaults,
  LINE_LIMITS,
  partGroup,
} from '@mcp-gen/runtime/options';
import {
  processLedger,
  safeListener,
  Scope,
  serve,
  type DefinitionOptions,
  type ErrorListener,
  type Ledger,
  type Revision,
  type RunningServer,
  type ServeTransportOptions,
} from '@mcp-gen/runtime';
import type { LineLimits } from '@mcp-gen/runtime/stdio';
import { dial, REACH_OPTIONS, type ReachOptions, type Target } from '../client/target.js';
import { Revisions, type RevisionChoice } from '../revisions.js';
import { RATE_LIMITS, type RateLimits } from '../server/limits.js';
import { lossListener } from '../losses.js';
import type { LossListener } from '../translator.js';
import { Admission } from './admission.js';
import { ClientRevisions, extended } from './clientRevisions.js';
import { BRIDGE_CONNECTIONS, Connections } from './connections.js';
import { bridgeError } from './bridgeErrors.js';
import { serverNotifications } from './forwardedMethods.js';
import { PendingCalls, WAITING_CALLS } from './pendingCalls.js';
import { openForSession } from './sessionSide.js';
import { StatelessSide } from './statelessSide.js';
import type { UpstreamSettings } from './upstream.js';

/** Limits of a bridge. */
export interface BridgeLimits extends LineLimits {
  /**
   * Maximum number of connections to the server for clients over HTTP. Each is a process if the target is a command. At the limit, the
   * caller with the most loses one for a caller with fewer, and gets no more itself unless it has an unused one. Default 100.
   */
  readonly connectionLimit?: number | undefined;
  /**
   * Maximum number of these connections for one caller: the result of `authenticate`, or an address. At the limit, a new one replaces an
   * unused one without a session, else it is refused. Default 25.
   */
  readonly callerConnectionLimit?: number | undefined;
  /**
   * Maximum number of requests that wait for answers of clients without sessions. At the limit, the caller with the most loses its oldest one
   * for a caller with fewer, and gets no more itself. Default 1,000.
   */
  readonly questionLimit?: number | undefined;
}

/** {@link BridgeLimits}. */
export const BRIDGE_LIMITS: OptionTable<BridgeLimits> = {
  ...LINE_LIMITS,
  connectionLimit: count(BRIDGE_CONNECTIONS.most),
  callerConnectionLimit: count(25),
  questionLimit: count(WAITING_CALLS.most),
};

/** The time that a bridge waits. */
export interface BridgeTimeouts {
  /** Milliseconds to wait until the server has opened a session; 0 for no limit. Default 60,000. */
  readonly connectTimeout?: number | undefined;
  /** Milliseconds after which an unused connection is closed. Default 300,000 (five minutes). */
  readonly idleTimeout?: number | undefined;
  /** Milliseconds to wait for the answers of a client without a session, after which its request is cancelled. Default 600,000 (ten minutes). */
  readonly questionTimeout?: number | undefined;
}

/** {@link BridgeTimeouts}. */
export const BRIDGE_TIMEOUTS: OptionTable<BridgeTimeouts> = {
  connectTimeout: duration(60_000),
  idleTimeout: lifetime(300_000),
  questionTimeout: lifetime(600_000),
};

/**
 * Options of {@link bridge}, including those of a client for its target.
 *
 * @interface
 */
export interface BridgeOptions extends ReachOptions {
  /**
   * The supported revisions on the server side. Default: all. The revision of a client with a session is preferred, else the newest. Clients may use
   * any revision of this package, and each that is passed as a definition.
   */
  readonly revisions?: readonly RevisionChoice[] | undefined;
  /** Limits on what the server sends, on connections, and on waiting requests. Default: see each limit. */
  readonly limits?: BridgeLimits | undefined;
  /** The time that the bridge waits for the server and for clients. Default: see each timeout. */
  readonly timeouts?: BridgeTimeouts | undefined;
  /**
   * Rate limit for the notifications of each caller, as `rateLimits` of a server. Those above the limit are dropped, and reported once a
   * minute. By default 100 a second, 1,000 at once; `false` for no limit.
   */
  readonly rateLimits?: Pick<RateLimits, 'notifications'> | false | undefined;
  /** Called for errors that no client receives. Default: one line each on stderr. */
  readonly onError?: ErrorListener | undefined;
  /** Called when a part of a message cannot be expressed in the revision of its receiver. Default: one line on stderr for each kind. */
  readonly onLoss?: LossListener | undefined;
  /** Counts and limits the memory that clients and servers make this process hold. Default: the ledger of the process. */
  readonly ledger?: Ledger | undefined;
}

/** {@link BridgeOptions}. */
export const BRIDGE_OPTIONS: OptionTable<BridgeOptions> = {
  ...REACH_OPTIONS,
  revisions: LIST,
  limits: partGroup(BRIDGE_LIMITS),
  timeouts: partGroup(BRIDGE_TIMEOUTS),
  rateLimits: orElse(false, group({ notifications: RATE_LIMITS.notifications })),
  onLoss: FUNCTION,
};

/** A bridge to a server. */
export interface BridgeService {
  /** The handlers for the runtime, to use with `options`: `serveHttp(handlers, { ...options, port })`. */
  readonly handlers: object;
  /** The runtime options that belong to the handlers. */
  readonly options: DefinitionOptions;
  /** Serves one client. The connection to the server is closed together with that of the client. */
  serve(options?: Pick<ServeTransportOptions, 'transport' | 'auth'>): RunningServer;
  /** Closes all connections to the server. Pending requests are answered with errors. */
  close(): Promise<void>;
}

/**
 * Returns the notifications of servers, which are not sent without their capabilities. Clients receive the capabilities of the server
 * instead, and whether it supports a request is checked with each request.
 */
function notificationsIn({ era }: Revision): readonly string[] {
  return era === 'stateless' ? serverNotifications().map(({ method }) => method) : [];
}

/**
 * Creates a bridge to a server: clients of any revision can use a server of any revision. Does not open a connection yet.
 *
 * @example
 * ```ts
 * import { bridge } from '@mcp-gen/sdk/bridge';
 *
 * const { serve } = bridge('npx -y @modelcontextprotocol/server-everything');
 * await serve().closed; // Over standard input and output of this process.
 * ```
 * @param target a command line, program and arguments, a URL, or a function that returns a transport
 * @throws {TypeError} if the target or an option is invalid.
 * @throws {RangeError} if a number is out of range.
 */
export function bridge(target: Target, options: BridgeOptions = {}): BridgeService {
  checkOptions('bridge', options, BRIDGE_OPTIONS);
  const { limits, timeouts } = withDefaults<BridgeOptions>(options, BRIDGE_OPTIONS);
  const { connectionLimit, callerConnectionLimit, questionLimit } = limits;
  const { connectTimeout, idleTimeout, questionTimeout } = timeouts;
  const { revisions, onLoss, ledger, rateLimits } = options;
  const report = safeListener(options.onError);
  const closing = new AbortController();
  const quota = new Scope((ledger ?? processLedger()).connection('bridge'));
  const settings: UpstreamSettings = {
    dial: dial(target, { ...reachOptions(options), onError: report }),
    revisions: new Revisions(revisions, extended),
    report,
    onLoss: lossListener(onLoss),
    ledger,
    quota,
    connectTimeout,
    knownServer: {},
    open: new Set(),
    connections: new Connections({ connectionLimit, callerConnectionLimit }),
    admission: new Admission(rateLimits, report),
    closing: closing.signal,
  };
  const clientRevisions = new ClientRevisions(revisions);
  const side = (): StatelessSide =>
    new StatelessSide(clientRevisions, settings, {
      idleTimeout,
      calls: new PendingCalls(questionLimit, questionTimeout, quota),
    });
  const described = (stateless: StatelessSide): DefinitionOptions => ({
    serverInfo: { name: 'mcp-gen bridge', version: '0.1.0' },
    revisions: clientRevisions.sources,
    notifies: notificationsIn,
    checkFormats: false,
    requestState: { foreign: 'pass', lifetime: questionTimeout },
    onOpening: (opening) => openForSession(opening, clientRevisions, settings),
    onError: report,
    ledger,
    requestTimeout: 0,
    extendProfile: stateless.extendProfile,
    unknownNotification: stateless.unknownNotification,
  });
  const shared = side();
  const own = new Set<StatelessSide>();
  return {
    handlers: shared.handlers(),
    options: described(shared),
    serve(how = {}) {
      const alone = side();
      own.add(alone);
      const running = serve(alone.handlers(), { ...described(alone), ...how });
      const closed = running.closed.then(async (reason) => {
        own.delete(alone);
        await alone.close();
        return reason;
      });
      return {
        closed,
        close: async () => {
          await running.close();
          await closed;
        },
      };
    },
    close: async () => {
      closing.abort(bridgeError('The bridge is closing'));
      await Promise.all([shared, ...own].map((each) => each.close()));
      await Promise.all(Array.from(settings.open, (upstream) => upstream.close()));
      quota.close();
    },
  };
}

/** Returns the options for the connection to the server. */
function reachOptions({
  revisions: _revisions,
  timeouts: _timeouts,
  rateLimits: _rates,
  onLoss: _onLoss,
  limits,
  ...rest
}: BridgeOptions): ReachOptions {
  if (limits === undefined) return rest;
  const {
    connectionLimit: _connections,
    callerConnectionLimit: _callerConnections,
    questionLimit: _questions,
    ...line
  } = limits;
  return { ...rest, limits: line };
}
