import type { RequestOptions, Session } from '@mcp-gen/runtime';
import type { Method } from '../conversions/index.js';
import type { Translator } from '../translator.js';

/** One session with a server, in the words of authors. */
export class Conversation {
  readonly session: Session;
  readonly #translator: Translator;

  constructor(session: Session, translator: Translator) {
    this.session = session;
    this.#translator = translator;
  }

  /**
   * Sends a request, and resolves with its result as authors know it.
   *
   * @throws {NotExpressibleError} if it cannot be expressed in the revision.
   */
  async request(method: Method, params: unknown, options?: RequestOptions): Promise<unknown> {
    const sent = this.#translator.toRevision(method, 'params', params);
    const result = await this.session.request(method, sent, options);
    return this.#translator.toAuthor(method, 'result', result);
  }

  /**
   * Sends a notification.
   *
   * @throws {NotExpressibleError} if it cannot be expressed in the revision.
   */
  async notify(method: Method, params?: unknown): Promise<void> {
    await this.session.notify(method, this.#translator.toRevision(method, 'params', params));
  }
}
