/** Clients with sessions: each has a separate connection to the server. */

import {
  after,
  answerLater,
  declares,
  defineServer,
  type Definition,
  type HandlerContext,
  Holding,
  type Implementation,
  type LaterAnswer,
  MetaKey,
  type OpeningSession,
  type Profile,
  type ResultConversion,
  type UnknownNotificationHandler,
  weigh,
} from '@mcp-gen/runtime';
import type { ClientCapabilities, LoggingLevel } from '@mcp-gen/protocol/author';
import { progressToken } from '@mcp-gen/protocol/registry/metaKeys';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { Method as AnyMethod } from '../conversions/index.js';
import { lostCapabilities } from '../losses.js';
import { announcedMethods } from '../filteredChanges.js';
import { Translator } from '../translator.js';
import { usableCapabilities } from './offeredCapabilities.js';
import { holderOf } from './connections.js';
import { bridgeError, lackingError, toOpeningError } from './bridgeErrors.js';
import type { ClientRevisions } from './clientRevisions.js';
import { clientNotifications, forwardedRequests, handlersFor } from './forwardedMethods.js';
import { type SessionTasks, withTaskSupport } from './sessionTasks.js';
import { isOfUnknownExtension, withUnknownExtensions } from './unknownExtensions.js';
import {
  openUpstream,
  type BridgedClient,
  type Upstream,
  type UpstreamEvents,
  type UpstreamSettings,
} from './upstream.js';

/** Notifications that are not related to a request. */
const UNRELATED: ReadonlySet<string> = new Set([...announcedMethods(), Method.notificationsResourcesUpdated]);
/** Maximum number of notifications that wait until a client is ready. */
const MAX_HELD = 1_000;

/**
 * Connects to the server for a client that opens a session, and returns the definition that serves the client.
 *
 * @param revisions the supported revisions of clients
 * @throws {JsonRpcError} if the server cannot be reached, or has no common revision.
 */
export async function openForSession(
  opening: OpeningSession,
  revisions: ClientRevisions,
  settings: UpstreamSettings,
): Promise<Definition> {
  const { revision, session, close } = opening;
  const client = clientOf(opening, revisions, settings);
  const side = new SessionSide(opening, client.revision, settings);
  const stopCounting = count(opening, settings);
  const upstream = await openUpstream(settings, client, side).catch((error: unknown) => {
    stopCounting();
    settings.report(error);
    throw toOpeningError(error);
  });
  void session.closed.then(() => upstream.close());
  void upstream.session.closed.then((reason) => {
    if (reason.reason !== 'closed') settings.report(reason);
    // Pending requests are answered first.
    after(1, () => void close(), { keepsAlive: true });
  });
  upstream.followChanges();
  if (upstream.session.revision === revision && opening.lines !== undefined && upstream.lines !== undefined) {
    const { LineRelay } = await import('./lineRelay.js');
    const relay = new LineRelay(
      opening.lines,
      upstream.lines,
      forwardedRequests().flatMap(({ method }) => (upstream.offers(method) ? [method] : [])),
      (error, method) => upstream.clientError(error, method),
    );
    upstream.relayed = relay.take;
    void opening.ready.then(() => relay.start());
    void upstream.session.closed.then(() => relay.end());
  }
  return defineServer(side.handlers(), {
    serverInfo: upstream.info,
    revisions: revisions.sources.filter(({ id }) => id === revision),
    capabilities: upstream.capabilitiesFor(revision),
    invalidCapability: lostCapabilities(settings.onLoss),
    instructions: upstream.session.instructions,
    convertResult: side.convertResult,
    extendProfile: side.extendProfile,
    unknownNotification: side.unknownNotification,
    checkFormats: false,
  });
}

/**
 * Counts the connection of a session over HTTP until the session is closed. Other transports are opened by the program itself.
 *
 * @returns a function that stops counting
 * @throws {JsonRpcError} if there are too many.
 */
function count({ context, session, close }: OpeningSession, { connections }: UpstreamSettings): () => void {
  if (context.http === undefined) return () => undefined;
  // A session has state, so it is never replaced by one of its own caller.
  const connection = { holder: holderOf(context), isUnused: () => false, close: () => void close() };
  connections.add(connection);
  const remove = (): void => connections.remove(connection);
  void session.closed.then(remove);
  return remove;
}

