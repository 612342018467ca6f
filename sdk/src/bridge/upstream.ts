import {
  connectSession,
  MetaKey,
  type Capabilities,
  type ConnectOptions,
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
import type { ClientCapabilities, LoggingLevel } from '@mcp-gen/protocol/author';
import { ChangeStream } from '../client/changeStream.js';
import type { ToolCall } from '../client/mirroredCalls.js';
import { PendingLogin } from '../client/pendingLogin.js';
import type { Dial } from '../client/target.js';
import type { Method } from '../conversions/index.js';
import { without } from '../conversions/without.js';
import { isStateless } from '../era.js';
import type { Revisions } from '../revisions.js';
import { Translator, type LossListener } from '../translator.js';
import { LISTS, listFilters, withoutSubscriptionId } from '../listening.js';
import { hasCapability } from '../server/capabilities.js';
import { LOG_LEVELS } from '../server/logging.js';
import { REVISION_WITH_TASKS, TASKS_CAPABILITY, TASKS_EXTENSION } from '../tasks/names.js';
import { LateTasks } from './lateTasks.js';
import { LogLevel } from './logLevel.js';
import { withMeta } from './meta.js';
import { MirroredTools } from './mirroredTools.js';
import { NOTIFICATIONS, QUESTIONS, TASKS } from './methods.js';
import { Passage } from './passage.js';
import { Subscribed } from './subscribed.js';

/** What is known of a server from the connections that were opened to it. */
export interface KnownServer {
  /** Whether it opens sessions. */
  hasSessions?: boolean;
  /** Whether it answers requests that stand alone. */
  isStateless?: boolean;
}

/** How servers are reached, for all connections of a bridge. */
export interface UpstreamSettings {
  readonly dial: Dial;
  /** The revisions that servers are spoken to in. */
  readonly revisions: Revisions;
  readonly report: ErrorListener;
  readonly onLoss: LossListener | undefined;
  readonly ledger: Ledger | undefined;
  /** Counts what the bridge keeps of servers and clients. */
  readonly quota: Quota;
  readonly connectTimeout: number | undefined;
  /** What is known of the server, so that it is not found out again. */
  readonly known: KnownServer;
  /** The connections that are open. */
  readonly open: Set<Upstream>;
  /** Aborted when the bridge is closed. */
  readonly closing: AbortSignal;
}

/** The client that a connection is opened for. */
export interface BridgedClient {
  readonly revision: string;
  readonly translator: Translator;
  readonly clientInfo: Implementation;
  /** As it declared them. */
  readonly capabilities: { readonly [name: string]: unknown };
}

/** What a server says, in its own revision. */
export interface UpstreamEvents {
  /** The connection that it comes on. Set before anything else is called: a server may speak as soon as the connection is open. */
  upstream: Upstream;
  /** Called with its notifications. */
  notified(method: Method, params: unknown): void;
  /** Called with its questions. */
  asked(method: Method, params: unknown, context: HandlerContext): Promise<unknown>;
}

/**
 * The first id of requests of the bridge itself. Smaller ones are those of clients, whose requests may be passed on as they are. Some
 * servers keep ids in 32 bits.
 */
export const FIRST_ID = 2_000_000_000;

/** A request that never times out by itself. */
const PATIENT: RequestOptions = { timeout: 0 };

/** Returns the options of a request that is forwarded: the client decides how long it waits. */
export function patientOptions({ meta, progress }: Pick<HandlerContext, 'meta' | 'progress'>): RequestOptions {
  return meta?.['progressToken'] === undefined ? PATIENT : { timeout: 0, onProgress: progress };
}

/** Tools of a server that are known to run as tasks. */
const MOST_TASK_TOOLS = 10_000;

/** A tool, as lists of revision 2025-11-25 have it. */
interface ListedTool {
  readonly name: string;
  readonly execution?: { readonly taskSupport?: unknown };
}

/** A connection to the server behind a bridge, for one client. */
export class Upstream {
  readonly session: Session;
  readonly passage: Passage;
  readonly isStateless: boolean;
  /** The changes that a server without sessions tells of. */
  readonly #changes: ChangeStream | undefined;
  /** The lines of the connection, if it has any. */
  readonly lines: LineChannel | undefined;
  /** Takes the outcome of a request that was passed on as it is, where its answer was not. */
  relayed: ((id: RequestId) => RequestOutcome | undefined) | undefined;
  /** Tools whose arguments headers repeat, where either side may have such headers. */
  readonly #mirrored: MirroredTools | undefined;
  /** The tools that may be called as tasks of revision 2025-11-25. */
  readonly #taskTools = new Set<string>();
  /** Takes answers that nobody waits for. */
  readonly #lateTasks: LateTasks;
  readonly #level: LogLevel;
  readonly #subscribed: Subscribed;
  readonly #report: ErrorListener;
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
    // It may have ended, and the server may have gone.
    this.#lateTasks = new LateTasks(
      (taskId) => void session.request('tasks/cancel', { taskId }).catch(() => undefined),
    );
    this.#level = new LogLevel(session);
    this.#subscribed = new Subscribed(session);
    this.#info = without(session.peer, 'capabilities');
    this.isStateless = isStateless(session.revision);
    const { clientInfo } = client;
    const capabilities = client.capabilities as ClientCapabilities;
    const translator = new Translator(revisions.converter(session.revision), { capabilities, clientInfo }, onLoss);
    this.passage = new Passage(client, { revision: session.revision, translator });
    const sends = this.isStateless && sendsHeaders;
    if (sends || isStateless(client.revision)) this.#mirrored = new MirroredTools(session, sends, quota, report);
    if (!this.isStateless) return;
    this.#changes = new ChangeStream({
      conversation: () => ({ session }),
      followsLists: this.#tellsOfLists,
      onGap: () => undefined,
      report,
    });
  }

  /** Returns what takes the outcome of a request that this side no longer waits for. */
  taken(id: RequestId): RequestOutcome | undefined {
    return this.relayed?.(id) ?? this.#lateTasks.take(id);
  }

  /** Who the server is. */
  get info(): Implementation {
    return this.#info;
  }

  /**
   * Sends a request of the client, and calls back with its outcome, in the revision of the client.
   *
   * @param meta what else the request says in its `_meta`
   * @returns what withdraws the request
   * @throws what keeps the request from being sent.
   */
  forward(
    method: Method,
    params: unknown,
    context: Pick<HandlerContext, 'meta' | 'progress'>,
    outcome: RequestOutcome & { readonly onTask?: (task: object) => void },
    meta?: object,
  ): (reason: unknown) => void {
    const { passage } = this;
    const converted = passage.requestToServer(method, params);
    const sent = meta === undefined ? converted : withMeta(converted, meta);
    const options = patientOptions(context);
    const mirrored = this.#mirrored;
    const own: RequestOutcome = {
      resolve: (result) => {
        let given: object;
        if (method === 'tools/list') this.#learnTasks(result);
        // Only a server that was told that the client takes tasks answers with one.
        if (outcome.onTask !== undefined && (result as { readonly resultType?: unknown }).resultType === 'task') {
          return outcome.onTask(result);
        }
        try {
          const usable = method === 'tools/list' && mirrored !== undefined ? mirrored.listed(result) : result;
          given = passage.resultToClient(method, usable) as object;
        } catch (error) {
          return outcome.reject(error);
        }
        outcome.resolve(given);
      },
      reject: outcome.reject,
    };
    if (method === 'tools/call' && mirrored?.sends === true) return mirrored.open(sent as ToolCall, options, own);
    if (outcome.onTask !== undefined) return this.openTask(sent, options, own);
    return this.session.open(method, sent, options, own);
  }

  /**
   * Sends a call, in the revision of the server, that it may make a task of. If it does so after the call was withdrawn, that task is cancelled.
   *
   * @returns what withdraws the call
   */
  openTask(call: unknown, options: RequestOptions, outcome: RequestOutcome): (reason: unknown) => void {
    let id: RequestId | undefined;
    const withdraw = this.session.open('tools/call', call, { ...options, onRequestId: (own) => (id = own) }, outcome);
    return (reason) => {
      if (id !== undefined) this.#lateTasks.expect(id);
      withdraw(reason);
    };
  }

  /** @throws {JsonRpcError} if the headers that a call came with are not what its tool wants (-32020). */
  checkHeaders(call: unknown, http: HttpInfo): void {
    this.#mirrored?.check(call as ToolCall, http);
  }

  /** What a client is told of the capabilities of the server. Its tasks are for clients of the same revision. */
  capabilitiesFor(revision: string): Capabilities {
    const { capabilities } = this.session.peer;
    const others = this.session.revision === revision ? capabilities : without(capabilities, 'tasks');
    const own = this.convertsTasks(revision)
      ? { ...others, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }
      : this.runsTasks && isStateless(revision)
        ? { ...others, extensions: { ...(others['extensions'] as object | undefined), [TASKS_EXTENSION]: {} } }
        : others;
    return this.#mayComplete && !this.declares('completions') ? { ...own, completions: {} } : own;
  }

  /** Whether the server has tasks of the extension. */
  get hasTasks(): boolean {
    return this.isStateless && this.declares('extensions', TASKS_EXTENSION);
  }

  /** Whether the server runs tools as tasks of revision 2025-11-25. */
  get runsTasks(): boolean {
    return this.session.revision === REVISION_WITH_TASKS && this.declares('tasks', 'requests', 'tools', 'call');
  }

  /** Returns whether a call of a client of the extension is to be a task of the server: where its tool lets it be, as the list says. */
  takesTask(call: unknown, { capabilities }: PeerInfo): boolean {
    const name = (call as { readonly name?: unknown }).name as string;
    return this.#taskTools.has(name) && hasCapability(capabilities, TASKS_CAPABILITY, '');
  }

  /** Takes note of the tools that may be called as tasks. */
  #learnTasks(result: object): void {
    if (!this.runsTasks) return;
    for (const { name, execution } of (result as { readonly tools?: readonly ListedTool[] }).tools ?? []) {
      const isTask = execution?.taskSupport === 'required' || execution?.taskSupport === 'optional';
      if (isTask && this.#taskTools.size < MOST_TASK_TOOLS) this.#taskTools.add(name);
      else if (!isTask) this.#taskTools.delete(name);
    }
  }

  /** Returns whether tasks of the server are those of the extension, and tasks of the client are those of 2025-11-25. */
  convertsTasks(revision: string): boolean {
    return revision === REVISION_WITH_TASKS && this.hasTasks;
  }

  /** Returns whether the server answers requests of a method, as far as its capabilities say. */
  offers(method: Method): boolean {
    if (method === 'completion/complete') return this.#mayComplete || this.declares('completions');
    return this.declares(method.slice(0, method.indexOf('/')));
  }

  /** In the oldest revision, servers do not say whether they complete. */
  get #mayComplete(): boolean {
    return this.session.revision === '2024-11-05';
  }

  /** Returns whether the server declares a capability: `resources.subscribe`. */
  declares(...path: readonly string[]): boolean {
    let value: unknown = this.session.peer.capabilities;
    for (const name of path) value = (value as { readonly [name: string]: unknown } | undefined)?.[name];
    return value !== undefined && value !== false;
  }

  get #tellsOfLists(): boolean {
    return listFilters(({ capability }) => this.declares(capability, 'listChanged')).length > 0;
  }

  /** Listens to changes of lists, where the server does not tell of them without being asked. */
  followLists(): void {
    if (this.#tellsOfLists) this.#changes?.start();
  }

  /** Follows the updates of a resource. */
  follow(uri: string): Promise<void> {
    return (this.#changes ?? this.#subscribed).add(uri);
  }

  /** Stops following a resource. */
  unfollow(uri: string): Promise<void> {
    return (this.#changes ?? this.#subscribed).remove(uri);
  }

  /** Sets the level of the log messages that a server with sessions sends. */
  async setLevel(level: LoggingLevel): Promise<void> {
    if (this.#setsLevel) await this.#level.set(level);
  }

  /** Makes a server with sessions send what requests want of log messages. Returns nothing if it does already. */
  ensureLevel(levels: readonly LoggingLevel[]): Promise<void> | undefined {
    return this.#setsLevel ? this.#level.ensure(levels, this.#report) : undefined;
  }

  get #setsLevel(): boolean {
    return !this.isStateless && this.declares('logging');
  }

  /** Makes a session that has replaced one, which the server had forgotten, what that was. */
  async restore(): Promise<void> {
    if (this.isStateless) return;
    await this.#level.restore().catch(this.#report);
    await this.#subscribed.restore(this.#report);
  }

  /** Takes what a server agreed to tell of. */
  acknowledged(params: unknown): void {
    this.#changes?.acknowledged(params as never);
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
 * @throws what `connectSession` throws.
 */
export async function openUpstream(
  settings: UpstreamSettings,
  client: BridgedClient,
  events: UpstreamEvents,
  options: Pick<ConnectOptions, 'questions'> = {},
): Promise<Upstream> {
  const { dial, revisions, report, ledger, connectTimeout, closing, known } = settings;
  const { clientInfo, capabilities } = client;
  const ids = revisions.sources.map(({ id }) => id);
  const opensSessions = !isStateless(client.revision);
  const era = eraFor(opensSessions, known);
  let isOpen = false;
  let resolveOpened!: (opened: Upstream) => void;
  const opened = new Promise<Upstream>((resolve) => (resolveOpened = resolve));
  /** A server may speak before it is known here that the session is open. */
  const whenOpen = (act: (opened: Upstream) => void): void => {
    if (isOpen) act(events.upstream);
    else void opened.then(act);
  };
  const login = new PendingLogin();
  const transport = await dial.transport(() => {
    report(new Error('The server behind the bridge had forgotten the session, and opened a new one'));
    whenOpen((upstream) => void upstream.restore().then(() => tellOfLists(upstream, events), report));
  }, login.begun);
  const session = await connectSession(transport, {
    clientInfo,
    capabilities: ({ era: own }) =>
      own === 'stateless' && client.revision === REVISION_WITH_TASKS ? withTasksDeclared(capabilities) : capabilities,
    revisions: revisions.sources,
    handlers: {
      ...questionHandlers(capabilities, async (method, params, context) => {
        await opened;
        return events.asked(method, params, context);
      }),
      ...Object.fromEntries(
        Object.entries(NOTIFICATIONS).map(([name, method]) => [
          name,
          (params: unknown) => whenOpen(() => events.notified(method, withoutSubscriptionId(params))),
        ]),
      ),
      subscriptionsAcknowledged: (params: unknown) => whenOpen((own) => own.acknowledged(params)),
    },
    onError: report,
    ledger,
    era,
    ...(opensSessions && ids.includes(client.revision) && { sessionRevision: client.revision }),
    signal: closing,
    others: { firstId: FIRST_ID, take: (id) => (isOpen ? events.upstream.taken(id) : undefined) },
    lateFor: login.ended,
    ...(connectTimeout !== undefined && { initializeTimeout: connectTimeout }),
    ...options,
  });
  const upstream = new Upstream(session, transport, client, settings);
  if (upstream.isStateless) {
    known.isStateless = true;
    if (era === 'session') known.hasSessions = false;
  } else {
    known.hasSessions = true;
    if (era !== 'session') known.isStateless = false;
  }
  settings.open.add(upstream);
  void session.closed.then(() => settings.open.delete(upstream));
  events.upstream = upstream;
  isOpen = true;
  resolveOpened(upstream);
  return upstream;
}

/** The bridge waits for tasks on behalf of clients that have others. */
function withTasksDeclared(capabilities: Capabilities): Capabilities {
  const { extensions } = capabilities as { readonly extensions?: object };
  return { ...capabilities, extensions: { ...extensions, [TASKS_EXTENSION]: {} } };
}

/**
 * A client with a session is given one where the server has them: in its own revision, nothing has to be converted. Servers that ignore
 * unknown requests are then not waited for.
 */
function eraFor(opensSessions: boolean, { hasSessions, isStateless: isAlone }: KnownServer): Era | undefined {
  if (opensSessions ? hasSessions !== false : isAlone === false) return 'session';
  return undefined;
}

/** Tells a client that any list may have changed. */
function tellOfLists(upstream: Upstream, events: UpstreamEvents): void {
  for (const name of listFilters(({ capability }) => upstream.declares(capability, 'listChanged'))) {
    events.notified(LISTS[name].method, undefined);
  }
}

/** Answers what the client has declared that it answers. */
function questionHandlers(capabilities: BridgedClient['capabilities'], asked: UpstreamEvents['asked']): object {
  const questions = Object.entries(QUESTIONS)
    .filter(([, [, capability]]) => capabilities[capability] !== undefined)
    .map(([name, [method]]) => [name, method] as const);
  const tasks = capabilities['tasks'] === undefined ? [] : Object.entries(TASKS);
  return Object.fromEntries(
    [...questions, ...tasks].map(([name, method]) => [
      name,
      (params: unknown, context: HandlerContext) => asked(method, params, context),
    ]),
  );
}

/** Returns the log level that a request of a revision without sessions names. */
export function levelOf(meta: HandlerContext['meta']): LoggingLevel | undefined {
  const level = meta?.[MetaKey.LogLevel];
  return LOG_LEVELS.find((each) => each === level);
}
