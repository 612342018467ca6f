import { ConnectionClosedError, JsonRpcError, MetaKey, type RequestOptions } from '@mcp-gen/runtime';
import type { Guard } from '@mcp-gen/runtime/codegen/v1';
import type { LoggingLevel } from '@mcp-gen/protocol/author';
import { isStateless } from '../era.js';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { Method as AnyMethod } from '../conversions/index.js';
import { REQUESTS } from '../registry.js';
import type { Translator } from '../translator.js';
import { sanitizeError, sanitizePeer, sanitizeProgress, type PeerSession } from './peerSession.js';
import type { Extension } from './extensions.js';
import type { ClientMessage, MiddlewareStack } from './clientMiddleware.js';
import type { ResponseCache } from './responseCache.js';

/** State that all sessions of one client share. */
export interface UnifiedSessionParts {
  readonly middleware: MiddlewareStack;
  /** Cached results; undefined if all revisions have sessions. */
  readonly cache: ResponseCache | undefined;
  /** The requested log level: in revisions without sessions, every request carries it. */
  readonly settings: { readonly level: LoggingLevel | undefined };
  /** The level while none has been requested. Without a session, a server sends only what a request asks for. */
  readonly defaultLevel: LoggingLevel | undefined;
  /** Whether the transport sends headers that mirror parameters of tools. */
  readonly sendsHeaders: boolean;
  /** Returns whether a value is a valid result of a request in the negotiated revision. */
  readonly isResult: (method: string, value: unknown) => boolean;
  /** Results that extensions add to requests, by method: they are not converted. */
  readonly otherResults: { readonly [method: string]: Guard } | undefined;
}

/** One session with a server, whose messages are in the unified types. */
export class UnifiedSession {
  readonly session: PeerSession;
  readonly #translator: Translator;
  readonly #middleware: MiddlewareStack;
  readonly #cache: ResponseCache | undefined;
  readonly #settings: UnifiedSessionParts['settings'];
  readonly #defaultLevel: LoggingLevel | undefined;
  /** Whether the revision has no sessions. */
  readonly isStateless: boolean;
  /** Whether headers mirror parameters of tools. */
  readonly mirrorsParams: boolean;
  readonly #isResult: UnifiedSessionParts['isResult'];
  readonly #otherResults: UnifiedSessionParts['otherResults'];

  constructor(session: PeerSession, translator: Translator, parts: UnifiedSessionParts) {
    const { middleware, cache, settings, defaultLevel, sendsHeaders, isResult, otherResults } = parts;
    this.#isResult = isResult;
    this.#otherResults = otherResults;
    this.session = session;
    this.isStateless = isStateless(session.revision);
    this.mirrorsParams = this.isStateless && sendsHeaders;
    this.#translator = translator;
    this.#middleware = middleware;
    this.#cache = cache;
    this.#settings = settings;
    this.#defaultLevel = defaultLevel;
  }

  /**
   * Sends a request, and resolves with its result in the unified types.
   *
   * @throws {NotExpressibleError} if it cannot be expressed in the revision.
   */
  request(method: AnyMethod, params: unknown, options?: RequestOptions): Promise<unknown> {
    if (this.#middleware.isEmpty) return this.#request(method, params, options);
    return this.#middleware.run(this.#message('request', method, params, options), (message) =>
      this.#request(message.method as AnyMethod, message.params, withHeaders(message), message.uncached),
    );
  }

  /** Reads a result that another message has, into the unified types. Returns undefined if it is invalid in the revision. */
  read(method: string, result: unknown): object | undefined {
    if (!this.#isResult(method, result)) return undefined;
    return this.#translator.toAuthor(method as AnyMethod, 'result', result) as object;
  }

  /** Sends a request of an extension. Params and result are not converted. A result from middleware is checked, too. */
  async requestExtension(
    method: string,
    params: unknown,
    options: RequestOptions,
    extension: Extension,
  ): Promise<unknown> {
    const request = (name: string, given: unknown, how: RequestOptions | undefined): Promise<object> =>
      this.session.request(name, given, sanitizeProgress(how), extension.entry).catch((error: unknown) => {
        throw sanitizeError(error);
      });
    const result = this.#middleware.isEmpty
      ? await request(method, params, options)
      : await this.#middleware.run(this.#message('request', method, params, options), (message) =>
          request(message.method, message.params, withHeaders(message)),
        );
    return extension.read(result as object);
  }

