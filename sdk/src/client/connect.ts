import {
  declares,
  processLedger,
  RequestTimeoutError,
  safeListener,
  Scope,
  type Capabilities,
  type ConnectionClosedError,
  type Era,
  type ErrorListener,
  type Quota,
  type Revision,
  type Transport,
} from '@mcp-gen/runtime';
import { connectSession as openSession } from '@mcp-gen/runtime/client';
import type { LoggingLevel } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { defined } from '../properties.js';
import { noteDeprecations } from '../deprecation.js';
import { withSafeIcons } from '../icons.js';
import { errorListener } from '../logger.js';
import { lossListener, lostOwnCapabilities } from '../losses.js';
import { isStateless } from '../era.js';
import { merged } from '../server/capabilities.js';
import { RevisionCodes } from '../revisionCodes.js';
import { revisionIds, Revisions } from '../revisions.js';
import { Translator, type ClientFacts } from '../translator.js';
import type { Model } from './chooseModel.js';
import { changeStreamOf, type ChangeStream } from './changeStream.js';
import { Client } from './client.js';
import type { Answers } from './answering.js';
import { compileSchema } from './compileSchema.js';
import { Connection, type ReconnectOptions } from './connection.js';
import { UnifiedSession } from './unifiedSession.js';
import { sanitizeError, peerSession } from './peerSession.js';
import type { Elicitation, ElicitationOptions } from './elicitation.js';
import { engineOf } from '../extension/engineOf.js';
import { clientHandlers, unknownNotifications, unknownRequests } from './handlers.js';
import { KnownTools } from './knownTools.js';
import { logConnection, logReconnecting } from './lifecycle.js';
import { NO_CLIENT_EXTENSIONS, type ExtensionsOfClient } from './noClientExtensions.js';
import { NotificationListeners } from './notificationListeners.js';
import { receiversOf } from './receivers.js';
import { filteredMethods, listMethods } from '../filteredChanges.js';
import { MiddlewareStack } from './clientMiddleware.js';
import { rateLimited } from './rateLimits.js';
import { PendingLogin } from './login.js';
import { checkClientOptions, type ClientOptions } from './options.js';
import { responseCacheOf } from './responseCache.js';
import type { Roots } from './roots.js';
import type { SamplingOptions } from './sampling.js';
import { Subscriptions, type Subscriber } from './clientSubscriptions.js';
import { dial, explainRefusal, requireNode, type Target } from './target.js';

/**
 * Connects to a server of any revision, over stdio or HTTP.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-gen/sdk/client';
 *
 * const client = await connect('npx -y @modelcontextprotocol/server-everything', { roots: ['.'] });
 * const { text } = await client.callTool('forecast', { city: 'Oslo' });
 * console.log(text);
 * await client.close();
 * ```
 * @param target a command line, program and arguments, a URL, or a transport; see {@link Target}
 * @throws {TypeError} if the target or an option is invalid.
 * @throws {RangeError} if a number is NaN, negative, or too small.
 * @throws {NegotiationError} if client and server have no common revision.
 * @throws {ConnectionClosedError} if the connection ends before the session is open.
 * @throws {RequestTimeoutError} if the server does not answer.
 * @throws {JsonRpcError} if the server refuses to open a session.
 * @throws {InvalidMessageError} if the response that opens the session is invalid.
 * @throws {HttpStatusError} if a server over HTTP answers with an error status.
 * @throws {Error} if the program cannot be started.
 * @throws the signal's reason if it aborts before.
 */
