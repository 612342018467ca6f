import {
  declares,
  MetaKey,
  type Capabilities,
  type Era,
  type ErrorListener,
  type HandlerContext,
  type HttpInfo,
  type Implementation,
  type Ledger,
  type PeerInfo,
  type LineChannel,
  type Quota,
  type RequestId,
  type RequestOptions,
  type RequestOutcome,
  type Session,
  type Transport,
} from '@mcp-gen/runtime';
import { connectSession, type ConnectOptions } from '@mcp-gen/runtime/client';
import type { ClientCapabilities, LoggingLevel } from '@mcp-gen/protocol/author';
import { ChangeStream } from '../client/changeStream.js';
import type { ToolCall } from '../client/toolHeaders.js';
import { PendingLogin } from '../client/login.js';
import type { Dial } from '../client/target.js';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { progressToken } from '@mcp-gen/protocol/registry/metaKeys';
import type { Method as AnyMethod } from '../conversions/index.js';
import { without } from '../properties.js';
import { isStateless } from '../era.js';
import { RevisionCodes } from '../revisionCodes.js';
import { lostCapabilities } from '../losses.js';
import { factsOf, hasMessage } from '../registry.js';
import type { Revisions } from '../revisions.js';
import { Translator, type LossListener } from '../translator.js';
import { declaredChanges, listMethods, withoutSubscriptionId, type FilteredChange } from '../filteredChanges.js';
import { hasCapability, merged } from '../server/capabilities.js';
import { LOG_LEVELS } from '../loggingLevels.js';
import { REVISION_WITH_TASKS, TASKS_CAPABILITY, TASKS_EXTENSION } from '../tasks/taskNames.js';
import type { Admission } from './admission.js';
import { canDeclare, capabilitiesAt, isOffered } from './offeredCapabilities.js';
import type { Connections } from './connections.js';
import { askedMessage, bridgeError, lackingError, toClientError, toServerError } from './bridgeErrors.js';
import { LateTasks } from './lateTasks.js';
import { LogLevel } from './logLevel.js';
import { withMeta } from './meta.js';
import { MirroredTools } from './mirroredTools.js';
import { forwardedRequests, handlersFor, questions, serverNotifications } from './forwardedMethods.js';
import { OncePerMethod } from './oncePerMethod.js';
import { RevisionConverter, type End } from './revisionConverter.js';
import { SessionSubscriptions } from './sessionSubscriptions.js';
import {
  declaresUnknownExtension,
  isOfUnknownExtension,
  partOfUnknownExtension,
  withUnknownExtensions,
} from './unknownExtensions.js';
import { UnknownStreams } from './unknownStreams.js';

/** Facts about a server, learned from earlier connections. */
export interface KnownServer {
  /** Whether it supports sessions. */
  hasSessions?: boolean;
  /** Whether it supports revisions without sessions. */
  isStateless?: boolean;
}

/** Settings for all connections of a bridge. */
export interface UpstreamSettings {
  readonly dial: Dial;
  /** The supported revisions on the server side. */
  readonly revisions: Revisions;
  readonly report: ErrorListener;
  readonly onLoss: LossListener;
  readonly ledger: Ledger | undefined;
  /** Counts the memory that the bridge holds for servers and clients. */
  readonly quota: Quota;
  readonly connectTimeout: number;
  /** Facts about the server, so that they need not be detected again. */
  readonly knownServer: KnownServer;
  /** The open connections. */
  readonly open: Set<Upstream>;
  /** Limits those for clients over HTTP. */
  readonly connections: Connections;
  /** Limits the notifications of clients. */
  readonly admission: Admission;
  /** Aborted when the bridge is closed. */
  readonly closing: AbortSignal;
}

/** The client for which a connection is opened. */
export interface BridgedClient extends End {
  readonly clientInfo: Implementation;
  /** The declared capabilities. */
  readonly capabilities: { readonly [name: string]: unknown };
}