  /**
   * Sends a notification.
   *
   * @throws {NotExpressibleError} if it cannot be expressed in the revision.
   */
  async notify(method: AnyMethod, params?: unknown): Promise<void> {
    if (this.#middleware.isEmpty) return this.#notify(method, params);
    await this.#middleware.run(this.#message('notification', method, params), async (message) => {
      await this.#notify(message.method as AnyMethod, message.params);
      return undefined;
    });
  }

  async #request(method: AnyMethod, params: unknown, options?: RequestOptions, uncached = false): Promise<object> {
    if (this.isStateless) return this.#requestAlone(method, params, options, uncached);
    const sent = this.#translator.toRevision(method, 'params', params);
    const result = await this.#send(method, sent, options);
    return this.#received(method, result, params);
  }

  #received(method: AnyMethod, result: object, params: unknown): object {
    if (this.#otherResults?.[method]?.(result) === true) return result;
    return this.#translator.toAuthor(method, 'result', result, params) as object;
  }

  /** Sends a request without a session, unless a fresh result is cached. */
  async #requestAlone(
    method: AnyMethod,
    params: unknown,
    options: RequestOptions | undefined,
    uncached: boolean,
  ): Promise<object> {
    const kept = uncached ? undefined : this.#cache?.get(method, params);
    if (kept !== undefined) return kept;
    const { generation = 0 } = this.#cache ?? {};
    const converted = this.#translator.toRevision(method, 'params', params) ?? {};
    // A stream of changes has no log messages.
    const sent = method === Method.subscriptionsListen ? converted : this.#withLevel(converted);
    let result: object;
    try {
      result = await this.session.request(method, sent, sanitizeProgress(options));
    } catch (error) {
      // The cached pages contain an expired cursor: the list must be read again.
      if (hasCursor(params) && error instanceof JsonRpcError) this.#cache?.dropPages(method);
      // The response was lost with its connection. Only requests that change nothing are repeated.
      if (!isLost(error) || !this.session.isOpen || !isReading(method)) throw sanitizeError(error);
      result = await this.#send(method, sent, options);
    }
    if (!uncached) this.#cache?.put(method, params, result, generation);
    return this.#received(method, result, params);
  }

  async #send(method: AnyMethod, params: unknown, options: RequestOptions | undefined): Promise<object> {
    try {
      return await this.session.request(method, params, sanitizeProgress(options));
    } catch (error) {
      throw sanitizeError(error);
    }
  }

  #withLevel(params: object): object {
    const { level = this.#defaultLevel } = this.#settings;
    if (level === undefined) return params;
    const { _meta } = params as { readonly _meta?: object };
    return { ...params, _meta: { [MetaKey.LogLevel]: level, ..._meta } };
  }

  async #notify(method: AnyMethod, params: unknown): Promise<void> {
    await this.session.notify(method, this.#translator.toRevision(method, 'params', params));
  }

  #message(kind: ClientMessage['kind'], method: string, params: unknown, options?: RequestOptions): ClientMessage {
    const { peer, revision, id: sessionId } = this.session;
    const server = sanitizePeer(peer);
    const { signal, headers } = options ?? {};
    return { direction: 'out', kind, method, params, options, signal, server, revision, sessionId, headers };
  }
}

/** Returns the options of a request, with the headers, that middleware has passed on. */
function withHeaders({ options, headers }: ClientMessage): RequestOptions | undefined {
  return headers === options?.headers ? options : { ...options, headers };
}

/** Returns whether a request changes nothing: results that may be cached, prompts, and suggestions. */
function isReading(method: AnyMethod): boolean {
  return method === Method.promptsGet || method === Method.completionComplete || REQUESTS[method]?.cacheable === true;
}

function hasCursor(params: unknown): boolean {
  return (params as { readonly cursor?: unknown } | undefined)?.cursor !== undefined;
}

/** Returns whether the request was lost while its session is still open. */
function isLost(error: unknown): boolean {
  return error instanceof ConnectionClosedError && error.reason === 'end-of-input';
}