export async function connect<Choice extends Model = Model>(
  target: Target,
  options: ClientOptions<Choice> = {},
): Promise<Client> {
  checkClientOptions(options);
  const { name = 'mcp-gen client', version = '0.0.0', timeout, ping, trusted = false, ledger } = options;
  const reportError = safeListener(errorListener(options.onError, options.logger));
  const report = rateLimited((error) => reportError(sanitizeError(error)), 'invalid messages', reportError);
  const extensions = await extensionsOf(options, report);
  const wrapFetch = extensions.wrapFetch(options.wrapFetch ?? []);
  const launch = extensions.ids.length === 0 ? undefined : () => extensions.launch(options.env);
  const { transport, again, isProgram } = dial(target, { ...options, wrapFetch, launch, onError: report });
  const reconnecting = reconnection(options.reconnect, again);
  const revisions = new Revisions(options.revisions, (revision) => extensions.extend(revision));
  const middleware = new MiddlewareStack(report, extensions.ordered(options.middleware ?? []));
  // Shared by all sessions of the client.
  const quota = new Scope((ledger ?? processLedger()).connection('client'));

  const settings: { level: LoggingLevel | undefined } = { level: options.logLevel };
  const tools: KnownTools = new KnownTools({
    compile: compileSchema,
    report,
    list: (options) => client.tools(options).all(),
    quota,
  });
  const cache = responseCacheOf(quota);
  /** The session that is being restored. All other uses wait for it. */
  let restoring: UnifiedSession | undefined;
  const changes = changeStreamOf({
    current: () => restoring ?? connection.current,
    follows: (method) => listeners.has(method) || (options.onListChanged !== undefined && listMethods().has(method)),
    onGap: () => {
      cache?.clear();
      tools.forget();
      subscriptions.mayHaveMissed();
      notifyAll();
    },
    report,
  });
  const subscriptions = new Subscriptions(
    subscriber(() => connection.current, changes),
    quota,
  );
  const elicitation = options.elicitation && (await elicitationOf(options.elicitation, quota));
  const roots = await rootsOf(options.roots, async () => {
    const { current } = connection;
    // Sent synchronously if possible, so that the change is announced before the next call.
    const unifiedSession = current instanceof Promise ? await current : current;
    // Without a session, the server requests roots in each request that needs them.
    if (!unifiedSession.isStateless) await unifiedSession.notify(Method.notificationsRootsListChanged).catch(report);
  });
  const sampling = options.sampling && (await samplingOf(options.sampling));

  const over = new AbortController();
  const listeners = new NotificationListeners(report, (method) => {
    if (!filteredMethods().has(method)) return;
    const follow = async (): Promise<void> => {
      const { isStateless } = await connection.current;
      if (isStateless) changes?.start();
    };
    // Without a connection, there is nothing to follow.
    follow().catch(() => undefined);
  });
  const { receivers, notifyAll } = receiversOf(options, {
    tools,
    subscriptions,
    elicitation,
    cache,
    changes,
    streams: extensions.streams,
    report,
    over: over.signal,
  });

  const clientInfo = { name, version };
  const own = {
    ...(sampling && { sampling: sampling.capability }),
    ...(elicitation && { elicitation: elicitation.capability }),
    ...(roots && { roots: { listChanged: true } }),
  };
  const capabilities = merged(own, options.capabilities);
  const translatorOf = translators(revisions, { capabilities, clientInfo }, options, reportError);
  const answers: Answers = {
    ...options.methods,
    ...defined({
      [Method.samplingCreateMessage]: sampling?.answer,
      [Method.elicitationCreate]: elicitation?.answer,
      [Method.rootsList]: roots?.answer,
    }),
  };
  extensions.addTo(new Set(Object.entries(answers).flatMap(([method, answer]) => (answer ? [method] : []))));
  const ownHandlers = clientHandlers(answers, receivers, {
    translatorOf,
    middleware,
    listeners,
    codes: new RevisionCodes(report),
    wrap: extensions.wrap,
  });
  const handlers = { ...ownHandlers, ...extensions.handlers(middleware) };
  const capabilitiesIn = ({ id }: Revision): Capabilities => merged(extensions.capabilities(id), capabilities);
  extensions.checkCapabilities((path) => declares(capabilities, path));

  const invalidCapability = lostOwnCapabilities('client', options, reportError);
  const setLevel = async (unifiedSession: UnifiedSession, signal?: AbortSignal): Promise<void> => {
    const { level } = settings;
    if (unifiedSession.isStateless) return;
    const isLogging = unifiedSession.session.peer.capabilities['logging'] !== undefined;
    if (level === undefined || !isLogging) return;
    await unifiedSession.request(Method.loggingSetLevel, { level }, defined({ signal })).catch((error: unknown) => {
      if (signal?.aborted !== true) report(error);
    });
  };
  const restore = async (unifiedSession: UnifiedSession): Promise<void> => {
    tools.forget();
    cache?.clear();
    restoring = unifiedSession;
    try {
      await setLevel(unifiedSession);
      if (unifiedSession.isStateless) changes?.start();
      await subscriptions.restore(subscriber(() => unifiedSession, changes));
    } finally {
      restoring = undefined;
    }
  };
  /** While the client connects, it has no subscriptions to restore. */
  let isConnected = false;
  /** The era of the latest session. */
  let era: Era | undefined;
  const open = async (signal: AbortSignal | undefined): Promise<UnifiedSession> => {
    const replaced = async (): Promise<void> => {
      if (!isConnected) return;
      await restore(await connection.current);
      notifyAll();
    };
    const login = new PendingLogin();
    let way!: Transport;
    const reach = async (): Promise<Transport> =>
      (way = await transport(() => void replaced().catch(report), login.begun));
    const session = await openSession(await reach(), {
      clientInfo,
      capabilities: capabilitiesIn,
      invalidCapability,
      handlers,
      unknownNotification: unknownNotifications({ middleware, listeners }),
      unknownRequest: unknownRequests(middleware),
      revisions: revisions.sources,
      onError: report,
      signal,
      ledger,
      era,
      restart: again ? reach : undefined,
      discoverTimeout: options.discoverTimeout,
      lateFor: login.ended,
      ...(timeout !== undefined && { requestTimeout: timeout }),
      ...(ping !== undefined && ping.interval !== 0 && { ping }),
    }).catch((error: unknown) => {
      throw sanitizeError(describeServer(error, way));
    });
    // Reported once per session; `client.server` has the allowed icons only.
    withSafeIcons(session.peer, report);
    era = isStateless(session.revision) ? 'stateless' : 'session';
    if (era === 'session') middleware.opened(session.revision, session.closed);
    return new UnifiedSession(peerSession(session), translatorOf(session.revision), {
      middleware,
      cache,
      settings,
      defaultLevel: options.onLog && 'info',
      sendsHeaders: way.sendsHeaders === true,
      isResult: (method, value) => revisions.isResult(session.revision, method, value),
      otherResults: extensions.otherResults(session.revision),
    });
  };

  const first = await open(options.signal).catch((error: unknown) => {
    roots?.close();
    throw explainRefusal(error, target);
  });
  // Nobody has asked for it, so the crash is reported, as it was when it ended the connection.
  const restarting = options.reconnect === undefined && isProgram ? { onLost: report } : undefined;
  const reconnect = (lost: ConnectionClosedError): ReconnectOptions | undefined => {
    const chosen = reconnecting ?? (era === 'stateless' && isCrash(lost) ? restarting : undefined);
    return chosen && logReconnecting(options.logger, chosen);
  };
  const connection = new Connection(first, { open, restore, report, reconnect });
  isConnected = true;
  logConnection(options.logger, first.session, connection.closed);
  void connection.closed.then((reason) => {
    over.abort();
    roots?.close();
    extensions.close();
    changes?.close();
    subscriptions.close(reason.reason === 'closed' ? {} : { error: reason });
    quota.close();
  });
  const client: Client = new Client({
    connection,
    middleware,
    tools,
    cache,
    subscriptions,
    listeners,
    roots,
    elicitation,
    trusted,
    report,
    settings,
    extensions,
  });
  try {
    Client.setUpExtensions(client);
  } catch (error) {
    await client.close();
    throw error;
  }
  const { signal } = options;
  await setLevel(first, signal);
  if (first.isStateless) await changes?.begin(signal);
  if (signal?.aborted !== true) return client;
  await client.close();
  throw signal.reason;
}