/** Returns the client's introduction and capabilities. */
function clientOf(
  { revision, params }: OpeningSession,
  revisions: ClientRevisions,
  { onLoss }: UpstreamSettings,
): BridgedClient {
  const said = params as { readonly clientInfo: Implementation; readonly capabilities: ClientCapabilities };
  const { clientInfo } = said;
  const make = (capabilities: ClientCapabilities): Translator =>
    new Translator(revisions.converter(revision), { capabilities, clientInfo }, onLoss);
  const { capabilities } = make({}).toAuthor(Method.initialize, 'params', said) as {
    readonly capabilities: ClientCapabilities;
  };
  const own = usableCapabilities(capabilities, revision);
  const takesResult = (method: string, value: unknown): boolean => revisions.takesResult(revision, method, value);
  return { revision, translator: make(own), clientInfo, capabilities: { ...own }, takesResult };
}

/** One session of a client, with its connection to the server. */
class SessionSide implements UpstreamEvents {
  upstream!: Upstream;
  readonly #opening: OpeningSession;
  readonly #revision: string;
  readonly #settings: UpstreamSettings;
  /** The requests that are being forwarded. */
  readonly #running = new Set<HandlerContext>();
  #level: LoggingLevel | undefined;
  #questions = 0;
  readonly #connection = crypto.randomUUID();
  /** Notifications that wait until the client is ready. */
  #held: (readonly [AnyMethod, params: unknown])[] | undefined = [];
  readonly #holding: Holding;

