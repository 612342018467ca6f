import type { ConnectionClosedError } from '../errors.js';
import {
  type AuthInfo,
  type Caller,
  type HandlerContext,
  isObject,
  type PeerInfo,
  type SessionHandle,
} from '../codegen/v1.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import { OverBudgetError, weigh } from '../ledger/index.js';
import { Exchange } from '../peer/exchange.js';
import { invalidParams } from '../peer/faults.js';
import { Peer, PEER_OPTIONS, type ClientLines, type PeerOptions } from '../peer/peer.js';
import { explain } from '../peer/profile.js';
import {
  checkValues,
  FUNCTION,
  group,
  LIST,
  methods,
  OBJECT,
  required,
  STRING,
  type OptionTable,
} from '../options/kinds.js';
import * as Method from '../registry/methods.js';
import { safeListener } from '../report.js';
import { StdioServerTransport } from '../transports/stdioServer.js';
import type { Transport } from '../transports/transport.js';
import { statelessOf } from '../stateless/stateless.js';
import { requestedVersion, unsupportedVersion } from '../stateless/statelessErrors.js';
import type { Rehearsal } from '../stateless/rehearsal.js';
import { REQUEST_STATE_OPTIONS, type RequestStateOptions } from '../stateless/stateSealer.js';
import { Definition, INFO, type RevisionSource } from './definition.js';
import { peerInfo } from './introduction.js';
import { openingProfile } from './opening.js';
import { CACHE_HINT_OPTIONS, SIDE_OPTIONS, type Implementation, type OfferOptions, type Prepared } from './prepare.js';

/** A session that another process has opened, to be continued in this one. */
export interface RestoredSession {
  /** The negotiated revision. */
  readonly revision: string;
  /** The client's info, and its declared capabilities. */
  readonly client: PeerInfo;
  /** The data of the server in the session record. */
  readonly state: { readonly [name: string]: unknown };
  /** The sender of the request for which the session is continued: the caller that opened it. */
  readonly auth: AuthInfo | undefined;
  /** The number of claims of the session: 2 or more. */
  readonly claim: number;
}

/** Options of a server, on any transport. */
export interface DefinitionOptions extends PeerOptions, OfferOptions {
  /** The info of the server. */
  readonly serverInfo: Implementation;
  /** The supported revisions, in any order. */
  readonly revisions: readonly RevisionSource[];
  /** The state that clients carry between the runs of a request, in revisions without sessions. Default: see each option. */
  readonly requestState?: RequestStateOptions | undefined;
  /** Runs handlers that ask questions twice, to find mistakes in development. Default: off. */
  readonly rehearsal?: Rehearsal | undefined;
  /**
   * Called with each session when its client is ready. From then on the client can be notified, for example that a list has changed.
   * `restored` is the stored state of a session that another process has opened: notifications may have been missed since. Default: none.
   */
  readonly onSession?: ((session: SessionHandle, restored?: RestoredSession) => void) | undefined;
  /**
   * Called when a client requests a session, and returns the definition that serves it instead of this one: for proxies, which learn from
   * the client what to offer. The definition must support the revision of the session. If it throws, `initialize` fails with that error.
   * Default: all sessions use this definition.
   */
  readonly onOpening?: ((opening: OpeningSession) => Definition | Promise<Definition>) | undefined;
}

/** {@link DefinitionOptions}. */
export const DEFINITION_OPTIONS: OptionTable<DefinitionOptions> = {
  ...PEER_OPTIONS,
  ...SIDE_OPTIONS,
  serverInfo: required(INFO),
  revisions: required(LIST),
  notifies: FUNCTION,
  instructions: STRING,
  methods: OBJECT,
  convertResult: FUNCTION,
  discovery: group(CACHE_HINT_OPTIONS),
  requestState: group(REQUEST_STATE_OPTIONS),
  rehearsal: methods('report'),
  onSession: FUNCTION,
  onOpening: FUNCTION,
};

/** A session that a client requests. */
export interface OpeningSession {
  /** The negotiated revision. */
  readonly revision: string;
  /** The params of `initialize`, validated in the revision. */
  readonly params: unknown;
  /** The context of the request. */
  readonly context: Pick<HandlerContext, 'auth' | 'http'>;
  /** The session. */
  readonly session: SessionHandle;
  /** Resolves when the client is ready for requests and notifications. Stays pending if the session ends before that. */
  readonly ready: Promise<void>;
  /** Sends a request that is not related to a request of the client. */
  readonly request: Caller['request'];
  /** The lines of the connection, for proxies that relay some of them unchanged. Undefined if it has no lines. */
  readonly lines: ClientLines | undefined;
  /** Closes the connection. */
  readonly close: () => Promise<void>;
}