/** Receives messages of a server, in the server's revision. */
export interface UpstreamEvents {
  /** The connection of the messages. Set before any other call, since a server may send messages as soon as the connection is open. */
  upstream: Upstream;
  /** Called with its notifications. */
  notified(method: AnyMethod, params: unknown): void;
  /** Called with its requests. */
  asked(method: AnyMethod, params: unknown, context: HandlerContext): Promise<unknown>;
}

/**
 * The first id of requests of the bridge itself. Smaller ids are those of relayed client requests. Fits in 32 bits, since some servers
 * store ids in 32 bits.
 */
export const FIRST_ID = 2_000_000_000;

/** Options of a request without a timeout. */
const NO_TIMEOUT: RequestOptions = { timeout: 0 };

/** Returns the options of a forwarded request: the client decides how long it waits. */
export function withoutTimeout({ meta, progress }: Pick<HandlerContext, 'meta' | 'progress'>): RequestOptions {
  return meta?.[progressToken] === undefined ? NO_TIMEOUT : { timeout: 0, onProgress: progress };
}

/** Maximum number of tools that are known to run as tasks. */
const MAX_TASK_TOOLS = 10_000;

/** A tool in lists of revision 2025-11-25. */
interface ListedTool {
  readonly name: string;
  readonly execution?: { readonly taskSupport?: unknown };
}

/** A connection to the server behind a bridge, for one client. */
export class Upstream {
  readonly session: Session;
  readonly converter: RevisionConverter;
  readonly isStateless: boolean;
  /** The streams of unknown extensions at a server without sessions. */
  readonly streams: UnknownStreams | undefined;
  /** The change stream of a server without sessions. */
  readonly #changes: ChangeStream | undefined;
  /** The line channel of the connection, if it has one. */
  readonly lines: LineChannel | undefined;
  /** Returns the callback for the response to a relayed request that was not relayed itself. */
  relayed: ((id: RequestId) => RequestOutcome | undefined) | undefined;
  /** Tools whose arguments headers mirror, if either side supports such headers. */
  readonly #mirrored: MirroredTools | undefined;
  /** The tools that may be called as tasks of revision 2025-11-25. */
  readonly #taskTools = new Set<string>();
  /** Handles late responses of cancelled calls. */
  readonly #lateTasks: LateTasks;
  readonly #level: LogLevel;
  readonly #subscriptions: SessionSubscriptions;
  readonly #report: ErrorListener;
  /** Reports notifications that are not forwarded. */
  readonly #unforwarded: OncePerMethod;
  readonly #codes: RevisionCodes;
  readonly #clientRevision: string;
  /** Whether the client has declared an extension that the bridge does not know. */
  readonly #isExtended: boolean;
  readonly #info: Implementation;