/** Adds what the transport knows of a silent server to a timeout error. Connection errors already contain it. */
function describeServer(error: unknown, transport: Transport & { readonly describe?: () => string }): unknown {
  if (error instanceof RequestTimeoutError && transport.describe !== undefined) {
    error.message += `. ${transport.describe()}`;
  }
  return error;
}

/** A server may end the connection by exiting; a crash is different (specification 2026-07-28: stdio, Unexpected Termination). */
function isCrash({ reason, exitCode }: ConnectionClosedError): boolean {
  return reason === 'process-exit' && exitCode !== 0;
}

function reconnection(given: ClientOptions['reconnect'], again: boolean): ReconnectOptions | undefined {
  if (given === undefined || given === false) return undefined;
  if (again) return given === true ? {} : given;
  throw new TypeError(
    'A transport can be opened only once. To reconnect, pass a function that returns a new transport',
  );
}

/** Returns the extensions of a client. What they need is loaded only if there are any. */
async function extensionsOf<Choice extends Model>(
  { extensions = [], middleware = [], wrapFetch = [], revisions }: ClientOptions<Choice>,
  report: ErrorListener,
): Promise<ExtensionsOfClient> {
  const engine = engineOf(extensions, [...middleware, ...wrapFetch], 'connect');
  return engine?.client(extensions, revisionIds(revisions), report) ?? NO_CLIENT_EXTENSIONS;
}

