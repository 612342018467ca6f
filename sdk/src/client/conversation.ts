import type { RequestOptions } from '@mcp-gen/runtime';
import type { Method } from '../conversions/index.js';
import type { Translator } from '../translator.js';
import { describedError, describedPeer, describedProgress, type PeerSession } from './described.js';
import type { Extension } from './extensions.js';
import type { ClientMessage, MiddlewareStack } from './middleware.js';

/** One session with a server, whose messages are in the unified types. */
export class Conversation {
  readonly session: PeerSession;
  readonly #translator: Translator;
  readonly #middleware: MiddlewareStack;

  constructor(session: PeerSession, translator: Translator, middleware: MiddlewareStack) {
    this.session = session;
    this.#translator = translator;
    this.#middleware = middleware;
  }

  /**
   * Sends a request, and resolves with its result in the unified types.
   *
   * @throws {NotExpressibleError} if it cannot be expressed in the revision.
   */
  request(method: Method, params: unknown, options?: RequestOptions): Promise<unknown> {
    if (this.#middleware.isEmpty) return this.#request(method, params, options);
    return this.#middleware.run(this.#message('request', method, params, options), (message) =>
      this.#request(message.method as Method, message.params, options),
    );
  }

  /** Sends a request of an extension. Its params and its result are not converted. The result of middleware is checked as well. */
  async requestExtension(
    method: string,
    params: unknown,
    options: RequestOptions,
    extension: Extension,
  ): Promise<unknown> {
    const request = (name: string, given: unknown): Promise<object> =>
      this.session.request(name, given, describedProgress(options), extension.entry).catch((error: unknown) => {
        throw describedError(error);
      });
    const result = this.#middleware.isEmpty
      ? await request(method, params)
      : await this.#middleware.run(this.#message('request', method, params, options), (message) =>
          request(message.method, message.params),
        );
    return extension.read(result as object);
  }

  /**
   * Sends a notification.
   *
   * @throws {NotExpressibleError} if it cannot be expressed in the revision.
   */
  async notify(method: Method, params?: unknown): Promise<void> {
    if (this.#middleware.isEmpty) return this.#notify(method, params);
    await this.#middleware.run(this.#message('notification', method, params), async (message) => {
      await this.#notify(message.method as Method, message.params);
      return undefined;
    });
  }

  async #request(method: Method, params: unknown, options?: RequestOptions): Promise<object> {
    const sent = this.#translator.toRevision(method, 'params', params);
    let result: object;
    try {
      result = await this.session.request(method, sent, describedProgress(options));
    } catch (error) {
      throw describedError(error);
    }
    return this.#translator.toAuthor(method, 'result', result) as object;
  }

  async #notify(method: Method, params: unknown): Promise<void> {
    await this.session.notify(method, this.#translator.toRevision(method, 'params', params));
  }

  #message(kind: ClientMessage['kind'], method: string, params: unknown, options?: RequestOptions): ClientMessage {
    const { peer, revision, id: sessionId } = this.session;
    const server = describedPeer(peer);
    return { direction: 'out', kind, method, params, signal: options?.signal, server, revision, sessionId };
  }
}