  constructor(
    session: Session,
    { lines, sendsHeaders = false }: Pick<Transport, 'lines' | 'sendsHeaders'>,
    client: BridgedClient,
    { revisions, report, onLoss, quota }: UpstreamSettings,
  ) {
    this.session = session;
    this.lines = lines;
    this.#report = report;
    this.#unforwarded = new OncePerMethod(report);
    this.#codes = new RevisionCodes(report);
    this.#clientRevision = client.revision;
    this.#isExtended = declaresUnknownExtension(client.capabilities);
    // The task may have ended, or the server may be unreachable.
    this.#lateTasks = new LateTasks(
      (taskId) => void session.request(Method.tasksCancel, { taskId }).catch(() => undefined),
    );
    this.#level = new LogLevel(session);
    this.#subscriptions = new SessionSubscriptions(session);
    this.#info = without(session.peer, 'capabilities');
    this.isStateless = isStateless(session.revision);
    const { clientInfo } = client;
    const capabilities = client.capabilities as ClientCapabilities;
    const translator = new Translator(revisions.converter(session.revision), { capabilities, clientInfo }, onLoss);
    this.converter = new RevisionConverter(client, { revision: session.revision, translator });
    const sends = this.isStateless && sendsHeaders;
    if (sends || isStateless(client.revision)) this.#mirrored = new MirroredTools(session, sends, quota, report);
    if (!this.isStateless) return;
    this.streams = new UnknownStreams(session, report);
    this.#changes = new ChangeStream({
      current: () => ({ session, request: (...request) => session.request(...request) }),
      follows: (method) => this.has(method),
      onGap: () => undefined,
      report,
    });
  }

  /** Returns the callback for the response to a request that this side no longer waits for. */
  taken(id: RequestId): RequestOutcome | undefined {
    return this.relayed?.(id) ?? this.#lateTasks.take(id);
  }

  /** The info of the server. */
  get info(): Implementation {
    return this.#info;
  }

  /**
   * Sends a request of the client, and calls back with its outcome, in the revision of the client.
   *
   * @param meta additional properties of the request's `_meta`
   * @returns a function that cancels the request
   * @throws errors that prevent sending the request.
   */
  forward(
    method: AnyMethod,
    params: unknown,
    context: Pick<HandlerContext, 'meta' | 'progress'>,
    outcome: RequestOutcome & { readonly onTask?: (task: object) => void },
    meta?: object,
  ): (reason: unknown) => void {
    const { converter } = this;
    const converted = converter.toServer(method, 'params', params);
    const sent = meta === undefined ? converted : withMeta(converted, meta);
    const options = withoutTimeout(context);
    const mirrored = this.#mirrored;
    const own: RequestOutcome = {
      resolve: (result) => {
        let given: object;
        if (method === Method.toolsList) this.#learnTasks(result);
        // A server answers with a task only if it was told that the client supports tasks.
        if (outcome.onTask !== undefined && (result as { readonly resultType?: unknown }).resultType === 'task') {
          return outcome.onTask(result);
        }
        try {
          this.#checkExtensions(method, result);
          const usable = method === Method.toolsList && mirrored !== undefined ? mirrored.listed(result) : result;
          given = converter.resultToClient(method, usable, params) as object;
        } catch (error) {
          return outcome.reject(error);
        }
        outcome.resolve(given);
      },
      reject: outcome.reject,
    };
    if (method === Method.toolsCall && mirrored?.sends === true) return mirrored.open(sent as ToolCall, options, own);
    if (outcome.onTask !== undefined) return this.openTask(sent, options, own);
    return this.session.open(method, sent, options, own);
  }

  /**
   * Sends a call, in the revision of the server, for which the server may create a task. If it does so after the call was cancelled, the
   * task is cancelled.
   *
   * @returns a function that cancels the call
   */
  openTask(call: unknown, options: RequestOptions, outcome: RequestOutcome): (reason: unknown) => void {
    let id: RequestId | undefined;
    const withdraw = this.session.open(
      Method.toolsCall,
      call,
      { ...options, onRequestId: (own) => (id = own) },
      outcome,
    );
    return (reason) => {
      if (id !== undefined) this.#lateTasks.expect(id);
      withdraw(reason);
    };
  }

  /** @throws {JsonRpcError} if a result has a part of an extension that the client has not declared, or its revision cannot express. */
  #checkExtensions(method: string, result: object): void {
    const part = this.isStateless ? partOfUnknownExtension(method, result) : undefined;
    if (part === undefined || (this.#isExtended && isStateless(this.#clientRevision))) return;
    const problem = this.#isExtended
      ? `revision ${this.#clientRevision} of the client cannot express it`
      : 'the client has declared no extension';
    throw bridgeError(`The server behind the bridge answered ${method} with ${part}, but ${problem}`);
  }

  /** @throws {JsonRpcError} if the headers of a call do not match those that its tool requires (-32020). */
  checkHeaders(call: unknown, http: HttpInfo): void {
    this.#mirrored?.check(call as ToolCall, http);
  }

  /** Returns the server's capabilities for a client. Its tasks are only for clients of the same revision. */
  capabilitiesFor(revision: string): Capabilities {
    const { capabilities } = this.session.peer;
    const others = this.session.revision === revision ? capabilities : without(capabilities, 'tasks');
    const own = this.convertsTasks(revision)
      ? { ...others, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }
      : this.runsTasks && isStateless(revision)
        ? { ...others, extensions: { ...(others['extensions'] as object | undefined), [TASKS_EXTENSION]: {} } }
        : others;
    return merged(own, capabilitiesAt(this.#undeclared.filter((path) => canDeclare(path, revision))));
  }

  /** Whether the server supports the extension Tasks. */
  get hasTasks(): boolean {
    return this.isStateless && this.declares(TASKS_CAPABILITY);
  }

  /** Whether the server supports tasks of revision 2025-11-25 for tools. */
  get runsTasks(): boolean {
    return this.session.revision === REVISION_WITH_TASKS && this.declares('tasks.requests.tools.call');
  }

  /** Returns whether to call a tool as a task of the server for a client of the extension: if the listed tool allows it. */
  takesTask(call: unknown, { capabilities }: PeerInfo): boolean {
    const name = (call as { readonly name?: unknown }).name as string;
    return this.#taskTools.has(name) && hasCapability(capabilities, TASKS_CAPABILITY, '');
  }

  /** Remembers the tools that may be called as tasks. */
  #learnTasks(result: object): void {
    if (!this.runsTasks) return;
    for (const { name, execution } of (result as { readonly tools?: readonly ListedTool[] }).tools ?? []) {
      const isTask = execution?.taskSupport === 'required' || execution?.taskSupport === 'optional';
      if (isTask && this.#taskTools.size < MAX_TASK_TOOLS) this.#taskTools.add(name);
      else if (!isTask) this.#taskTools.delete(name);
    }
  }

  /** Returns whether tasks must be converted: the server has tasks of the extension, and the client those of 2025-11-25. */
  convertsTasks(revision: string): boolean {
    return revision === REVISION_WITH_TASKS && this.hasTasks;
  }

  /** Returns whether the revision of the server has a message, or an extension of the server may have it. */
  has(method: string): boolean {
    return hasMessage(method, this.session.revision) || (this.takesUnknown && isOfUnknownExtension(method));
  }

  /** Returns whether the server supports a message, according to its revision and its capabilities. */
  offers(method: string): boolean {
    const { revision, peer } = this.session;
    const { capabilities } = peer;
    return hasMessage(method, revision) && isOffered(factsOf(method)?.capability, { revision, capabilities });
  }

  /** The capabilities of requests that the server supports, and cannot declare in its revision. */
  get #undeclared(): readonly string[] {
    return forwardedRequests().flatMap(({ method, capability }) =>
      capability !== undefined && this.offers(method) && !this.declares(capability) ? [capability] : [],
    );
  }

  /** Whether the server has declared an extension that the bridge does not know. */
  get takesUnknown(): boolean {
    return declaresUnknownExtension(this.session.peer.capabilities);
  }

  /** Returns whether the server declares a capability: `resources.subscribe`. */
  declares(path: string): boolean {
    return declares(this.session.peer.capabilities, path);
  }

  /** Returns whether the server declares the capability of a message, whether or not its revision has the message. */
  declaresFor(method: string): boolean {
    const capability = factsOf(method)?.capability;
    return capability === undefined || this.declares(capability);
  }

  /** Forwards a notification of the client. Reports one that the revision of the server does not have. */
  async notify(method: AnyMethod, params: unknown): Promise<void> {
    // A server without sessions requests the roots whenever it needs them, so it misses nothing.
    if (method === Method.notificationsRootsListChanged && this.isStateless) return;
    if (this.has(method)) await this.session.notify(method, this.converter.toServer(method, 'params', params));
    else this.notForwarded(method, `revision ${this.session.revision} of the server does not have it`);
  }

  /** Returns whether the revision of the client has a notification of the server. Reports one that it does not have. */
  canNotify(method: AnyMethod): boolean {
    if (hasMessage(method, this.#clientRevision) || isOfUnknownExtension(method)) return true;
    this.notForwarded(method, `revision ${this.#clientRevision} of the client does not have it`);
    return false;
  }

  /** Converts an error of the server, or of the connection to it, to an error for the client. */
  clientError(error: unknown, method: string): unknown {
    return toClientError(error, method, this.session.revision, this.#clientRevision, this.#codes);
  }

  /** Converts an error of the client, or of the connection to it, to an error for the server. */
  serverError(error: unknown, method: string): unknown {
    return toServerError(error, method, this.#clientRevision, this.session.revision, this.#codes);
  }

  /** Reports the first notification of a method that is not forwarded. */
  notForwarded(method: string, reason: string): void {
    this.#unforwarded.report(method, `The bridge does not forward ${method}: ${reason}`);
  }

  /** The notifications that the server has declared, and that a stream can be filtered by: changes of lists, and others. */
  get changes(): readonly FilteredChange[] {
    return declaredChanges(this.session);
  }

  /** Requests these notifications from a server without sessions, which sends them only on request. */
  followChanges(): void {
    if (this.changes.length > 0) this.#changes?.start();
  }

  /** Follows the updates of a resource. */
  follow(uri: string): Promise<void> {
    return (this.#changes ?? this.#subscriptions).add(uri);
  }

  /** Stops following a resource. */
  unfollow(uri: string): Promise<void> {
    return (this.#changes ?? this.#subscriptions).remove(uri);
  }

  /** Sets the log level of a server with sessions. */
  async setLevel(level: LoggingLevel): Promise<void> {
    if (this.#setsLevel) await this.#level.set(level);
  }

  /** Makes a server with sessions send the log messages that requests want. Returns undefined if it already does. */
  ensureLevel(levels: readonly LoggingLevel[]): Promise<void> | undefined {
    return this.#setsLevel ? this.#level.ensure(levels, this.#report) : undefined;
  }

  get #setsLevel(): boolean {
    return this.offers(Method.loggingSetLevel);
  }

  /** Restores the state in a session that has replaced a lost one. */
  async restore(): Promise<void> {
    if (this.isStateless) return;
    await this.#level.restore().catch(this.#report);
    await this.#subscriptions.restore(this.#report);
  }

  /** Handles the acknowledgement of a subscription stream. */
  acknowledged(params: unknown): void {
    if (this.streams?.acknowledged(params) !== true) this.#changes?.acknowledged(params as never);
  }

  close(): Promise<void> {
    this.#changes?.close();
    this.#mirrored?.close();
    return this.session.close();
  }
}

/**
 * Connects to the server for one client, with the identity and the capabilities of that client.
 *
 * @param options of the connection
 * @throws the errors of `connectSession`.
 */
export async function openUpstream(
  settings: UpstreamSettings,
  client: BridgedClient,
  events: UpstreamEvents,
  options: Pick<ConnectOptions, 'questions'> = {},
): Promise<Upstream> {
  const { dial, revisions, report, ledger, connectTimeout, closing, knownServer, onLoss } = settings;
  const { clientInfo, capabilities } = client;
  const ids = revisions.sources.map(({ id }) => id);
  const opensSessions = !isStateless(client.revision);
  const era = eraFor(opensSessions, knownServer);
  let isOpen = false;
  let resolveOpened!: (opened: Upstream) => void;
  const opened = new Promise<Upstream>((resolve) => (resolveOpened = resolve));
  /** A server may send messages before the session is known to be open here. */
  const whenOpen = (act: (opened: Upstream) => void): void => {
    if (isOpen) act(events.upstream);
    else void opened.then(act);
  };
  const asked: UpstreamEvents['asked'] = async (method, params, context) => {
    await opened;
    return events.asked(method, params, context);
  };
  const notified: UpstreamEvents['notified'] = (method, params) =>
    whenOpen(() => events.notified(method, withoutSubscriptionId(params)));
  const isExtended = declaresUnknownExtension(client.capabilities);
  const login = new PendingLogin();
  let transport!: Transport;
  const reach = async (): Promise<Transport> =>
    (transport = await dial.transport(() => {
      report(new Error('The server behind the bridge lost the session, and opened a new one'));
      whenOpen((upstream) => void upstream.restore().then(() => notifyListChanges(upstream, events), report));
    }, login.begun));
  const session = await connectSession(await reach(), {
    clientInfo,
    capabilities: ({ era: own }) =>
      own === 'stateless' && client.revision === REVISION_WITH_TASKS ? withTasksDeclared(capabilities) : capabilities,
    invalidCapability: lostCapabilities(onLoss),
    revisions: revisions.sources,
    handlers: {
      ...questionHandlers(client, asked),
      ...handlersFor(serverNotifications(), notified),
      subscriptionsAcknowledged: (params: unknown) => whenOpen((own) => own.acknowledged(params)),
    },
    extendProfile: (profile) =>
      withUnknownExtensions(
        profile,
        () => isExtended,
        ({ method, params, context }) => asked(method as AnyMethod, params, context),
      ),
    unknownNotification: (method, params, _context, ignore) =>
      isExtended && isOfUnknownExtension(method)
        ? whenOpen(({ streams }) => {
            if (streams?.notified(method, params) !== true) notified(method as AnyMethod, params);
          })
        : ignore(),
    checkFormats: false,
    onError: report,
    ledger,
    era,
    restart: dial.again ? reach : undefined,
    ...(opensSessions && ids.includes(client.revision) && { sessionRevision: client.revision }),
    signal: closing,
    others: { firstId: FIRST_ID, take: (id) => (isOpen ? events.upstream.taken(id) : undefined) },
    lateFor: login.ended,
    initializeTimeout: connectTimeout,
    ...options,
  });
  const upstream = new Upstream(session, transport, client, settings);
  if (upstream.isStateless) {
    knownServer.isStateless = true;
    if (era === 'session') knownServer.hasSessions = false;
  } else {
    knownServer.hasSessions = true;
    if (era !== 'session') knownServer.isStateless = false;
  }
  settings.open.add(upstream);
  void session.closed.then(() => settings.open.delete(upstream));
  events.upstream = upstream;
  isOpen = true;
  resolveOpened(upstream);
  return upstream;
}

/** Declares tasks, since the bridge waits for tasks on behalf of clients with the other kind of tasks. */
function withTasksDeclared(capabilities: Capabilities): Capabilities {
  const { extensions } = capabilities as { readonly extensions?: object };
  return { ...capabilities, extensions: { ...extensions, [TASKS_EXTENSION]: {} } };
}

/**
 * A client with a session is connected with a session, if the server supports sessions: then nothing needs conversion. This also avoids
 * waiting for servers that ignore unknown requests.
 */
function eraFor(opensSessions: boolean, { hasSessions, isStateless: isAlone }: KnownServer): Era | undefined {
  if (opensSessions ? hasSessions !== false : isAlone === false) return 'session';
  return undefined;
}

/** Notifies a client that every list may have changed. Other notifications tell of events, which are not known to have happened. */
function notifyListChanges(upstream: Upstream, events: UpstreamEvents): void {
  for (const method of listMethods()) {
    if (upstream.has(method) && upstream.declaresFor(method)) events.notified(method as AnyMethod, undefined);
  }
}

/** Returns handlers for the requests that the client has declared to support. */
function questionHandlers({ capabilities, revision }: BridgedClient, asked: UpstreamEvents['asked']): object {
  const declared = questions().filter(
    ({ capability }) => capability === undefined || declares(capabilities, capability),
  );
  return handlersFor(declared, (method, params, context) => {
    if (hasMessage(method, revision)) return asked(method, params, context);
    // Without sessions, the error is for the client, whose own request exists.
    throw isStateless(context.revision)
      ? bridgeError(askedMessage(method, revision))
      : lackingError(method, 'client', revision);
  });
}

/** Returns the log level that a request of a revision without sessions names. */
export function levelOf(meta: HandlerContext['meta']): LoggingLevel | undefined {
  const level = meta?.[MetaKey.LogLevel];
  return LOG_LEVELS.find((each) => each === level);
}