/** Options of a server of one client. */
export interface ServeTransportOptions extends DefinitionOptions {
  /** The transport to the client. Default: standard input and output of this process. */
  readonly transport?: Transport | undefined;
  /** The identity of the client, as `context.auth` of handlers: over stdio, the user who started the server. Default: none. */
  readonly auth?: AuthInfo | undefined;
  /** Values for handlers, as `context.locals`: what the program knows of the client, or of the connection. Default: none. */
  readonly locals?: ReadonlyMap<string, unknown> | undefined;
}

/** Maximum size of a client's introduction, as estimated by `weigh`. */
const INTRODUCTION_LIMIT = 64 * 1024;
const INTRODUCTION_TOO_LARGE = 'clientInfo and capabilities are larger than 64 KiB';

/** Number of request ids reserved for each process of a session: more than it sends. */
const REQUESTS_OF_A_CLAIM = 2 ** 32;

/** A running server. */
export interface RunningServer {
  /** Resolves when the connection is closed and all resources are released, with the reason. Never rejects. */
  readonly closed: Promise<ConnectionClosedError>;
  /** Aborts the running handlers, and closes the connection. */
  close(): Promise<void>;
}

/**
 * Serves one client: opens the session (specification: Lifecycle), then calls the handlers.
 *
 * `handlers` has a method for each supported request and notification, with the names of the generated handler interfaces: `callTool`,
 * `rootsListChanged`. The server declares the capabilities of its handlers; other methods are answered with "Method not found".
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
 * @throws {TypeError} if a handler or an option is invalid.
 * @throws {RangeError} if a number is out of range.
 */
export function serve(handlers: object, options: ServeTransportOptions): RunningServer {
  return serveDefined(defineServer(handlers, options), options);
}

/** Like {@link serve}, for one more client of a definition: nothing is checked or prepared again. */
export function serveDefined(definition: Definition, options: ServeTransportOptions): RunningServer {
  const { ledger, transport = new StdioServerTransport({ ledger }) } = options;
  const peer = openServer(definition, transport, options);
  peer.start().catch(safeListener(options.onError));
  return { closed: peer.closed, close: () => peer.close() };
}

/**
 * Prepares a server for any number of clients, each of which {@link serveDefined} serves.
 *
 * @throws {TypeError} if a handler or an option is invalid.
 * @throws {RangeError} if a number is out of range.
 */
export function defineServer(handlers: object, options: DefinitionOptions): Definition {
  checkValues('the server', options, DEFINITION_OPTIONS);
  return new Definition('server', { ...options, info: options.serverInfo, handlers });
}

/**
 * Creates the peer of one connection to a server. Connections share the definition.
 *
 * @param restored the session to continue. Default: the client opens one
 * @throws {TypeError} if the session cannot be continued here.
 */
export function openServer(
  definition: Definition,
  transport: Transport,
  options: DefinitionOptions & Pick<ServeTransportOptions, 'auth' | 'locals'>,
  restored?: RestoredSession,
): Peer {
  let state: 'new' | 'opening' | 'open' = 'new';
  let becomeReady!: () => void;
  const ready = new Promise<void>((resolve) => (becomeReady = resolve));
  const { ids, sessionIds } = definition;
  const stateless = statelessOf(definition, options);
  const profile = openingProfile(sessionIds[0] ?? ids[0], definition.batching, open);
  // Responses to requests of the previous process must not match requests of this one.
  const firstId = restored && (restored.claim - 1) * REQUESTS_OF_A_CLAIM;
  const peer = new Peer(transport, profile, { ...options, stateless, firstId });
  if (restored !== undefined) resume(restored);
  return peer;

  /** Sets the state that `initialize` would have set. */
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
    if (state !== 'new') throw invalidRequest('the session is already being initialized');
    const asked: unknown = isObject(params) ? params.protocolVersion : undefined;
    const id = sessionIds.find((each) => each === asked) ?? sessionIds[0];
    if (id === undefined) throw unsupportedVersion(requestedVersion(params), ids);
    const known = definition.prepared(id);
    const { onOpening } = options;
    const prepared = onOpening === undefined ? known : chosen(known, id, params, context, onOpening);
    if (!(prepared instanceof Promise)) return accept(prepared, params);
    state = 'opening';
    // Messages that arrive early are handled in the revision that is being loaded.
    peer.hold([Method.ping, Method.initialize]);
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
    throw invalidParams(Method.initialize, issues);
  }
}
