import type { ConnectionClosedError } from '../errors.js';
import {
  isObject,
  type AuthInfo,
  type Caller,
  type HandlerContext,
  type Revision,
  type SessionContext,
} from '../codegen/v1.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../jsonrpc/errors.js';
import { OverBudgetError, weigh } from '../ledger/index.js';
import { Exchange } from '../peer/exchange.js';
import { invalidParams } from '../peer/faults.js';
import { checkPeerOptions, Peer, type ClientLines, type PeerOptions } from '../peer/peer.js';
import { explain, type Capabilities, type RequestMethods, type ResultConversion } from '../peer/profile.js';
import { Method } from '../protocol.js';
import { safeListener } from '../report.js';
import { StdioServerTransport } from '../transports/stdioServer.js';
import type { Transport } from '../transports/transport.js';
import { Stateless } from '../stateless/stateless.js';
import { requestedVersion, unsupportedVersion } from '../stateless/errors.js';
import type { Rehearsal } from '../stateless/rehearsal.js';
import type { RequestStateOptions } from '../stateless/stateSealer.js';
import { Definition, type RevisionSource } from './definition.js';
import { peerInfo } from './introduction.js';
import { openingProfile } from './opening.js';
import type { RestoredSession } from './restored.js';
import type { CacheHint, Implementation, Prepared } from './prepare.js';

/** Options of a server, however its clients reach it. */
export interface DefinitionOptions extends PeerOptions {
  /** Who the server is. */
  readonly serverInfo: Implementation;
  /** The supported revisions, in any order. */
  readonly revisions: readonly RevisionSource[];
  /**
   * Capabilities to declare beside those that the handlers make true, for example `{ tools: { listChanged: true } }` for
   * a server that sends such notifications; or a function that returns them for a revision. Default: no others.
   */
  readonly capabilities?: Capabilities | ((revision: Revision) => Capabilities) | undefined;
  /** How to use the server, for the client's model. Default: nothing is said. */
  readonly instructions?: string | undefined;
  /**
   * Requests beyond those of the revisions, such as those of an extension, with what checks and answers them, by method. The guards of
   * an entry are all that checks params and results: explanations are those of the revision, which does not know them. A method of a
   * revision is a `TypeError`. Default: none.
   */
  readonly methods?: RequestMethods | undefined;
  /**
   * Called with each result of a handler that the revision of the conversation does not allow, and returns what is sent instead: for
   * handlers that are written for another revision. Default: such a result is an error.
   */
  readonly convertResult?: ResultConversion | undefined;
  /** How long the answer to `server/discover` holds, and for which clients. Default: not at all, and for its client alone. */
  readonly discovery?: CacheHint | undefined;
  /** The state that clients carry between the runs of a request, in revisions without sessions. Default: see each option. */
  readonly requestState?: RequestStateOptions | undefined;
  /** Runs handlers that ask twice, to find mistakes in development. Default: they are not. */
  readonly rehearsal?: Rehearsal | undefined;
  /**
   * Called with each session when its client is ready. The client can be notified from then on, for example that a list has changed.
   * `restored` is what is known of a session that another process has opened: notifications may have been missed since. Default: nothing is
   * called.
   */
  readonly onSession?: ((session: SessionContext, restored?: RestoredSession) => void) | undefined;
  /**
   * Called when a client asks to open a session, and returns what serves that session in the place of this definition: for proxies, which
   * learn from the client what to offer. It must have the revision of the session. What it throws, `initialize` fails with. Default:
   * all sessions are served alike.
   */
  readonly onOpening?: ((opening: OpeningSession) => Definition | Promise<Definition>) | undefined;
}

/** A session that a client asks to open. */
export interface OpeningSession {
  /** The revision that it will have. */
  readonly revision: string;
  /** The params of `initialize`, checked by the guard of the revision. */
  readonly params: unknown;
  /** What the request came with. */
  readonly context: Pick<HandlerContext, 'auth' | 'http'>;
  /** The session. */
  readonly session: SessionContext;
  /** Resolves when the client is ready to be asked and notified. Stays pending if the session ends before. */
  readonly ready: Promise<void>;
  /** Sends a request that belongs to none of the client's. */
  readonly request: Caller['request'];
  /** The lines of the connection, for proxies that pass some of them on as they are. Undefined if it has no lines. */
  readonly lines: ClientLines | undefined;
  /** Closes the connection. */
  readonly close: () => Promise<void>;
}

