import type { OthersRequests } from '../peer/outgoing.js';
import type { Era } from '../codegen/v1.js';
import { ConnectionClosedError, InvalidMessageError, NegotiationError } from '../errors.js';
import { Peer, PEER_OPTIONS, type PeerOptions } from '../peer/peer.js';
import {
  checkOptions,
  checkValues,
  duration,
  FUNCTION,
  kind,
  LIST,
  OBJECT,
  oneOf,
  repeating,
  required,
  SIGNAL,
  STRING,
  type OptionTable,
} from '../options/kinds.js';
import { UNKNOWN_PEER } from '../peer/profile.js';
import { discover, mayKnowNoSessions } from '../stateless/discover.js';
import { StatelessSession } from '../stateless/statelessSession.js';
import { orInfinity } from '../timers.js';
import type { Transport } from '../transports/transport.js';
import { Definition, INFO, type RevisionSource } from './definition.js';
import { initialize } from './initialize.js';
import { openingProfile } from './opening.js';
import { SIDE_OPTIONS, type Implementation, type SideOptions } from './prepare.js';
import type { Session } from './session.js';

/** Options of a client. */
export interface ConnectOptions extends PeerOptions, SideOptions {
  /** The info of the client. */
  readonly clientInfo: Implementation;
  /** The supported revisions, in any order. The newest is requested, unless `sessionRevision` is set. */
  readonly revisions: readonly RevisionSource[];
  /**
   * The handlers for requests of the server, with the names of the generated handler interfaces: `listRoots`, `createMessage`. Default:
   * none.
   */
  readonly handlers?: object | undefined;
  /**
   * The revision to request for a session, one of `revisions` with sessions. The server may choose another one of them. Default: the
   * newest.
   */
  readonly sessionRevision?: string | undefined;
  /**
   * Milliseconds to wait for each response to `initialize`, and until `notifications/initialized` is accepted; 0 for no limit. Default:
   * `requestTimeout`.
   */
  readonly initializeTimeout?: number | undefined;
  /**
   * Milliseconds to wait for the response to `server/discover`, which detects revision 2026-07-28 or later; 0 for no limit. If there is no
   * response, the client sends `initialize`. Default: `requestTimeout`, at most 5,000 if `revisions` has one with sessions.
   */
  readonly discoverTimeout?: number | undefined;
  /**
   * Returns a promise for an activity of this side that delays the response, such as a login; undefined if there is none. Called when the
   * server's response is late. The timeout restarts when the promise has settled. Default: none.
   */
  readonly lateFor?: (() => Promise<void> | undefined) | undefined;
  /**
   * The era of the server, known from an earlier connection. A server with sessions is then sent `initialize` first, and `server/discover`
   * if it refuses. Also for clients that prefer sessions. Default: detected.
   */
  readonly era?: Era | undefined;
  /**
   * `return`: results that ask for input, from a server of revision 2026-07-28 or later, are returned unchanged, for proxies. Default: the
   * questions are answered by the handlers.
   */
  readonly questions?: 'return' | undefined;
  /** Requests that a proxy relays on the same connection. Default: none. */
  readonly others?: OthersRequests | undefined;
  /**
   * Returns a transport that starts the server again. Called once if its program ends instead of answering `server/discover`, as older
   * servers do that accept nothing before `initialize`: the new one is sent `initialize` first. Default: connecting fails.
   */
  readonly restart?: (() => Transport | Promise<Transport>) | undefined;
  /** Aborts connecting. It has no effect on an open session. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** {@link ConnectOptions}. */
export const CONNECT_OPTIONS: OptionTable<ConnectOptions, 'initializeTimeout' | 'discoverTimeout'> = {
  ...PEER_OPTIONS,
  ...SIDE_OPTIONS,
  clientInfo: required(INFO),
  revisions: required(LIST),
  handlers: OBJECT,
  sessionRevision: STRING,
  initializeTimeout: duration(undefined),
  discoverTimeout: duration(undefined),
  lateFor: FUNCTION,
  era: oneOf('session', 'stateless'),
  questions: oneOf('return'),
  others: OBJECT,
  restart: FUNCTION,
  signal: SIGNAL,
};

/**
 * Connects to a server: starts the transport, negotiates a revision, and opens the session (specification: Lifecycle). If that fails
 * the transport is closed.
 *
 * @example
 * ```ts
 * import { ClientStub, revision } from '@mcp-gen/protocol/2025-11-25';
 * import { connectSession } from '@mcp-gen/runtime';
 * import { StdioClientTransport } from '@mcp-gen/runtime/stdio';
 *
 * const transport = new StdioClientTransport({ command: 'node', args: ['server.js'] });
 * const session = await connectSession(transport, { clientInfo: { name: 'lister', version: '1.0.0' }, revisions: [revision] });
 * const { tools } = await new ClientStub(session).listTools();
 * console.log(tools.map(({ name }) => name));
 * await session.close();
 * ```
 * @throws {TypeError} if an option is invalid.
 * @throws {RangeError} if a number is out of range.
 * @throws {NegotiationError} if client and server have no common revision.
 * @throws {ConnectionClosedError} if the connection ends before the session is open.
 * @throws {RequestTimeoutError} if the server does not answer.
 * @throws {JsonRpcError} if the server answers `initialize` with an error.
 * @throws {InvalidMessageError} if its response is invalid in the revision that it names.
 * @throws the signal's reason if it aborts.
 * @throws the errors of the transport, and of loading a revision.
 */
export async function connectSession(transport: Transport, options: ConnectOptions): Promise<Session> {
  const {
    clientInfo: info,
    revisions,
    capabilities,
    invalidCapability,
    handlers = {},
    unknownNotification,
    unknownRequest,
    extendProfile,
    checkFormats,
    signal,
  } = options;
  checkOptions('connectSession', options, CONNECT_OPTIONS);
  const definition = new Definition('client', {
    info,
    revisions,
    handlers,
    capabilities,
    invalidCapability,
    unknownNotification,
    unknownRequest,
    extendProfile,
    checkFormats,
  });
  checkSessionRevision(options.sessionRevision, definition.sessionIds);
  const profile = openingProfile(definition.sessionIds[0] ?? definition.ids[0], definition.batching);
  const peer = new Peer(transport, profile, { ...options, answersMalformed: false });
  const giveUp = (): void => void peer.close();
  signal?.addEventListener('abort', giveUp);
  try {
    signal?.throwIfAborted();
    await peer.start();
    const session = await open(peer, definition, options);
    signal?.throwIfAborted();
    return session;
  } catch (error) {
    await peer.close();
    throw signal?.aborted === true ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** @throws {TypeError} if the revision has no sessions. */
function checkSessionRevision(revision: string | undefined, sessionIds: readonly string[]): void {
  const isOne = kind(`one of ${sessionIds.join(', ')}`, (given) => sessionIds.includes(given as string));
  checkValues('connectSession', { sessionRevision: revision }, { sessionRevision: repeating(isOne) });
}

/** The only revision of a program, if its bundler defines this constant: then other revisions are left out. */
declare const MCP_GEN_REVISION: string;

/** Opens a session, or connects to a server without sessions. Bundlers can evaluate the condition, and leave out the latter. */
function open(peer: Peer, definition: Definition, options: ConnectOptions): Promise<Session> {
  // Generated from schema/revisions.json by scripts/registry.mjs.
  // oxlint-disable-next-line mcp-gen/protocol-literals -- bundlers evaluate comparisons with literals only.
  if (typeof MCP_GEN_REVISION === 'undefined' || MCP_GEN_REVISION === '2026-07-28') {
    if (definition.statelessIds.length > 0) return openEither(peer, definition, options);
  }
  return initialize(peer, definition, options);
}

/** Connects in the era of the server: sends `server/discover` to newer servers, and `initialize` to older ones. */
async function openEither(peer: Peer, definition: Definition, options: ConnectOptions): Promise<Session> {
  const { sessionIds, statelessIds, ids } = definition;
  const {
    era,
    lateFor,
    // A client that only supports revisions without sessions uses the normal timeout.
    discoverTimeout = sessionIds.length === 0 ? peer.timeout : Math.min(orInfinity(peer.timeout), DISCOVER_TIMEOUT),
  } = options;
  const find = async (): ReturnType<typeof discover> =>
    discover(peer, definition, { timeout: discoverTimeout, lateFor });
  const isKnown = era === 'session' && sessionIds.length > 0;
  const found = isKnown ? undefined : await find();
  if (found instanceof ConnectionClosedError) {
    if (options.restart === undefined) throw found;
    await peer.close();
    return connectSession(await options.restart(), { ...options, era: 'session', restart: undefined });
  }
  const named = typeof found === 'object' && 'sessions' in found ? found.sessions : undefined;
  if (typeof found === 'object' && !('sessions' in found)) return new StatelessSession(peer, found, options);
  if (sessionIds.length === 0) throw new NegotiationError(ids[0], []);
  if (!isKnown) peer.adopt(openingProfile(sessionIds[0] as string, definition.batching), UNKNOWN_PEER);
  try {
    const { sessionRevision: preferred } = options;
    const sessionRevision = preferred === undefined || named?.includes(preferred) === false ? named?.[0] : preferred;
    return await initialize(peer, definition, { ...options, sessionRevision });
  } catch (error) {
    // The known era may be outdated, and a server that starts slowly may respond now.
    if (found === 'older' || named !== undefined || !mayKnowNoSessions(error, statelessIds)) throw error;
    // Messages after an invalid result were held; release them, so that the next response is not held.
    if (error instanceof InvalidMessageError) peer.release();
    const late = await find();
    if (typeof late !== 'object' || late instanceof ConnectionClosedError || 'sessions' in late) throw error;
    return new StatelessSession(peer, late, options);
  }
}

/** Milliseconds to wait for the response to `server/discover`, before the server is treated as one with sessions. */
const DISCOVER_TIMEOUT = 5_000;
