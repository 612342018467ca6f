import {
  isObject,
  type Caller,
  type NotificationEntry,
  type PeerInfo,
  type RequestEntry,
  type RequestOptions,
} from '../codegen/v1.js';
import {
  checkNumber,
  HttpStatusError,
  InvalidMessageError,
  NegotiationError,
  RequestTimeoutError,
  type ConnectionClosedError,
} from '../errors.js';
import { ErrorCode, JsonRpcError } from '../jsonrpc/errors.js';
import { OverBudgetError, weigh } from '../ledger/index.js';
import { because } from '../peer/faults.js';
import { Peer, type PeerOptions } from '../peer/peer.js';
import { DEFAULT_TIMEOUT } from '../peer/pending.js';
import { explain, type Capabilities } from '../peer/profile.js';
import { LONGEST_DELAY, within } from '../platform.js';
import { Method } from '../protocol.js';
import { safeListener } from '../report.js';
import type { Transport } from '../transports/transport.js';
import { Definition, type RevisionSource } from './definition.js';
import { openingProfile, peerInfo } from './opening.js';
import type { Implementation, Prepared } from './prepare.js';

/** Options of a client. */
export interface ConnectOptions extends PeerOptions {
  /** Who the client is. */
  readonly clientInfo: Implementation;
  /** The supported revisions, in any order. The newest is requested. */
  readonly revisions: readonly RevisionSource[];
  /**
   * Capabilities to declare beside those that the handlers make true, for example `{ roots: { listChanged: true } }`. Default: no
   * others.
   */
  readonly capabilities?: Capabilities | undefined;
  /** What the client answers, by the names of the generated handler interfaces: `listRoots`, `createMessage`. Default: nothing. */
  readonly handlers?: object | undefined;
  /** Milliseconds to wait for each answer to `initialize`, and until `notifications/initialized` is taken; 0 for no limit. Default: `requestTimeout`. */
  readonly initializeTimeout?: number | undefined;
  /** Stops connecting when it is aborted. It has no effect on a conversation that is open. Default: nothing does. */
  readonly signal?: AbortSignal | undefined;
}