/** Options of a server of one client. */
export interface ServeTransportOptions extends DefinitionOptions {
  /** How the client is reached. Default: standard input and output of this process. */
  readonly transport?: Transport | undefined;
  /** Who the client is, for handlers to see as `context.auth`: over stdio the user who started the server. Default: no auth info. */
  readonly auth?: AuthInfo | undefined;
}

/** What a client may say of itself, as `weigh` counts it. */
const INTRODUCTION_LIMIT = 64 * 1024;
const INTRODUCTION_TOO_LARGE = 'clientInfo and capabilities are larger than 64 KiB';

/** Ids of requests that each process of a session has: more than it sends. */
const REQUESTS_OF_A_CLAIM = 2 ** 32;

/** A server that runs. */
export interface RunningServer {
  /** Resolves when the connection is closed and everything released, with the reason. Never rejects. */
  readonly closed: Promise<ConnectionClosedError>;
  /** Stops the running handlers and closes the connection. */
  close(): Promise<void>;
}

/**
 * Serves one client: opens the conversation as the specification says (Lifecycle), then calls the handlers.
 *
 * `handlers` has a method for each request and notification that the application takes, by the names of the generated
 * handler interfaces: `callTool`, `rootsListChanged`. The server declares the capabilities that its handlers need; what
 * has no handler is answered with "Method not found".
 *
 * @example
 * ```ts
 * import { revision } from '@mcp-gen/protocol/2025-11-25';
 * import { serve } from '@mcp-gen/runtime';
 *
 * const handlers = {
 *   listTools: () => ({ tools: [{ name: 'time', inputSchema: { type: 'object' } }] }),
 *   callTool: () => ({ content: [{ type: 'text', text: new Date().toISOString() }] }),
 * };
 * serve(handlers, { serverInfo: { name: 'clock', version: '1.0.0' }, revisions: [revision] });
 * ```
 * @throws {TypeError} if handlers or options cannot work, saying what is wrong with them.
 * @throws {RangeError} if a number is out of range, naming the option.
 */
export function serve(handlers: object, options: ServeTransportOptions): RunningServer {
  return serveDefined(defineServer(handlers, options), options);
}

/** As {@link serve}, for one client more of what has been defined: nothing is checked or prepared again. */
export function serveDefined(definition: Definition, options: ServeTransportOptions): RunningServer {
  const { ledger, transport = new StdioServerTransport({ ledger }) } = options;
  const peer = openServer(definition, transport, options);
  peer.start().catch(safeListener(options.onError));
  return { closed: peer.closed, close: () => peer.close() };
}

/**
 * Prepares a server for any number of clients, each of which {@link serveDefined} serves.
 *
 * @throws {TypeError} if handlers or options cannot work, saying what is wrong with them.
 * @throws {RangeError} if a number is out of range, naming the option.
 */
export function defineServer(handlers: object, options: DefinitionOptions): Definition {
  checkPeerOptions(options);
  const { serverInfo: info, revisions, ...described } = options;
  const { capabilities, instructions, methods, convertResult, discovery } = described;
  return new Definition('server', {
    info,
    revisions,
    handlers,
    capabilities,
    instructions,
    methods,
    convertResult,
    discovery,
  });
}

/**
 * Makes the peer of one connection to a server. What its connections share is in the definition.
 *
 * @param restored the session that is continued. Default: the client opens one
 * @throws {TypeError} if a session cannot be continued here.
 */