/** Loaded on demand: most clients do not let servers ask the user. */
async function elicitationOf(options: ElicitationOptions, quota: Quota): Promise<Elicitation> {
  const { Elicitation } = await import('./elicitation.js');
  return new Elicitation(options, compileSchema, quota);
}

/** Loaded on demand: most clients do not let servers use a model. */
async function samplingOf<Choice extends Model>(options: SamplingOptions<Choice>) {
  const { sampling, samplingCapability } = await import('./sampling.js');
  return { answer: sampling(options), capability: samplingCapability(options) };
}

async function rootsOf(given: ClientOptions['roots'], onChange: () => Promise<void>): Promise<Roots | undefined> {
  if (given === undefined) return undefined;
  requireNode('The option roots');
  // Loaded on demand: it imports modules of Node, which a browser does not have.
  const { Roots } = await import('./roots.js');
  // Without a connection, no notification is sent.
  const announce = (): void => void onChange().catch(() => undefined);
  return new Roots('list' in given ? given : { list: given }, announce);
}

/** Returns the translator of a revision, which all its sessions share. */
function translators(
  revisions: Revisions,
  facts: ClientFacts,
  { onLoss, onDeprecated, logger }: Pick<ClientOptions, 'onLoss' | 'onDeprecated' | 'logger'>,
  report: (error: unknown) => void,
): (revision: string) => Translator {
  const made = new Map<string, Translator>();
  const note = noteDeprecations(onDeprecated, report);
  const lost = lossListener(onLoss, logger);
  return (revision) => {
    const translator = made.get(revision) ?? new Translator(revisions.converter(revision), facts, lost, note);
    made.set(revision, translator);
    return translator;
  };
}

/** @param changes the change stream of a server without sessions */
function subscriber(
  current: () => UnifiedSession | Promise<UnifiedSession>,
  changes: ChangeStream | undefined,
): Subscriber {
  const ask = async (
    method: typeof Method.resourcesSubscribe | typeof Method.resourcesUnsubscribe,
    uri: string,
  ): Promise<unknown> => {
    const session = await current();
    if (!session.isStateless) return session.request(method, { uri });
    return method === Method.resourcesSubscribe ? changes?.add(uri) : changes?.remove(uri);
  };
  return {
    subscribe: (uri) => ask(Method.resourcesSubscribe, uri),
    unsubscribe: (uri) => ask(Method.resourcesUnsubscribe, uri),
  };
}
