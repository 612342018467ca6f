import type { OthersRequests } from '../peer/outgoing.js';
import type { Era, Revision } from '../codegen/v1.js';
import { checkNumber, NegotiationError } from '../errors.js';
import { Peer, type PeerOptions } from '../peer/peer.js';
import { DEFAULT_TIMEOUT } from '../peer/pending.js';
import { UNKNOWN_PEER, type Capabilities } from '../peer/profile.js';
import { LONGEST_DELAY } from '../platform.js';
import { discover, mayKnowNoSessions } from '../stateless/discover.js';
import { StatelessSession, type Discovered } from '../stateless/session.js';
import type { Transport } from '../transports/transport.js';
import { Definition, type RevisionSource } from './definition.js';
import { initialize } from './initialize.js';
import { openingProfile } from './opening.js';
import type { Implementation } from './prepare.js';
import type { Session } from './session.js';

/** Options of a client. */
export interface ConnectOptions extends PeerOptions {
  /** Who the client is. */
  readonly clientInfo: Implementation;
  /** The supported revisions, in any order. The newest is requested, unless `sessionRevision` says otherwise. */
  readonly revisions: readonly RevisionSource[];
  /**
   * Capabilities to declare beside those that the handlers make true, for example `{ roots: { listChanged: true } }`. Default: no
   * others. A function is given the revision.
   */
  readonly capabilities?: Capabilities | ((revision: Revision) => Capabilities) | undefined;
  /** What the client answers, by the names of the generated handler interfaces: `listRoots`, `createMessage`. Default: nothing. */
  readonly handlers?: object | undefined;
  /**
   * The revision that a session is requested in, one of `revisions` that opens sessions. The server may choose another one of them.
   * Default: the newest.
   */
  readonly sessionRevision?: string | undefined;
  /** Milliseconds to wait for each answer to `initialize`, and until `notifications/initialized` is taken; 0 for no limit. Default: `requestTimeout`. */
  readonly initializeTimeout?: number | undefined;
  /**
   * Milliseconds to wait for the answer to `server/discover`, by which a server of revision 2026-07-28 or later is recognized; 0 for no
   * limit. A server that does not answer is asked to open a session. Default: `requestTimeout`, at most 5,000 where `revisions` has one
   * that opens sessions.
   */
  readonly discoverTimeout?: number | undefined;
  /**
   * Returns what the opening waits for on this side, asked when the server is late: a login, for example. The server has its whole time
   * again when that has settled. Default: nothing.
   */
  readonly lateFor?: (() => Promise<void> | undefined) | undefined;
  /**
   * How the server is known to open conversations, from an earlier connection: one that opens sessions is asked for one at once, and asked
   * again what it has where it refuses. Also for a client that prefers sessions. Default: that is found out.
   */
  readonly era?: Era | undefined;
  /**
   * `return`: results of a server of revision 2026-07-28 or later that ask for input are returned as they are, for proxies. Default: they are
   * answered with the handlers.
   */
  readonly questions?: 'return' | undefined;
  /** Requests of others on the same connection, for proxies that pass them on as they are. Default: there are none. */
  readonly others?: OthersRequests | undefined;
  /** Stops connecting when it is aborted. It has no effect on a conversation that is open. Default: nothing does. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Connects to a server: starts the transport, negotiates a revision, and opens the conversation (specification:
 * Lifecycle). If that fails the transport is closed.
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
 * @throws {TypeError} if the options cannot work, saying what is wrong with them.
 * @throws {RangeError} if a number is out of range, naming the option.
 * @throws {NegotiationError} if no revision is common.
 * @throws {ConnectionClosedError} if the connection ends before the conversation is open.
 * @throws {RequestTimeoutError} if the server does not answer.
 * @throws {JsonRpcError} if the server answers `initialize` with an error.
 * @throws {InvalidMessageError} if its answer is not valid in the revision that it names.
 * @throws the signal's reason if it aborts.
 * @throws the errors of the transport, and of loading a revision.
 */
export async function connectSession(transport: Transport, options: ConnectOptions): Promise<Session> {
  const { clientInfo: info, revisions, capabilities, handlers = {}, signal } = options;
  checkNumber({ initializeTimeout: options.initializeTimeout }, 0, 'milliseconds, or 0 for no limit');
  checkNumber({ discoverTimeout: options.discoverTimeout }, 0, 'milliseconds, or 0 for no limit');
  const definition = new Definition('client', { info, revisions, handlers, capabilities });
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

/** @throws {TypeError} if no session can be requested in it. */
function checkSessionRevision(revision: string | undefined, sessionIds: readonly string[]): void {
  if (revision === undefined || sessionIds.includes(revision)) return;
  throw new TypeError(`sessionRevision must be one of ${sessionIds.join(', ')}, not ${JSON.stringify(revision)}`);
}

/** Opens the conversation as the server wants it opened: newer servers are asked what they have, older ones to open a session. */
async function open(peer: Peer, definition: Definition, options: ConnectOptions): Promise<Session> {
  const { sessionIds, statelessIds, ids } = definition;
  const {
    era,
    requestTimeout,
    questions,
    lateFor,
    // A client that cannot open a session waits as long as for any other answer.
    discoverTimeout = sessionIds.length === 0
      ? (requestTimeout ?? DEFAULT_TIMEOUT)
      : Math.min(requestTimeout || LONGEST_DELAY, DISCOVER_TIMEOUT),
  } = options;
  const find = async (): Promise<Discovered | 'older' | 'silent'> =>
    discover(peer, definition, { timeout: discoverTimeout || LONGEST_DELAY, lateFor });
  if (statelessIds.length === 0) return initialize(peer, definition, options);
  const isKnown = era === 'session' && sessionIds.length > 0;
  const found = isKnown ? undefined : await find();
  if (typeof found === 'object') return new StatelessSession(peer, found, questions);
  if (sessionIds.length === 0) throw new NegotiationError(ids[0], []);
  if (!isKnown) peer.adopt(openingProfile(sessionIds[0] as string, definition.batching), UNKNOWN_PEER);
  try {
    return await initialize(peer, definition, options);
  } catch (error) {
    // What was known may no longer hold, and a server that takes long to start answers now.
    if (found === 'older' || !mayKnowNoSessions(error, statelessIds)) throw error;
    // What came behind an invalid answer to initialize was held, and so would be the next answer.
    peer.release();
    const late = await find();
    if (typeof late !== 'object') throw error;
    return new StatelessSession(peer, late, questions);
  }
}

/** Milliseconds that a server has to say what it has, before it counts as one that opens sessions. */
const DISCOVER_TIMEOUT = 5_000;