export function openServer(
  definition: Definition,
  transport: Transport,
  options: DefinitionOptions & Pick<ServeTransportOptions, 'auth'>,
  restored?: RestoredSession,
): Peer {
  let state: 'new' | 'opening' | 'open' = 'new';
  let becomeReady!: () => void;
  const ready = new Promise<void>((resolve) => (becomeReady = resolve));
  const { ids, sessionIds, statelessIds } = definition;
  const stateless = statelessIds.length > 0 ? new Stateless(definition, options) : undefined;
  const profile = openingProfile(sessionIds[0] ?? ids[0], definition.batching, open);
  // Answers to requests of the process before must not be taken for answers to requests of this one.
  const firstId = restored && (restored.claim - 1) * REQUESTS_OF_A_CLAIM;
  const peer = new Peer(transport, profile, { ...options, stateless, firstId });
  if (restored !== undefined) resume(restored);
  return peer;

  /** Continues where `initialize` would have led to. */
  function resume(session: RestoredSession): void {
    const { revision, client } = session;
    if (!sessionIds.includes(revision)) throw new TypeError(`This server does not support revision ${revision}`);
    if (options.onOpening !== undefined)
      throw new TypeError('Sessions with a definition of their own end with their process');
    if (!peer.session.quota.take('retained', weigh(client))) throw new OverBudgetError('retained');
    state = 'open';
    const adopt = ({ profile }: Prepared): void => {
      peer.adopt(profile, client);
      becomeReady();
      options.onSession?.(peer.session, session);
    };
    const prepared = definition.prepared(revision);
    if (!(prepared instanceof Promise)) return adopt(prepared);
    peer.hold();
    void prepared.then(adopt).then(
      () => peer.release(),
      (error: unknown) => {
        safeListener(options.onError)(error);
        void peer.close();
      },
    );
  }

  function open(params: unknown, context: HandlerContext): object | Promise<object> {
    if (state !== 'new') throw invalidRequest('the conversation is being initialized already');
    const asked: unknown = isObject(params) ? params.protocolVersion : undefined;
    const id = sessionIds.find((each) => each === asked) ?? sessionIds[0];
    if (id === undefined) throw unsupportedVersion(requestedVersion(params), ids);
    const known = definition.prepared(id);
    const { onOpening } = options;
    const prepared = onOpening === undefined ? known : chosen(known, id, params, context, onOpening);
    if (!(prepared instanceof Promise)) return accept(prepared, params);
    state = 'opening';
    // Messages that arrive early are answered in the revision that is being loaded.
    peer.hold([Method.Ping, Method.Initialize]);
    if (context instanceof Exchange) context.afterAnswer = () => peer.release();
    return prepared
      .then((loaded) => accept(loaded, params))
      .finally(() => {
        if (state === 'opening') state = 'new';
      });
  }

  async function chosen(
    known: Prepared | Promise<Prepared>,
    revision: string,
    params: unknown,
    context: HandlerContext,
    onOpening: NonNullable<DefinitionOptions['onOpening']>,
  ): Promise<Prepared> {
    const prepared = await known;
    if (!prepared.opening.params(params)) return prepared;
    const own = await onOpening({
      revision,
      params,
      context,
      session: peer.session,
      ready,
      request: (method, params, options) => peer.request(method, params, options),
      lines: peer.lines,
      close: () => peer.close(),
    });
    return own.prepared(revision);
  }

  function accept(prepared: Prepared, params: unknown): object | Promise<object> {
    const { opening, introduction, profile } = prepared;
    if (!opening.params(params)) return refuse(prepared, params);
    const client = peerInfo(params as object, 'client', profile);
    const weight = weigh(client);
    if (weight > INTRODUCTION_LIMIT) {
      throw new JsonRpcError(ErrorCode.InvalidParams, `Invalid params for initialize: ${INTRODUCTION_TOO_LARGE}`);
    }
    if (!peer.session.quota.take('retained', weight)) throw new OverBudgetError('retained');
    state = 'open';
    peer.adopt(profile, client);
    peer.awaitReady(() => {
      becomeReady();
      options.onSession?.(peer.session);
    });
    return introduction;
  }

  async function refuse({ opening, profile }: Prepared, params: unknown): Promise<never> {
    const issues = await explain(profile, opening.paramsType, params, safeListener(options.onError));
    throw invalidParams(Method.Initialize, issues);
  }
}