  constructor(opening: OpeningSession, revision: string, settings: UpstreamSettings) {
    this.#opening = opening;
    this.#revision = revision;
    this.#settings = settings;
    this.#holding = new Holding(opening.session.quota, 'retained');
    void opening.ready.then(() => this.#releaseHeld());
  }

  /** Returns handlers for the features of the server. */
  handlers(): object {
    const { upstream } = this;
    const offered = forwardedRequests().filter(({ method }) => upstream.offers(method));
    // A handler also declares the capability of its method. Without that capability, clients know that they cannot use the method.
    const capabilities = upstream.capabilitiesFor(this.#revision);
    const lacking = forwardedRequests().filter(
      ({ method, capability }) =>
        !upstream.has(method) && (capability === undefined || declares(capabilities, capability)),
    );
    return {
      ...handlersFor(lacking, (method) => {
        throw lackingError(method, 'server', upstream.session.revision);
      }),
      ...handlersFor(offered, (method, params, context) => this.#forward(method, params, context)),
      ...handlersFor(clientNotifications(), (method, params, context) =>
        this.#settings.admission.forward(context, this.#connection, () => upstream.notify(method, params)),
      ),
      ...(upstream.convertsTasks(this.#revision) && this.#taskHandlers()),
      ...(upstream.declaresFor(Method.loggingSetLevel) && {
        setLevel: async ({ level }: { readonly level: LoggingLevel }) => {
          this.#level = level;
          return this.#done(Method.loggingSetLevel, () => upstream.setLevel(level));
        },
      }),
      ...(upstream.declaresFor(Method.resourcesSubscribe) && {
        subscribe: ({ uri }: { readonly uri: string }) =>
          this.#done(Method.resourcesSubscribe, () => upstream.follow(uri)),
        unsubscribe: ({ uri }: { readonly uri: string }) =>
          this.#done(Method.resourcesUnsubscribe, () => upstream.unfollow(uri)),
      }),
    };
  }

  /** Adds the requests of unknown extensions. */
  readonly extendProfile = (profile: Profile): Profile =>
    withUnknownExtensions(
      profile,
      () => this.upstream.takesUnknown,
      ({ method, params, context }) => this.#forward(method as AnyMethod, params, context),
    );

  /** Forwards notifications of unknown extensions. */
  readonly unknownNotification: UnknownNotificationHandler = (method, params, context, ignore) => {
    const { upstream } = this;
    if (isOfUnknownExtension(method) && upstream.takesUnknown) {
      const send = (): unknown => upstream.notify(method as AnyMethod, params);
      return this.#settings.admission.forward(context, this.#connection, send);
    }
    ignore();
    return undefined;
  };

  /** Returns the handlers for a client whose kind of tasks differs from that of the server. */
  #taskHandlers(): object {
    const { upstream } = this;
    // Loaded with the first call.
    let loading: Promise<SessionTasks> | undefined;
    const tasks = (): Promise<SessionTasks> =>
      (loading ??= import('./sessionTasks.js').then(({ SessionTasks }) => {
        const made = new SessionTasks(upstream, this.#settings.quota);
        void this.#opening.session.closed.then(() => made.close());
        return made;
      }));
    const about =
      (answer: (requests: SessionTasks['requests'], params: never, context: HandlerContext) => Promise<object>) =>
      async (params: unknown, context: HandlerContext) =>
        answer((await tasks()).requests, params as never, context);
    return {
      callTool: async (params: unknown, context: HandlerContext) => {
        this.#running.add(context);
        try {
          return await (await tasks()).call(params, context, this.#meta);
        } catch (error) {
          throw this.upstream.clientError(error, Method.toolsCall);
        } finally {
          this.#running.delete(context);
        }
      },
      listTools: (params: unknown, context: HandlerContext) =>
        this.#forward(Method.toolsList, params, context, withTaskSupport),
      getTask: about((requests, params, context) => requests.get(params, context)),
      getTaskPayload: about((requests, params, context) => requests.result(params, context)),
      listTasks: about((requests, params, context) => requests.list(params, context)),
      cancelTask: about((requests, params, context) => requests.cancel(params, context)),
    };
  }

  /** The metadata about the client in requests to a server without sessions. */
  get #meta(): object | undefined {
    const { isStateless } = this.upstream;
    return isStateless && this.#level !== undefined ? { [MetaKey.LogLevel]: this.#level } : undefined;
  }

  #forward(
    method: AnyMethod,
    params: unknown,
    context: HandlerContext,
    finish: (result: object) => object = (result) => result,
  ): LaterAnswer {
    const { upstream } = this;
    const answer = answerLater(context);
    const fail = (error: unknown): void => {
      this.#running.delete(context);
      answer.reject(this.upstream.clientError(error, method));
    };
    const succeed = (result: object): void => {
      this.#running.delete(context);
      answer.resolve(finish(result));
    };
    this.#running.add(context);
    try {
      answer.onAbort = upstream.forward(method, params, context, { resolve: succeed, reject: fail }, this.#meta);
    } catch (error) {
      fail(error);
    }
    return answer;
  }

  /** Converts a result that is invalid in the revision of the client. */
  readonly convertResult: ResultConversion = (method, result, _context, params) => {
    try {
      return this.upstream.converter.rejectedToClient(method as AnyMethod, 'result', result, params);
    } catch (error) {
      throw this.upstream.clientError(error, method);
    }
  };

  async #done(method: AnyMethod, act: () => Promise<void>): Promise<object> {
    try {
      await act();
      return {};
    } catch (error) {
      const clientError = this.upstream.clientError(error, method);
      throw clientError === error && error instanceof Error && error.constructor === Error
        ? bridgeError(error.message)
        : clientError;
    }
  }

  notified(method: AnyMethod, params: unknown): void {
    if (!this.upstream.canNotify(method)) return;
    if (this.#held === undefined) return this.#notify(method, params);
    if (this.#held.length < MAX_HELD && this.#holding.add(weigh(params))) this.#held.push([method, params]);
    else this.#settings.report(new Error(`${method} was lost: too many messages came before the client was ready`));
  }

  #releaseHeld(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#holding.close();
    for (const message of held) this.#notify(...message);
  }

  #notify(method: AnyMethod, params: unknown): void {
    const { report } = this.#settings;
    try {
      const sent = this.upstream.converter.toClient(method, 'params', params);
      const related = UNRELATED.has(method) ? undefined : this.#latest;
      const notify = related?.notify ?? this.#opening.session.notify;
      notify(method, sent).catch(report);
    } catch (error) {
      report(error);
    }
  }

  async asked(method: AnyMethod, params: unknown, { signal, meta, progress }: HandlerContext): Promise<unknown> {
    const { converter } = this.upstream;
    try {
      await this.#opening.ready;
      signal.throwIfAborted();
      const wantsProgress = meta?.[progressToken] !== undefined;
      const options = { signal, ...(wantsProgress && { onProgress: progress }) };
      const question = { method, params: converter.toClient(method, 'params', params), ...options };
      const related = this.#latest;
      const answer = related
        ? await related.ask(`question ${this.#questions++}`, question)
        : await this.#opening.request(method, question.params, options);
      return converter.toServer(method, 'result', answer);
    } catch (error) {
      throw this.upstream.serverError(error, method);
    }
  }

  /** The most recent request. Its stream is open. */
  get #latest(): HandlerContext | undefined {
    let latest: HandlerContext | undefined;
    for (const context of this.#running) latest = context;
    return latest;
  }
}