/** An open conversation with a server. */
export interface Session extends Caller {
  /** The revision that was negotiated. */
  readonly revision: string;
  /** The id of the session, if the transport has one. Anyone who knows it may be able to use the session: do not log it. */
  readonly id: string | undefined;
  /** The server, and the capabilities it declared. */
  readonly peer: PeerInfo;
  /** How to use the server, in its own words. */
  readonly instructions: string | undefined;
  /** Whether requests can be sent: no longer from the moment on at which the connection is lost, which may be long before `closed`. */
  readonly isOpen: boolean;
  /** Resolves when the connection is closed and everything released, with the reason. Never rejects. */
  readonly closed: Promise<ConnectionClosedError>;
  /**
   * Sends a request and resolves with its result; see `Caller`.
   *
   * @param extension checks params and result of a method that the revision does not have, such as that of an extension. It is not used
   *   for methods that the revision has.
   * @throws {InvalidMessageError} if the params or the result are invalid, or the method is unknown and there is no `extension`.
   */
  request(method: string, params?: unknown, options?: RequestOptions, extension?: RequestEntry): Promise<object>;
  /**
   * Sends a notification; see `Caller`.
   *
   * @param extension checks the params of a notification that the revision does not have
   * @throws {InvalidMessageError} if the params are invalid, or the method is unknown and there is no `extension`.
   */
  notify(method: string, params?: unknown, extension?: NotificationEntry): Promise<void>;
  /**
   * Sends the requests and notifications that `act` sends before it returns as one batch, and returns what `act` does
   * (specification, 2025-03-26: Overview, Batching).
   *
   * @example
   * ```ts
   * import { ClientStub } from '@mcp-gen/protocol/2025-03-26';
   * import type { Session } from '@mcp-gen/runtime';
   *
   * declare const session: Session; // connectSession(...)
   * const server = new ClientStub(session);
   * const [tools, prompts] = await session.batch(() => Promise.all([server.listTools(), server.listPrompts()]));
   * console.log(tools, prompts);
   * ```
   * @throws {TypeError} if the revision has no batches: only 2025-03-26 has them.
   */
  batch<Result>(act: () => Result): Result;
  /** Closes the connection: waiting callers are told, running handlers are stopped. */
  close(): Promise<void>;
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
  const definition = new Definition('client', { info, revisions, handlers, capabilities });
  const profile = openingProfile(definition.ids[0], definition.batching);
  const peer = new Peer(transport, profile, { ...options, answersMalformed: false });
  const giveUp = (): void => void peer.close();
  signal?.addEventListener('abort', giveUp);
  try {
    signal?.throwIfAborted();
    await peer.start();
    const session = await initialize(peer, definition, options);
    signal?.throwIfAborted();
    return session;
  } catch (error) {
    await peer.close();
    throw signal?.aborted === true ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** The outcome of requesting a revision. Messages that arrive after it are held until `release`. */
type Offer = { readonly answer: object; readonly version: string } | { readonly supported: readonly string[] };

async function initialize(peer: Peer, definition: Definition, options: ConnectOptions): Promise<Session> {
  const { initializeTimeout: timeout, onError } = options;
  const [newest] = definition.ids;
  let offer = await ask(peer, await definition.prepared(newest), timeout);
  if ('supported' in offer) {
    const { supported } = offer;
    const common = definition.ids.find((id) => id !== newest && supported.includes(id));
    if (common === undefined) throw new NegotiationError(newest, supported);
    offer = await ask(peer, await definition.prepared(common), timeout);
    if ('supported' in offer) throw new NegotiationError(common, offer.supported);
  }
  const { answer, version } = offer;
  if (!definition.ids.includes(version)) throw new NegotiationError(newest, [version]);

  const { initialize: entry, profile } = await definition.prepared(version);
  if (!entry.result(answer)) {
    const issues = await explain(profile, entry.resultType, answer, safeListener(onError));
    const message = `The answer to initialize is not valid in revision ${version}${because(issues)}`;
    throw new InvalidMessageError(Method.Initialize, message, issues);
  }
  const other = peerInfo(answer, 'server');
  if (!peer.session.quota.take('retained', weigh(other))) throw new OverBudgetError('retained');
  peer.adopt(profile, other);
  const opened = peer.notify(Method.Initialized);
  peer.release();
  // Over HTTP the server answers this notification too, or never does.
  const limit = timeout ?? options.requestTimeout ?? DEFAULT_TIMEOUT;
  if (!(await within(limit || LONGEST_DELAY, opened))) throw new RequestTimeoutError(Method.Initialized, limit);
  const { instructions } = answer as { readonly instructions?: string };
  return {
    revision: version,
    peer: other,
    instructions,
    get id() {
      return peer.session.id;
    },
    get isOpen() {
      return peer.isOpen;
    },
    closed: peer.closed,
    close: () => peer.close(),
    request: (method, params, options, extension) => peer.request(method, params, options, extension),
    notify: (method, params, extension) => peer.notify(method, params, extension),
    batch: (act) => peer.batch(act),
  };
}

/** Sends `initialize`. What the server sends right behind its answer is kept until a profile can take it. */
async function ask(peer: Peer, { introduction }: Prepared, timeout: number | undefined): Promise<Offer> {
  try {
    const answer = await new Promise<object>((resolve, reject) => {
      const hold = (result: object): void => {
        peer.hold();
        resolve(result);
      };
      peer.open(Method.Initialize, introduction, timeout === undefined ? {} : { timeout }, { resolve: hold, reject });
    });
    return { answer, version: (answer as { readonly protocolVersion: string }).protocolVersion };
  } catch (error) {
    const supported = supportedVersions(error);
    if (supported === undefined) throw error;
    return { supported };
  }
}

/** Error codes for an unsupported version: of the revisions with sessions, and of those without. */
const VERSION_REFUSED: ReadonlySet<number | undefined> = new Set([ErrorCode.InvalidParams, -32022]);

/**
 * A server may refuse a version with an error that names those it supports (specification: Lifecycle, Error Handling;
 * 2026-07-28: Versioning). Over HTTP the error may come with a status of its own.
 */
function supportedVersions(error: unknown): readonly string[] | undefined {
  if (!(error instanceof JsonRpcError || error instanceof HttpStatusError)) return undefined;
  if (!VERSION_REFUSED.has(error instanceof HttpStatusError ? error.rpcCode : error.code)) return undefined;
  const { supported, requested } = isObject(error.data) ? error.data : {};
  if (!Array.isArray(supported) || requested === undefined) return undefined;
  return supported.filter((version) => typeof version === 'string');
}
