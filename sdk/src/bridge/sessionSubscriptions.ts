import * as Method from '@mcp-gen/protocol/registry/methods';
import { ErrorCode, JsonRpcError, type ErrorListener, type Session } from '@mcp-gen/runtime';

/** Maximum number of resources that one session follows, and maximum characters of their URIs. */
const MAX_RESOURCES = 10_000;
const MAX_CHARACTERS = 4_194_304;

/** The resources that one session with a server is subscribed to. */
export class SessionSubscriptions {
  readonly #session: Pick<Session, 'request'>;
  readonly #uris = new Set<string>();
  #characters = 0;

  constructor(session: Pick<Session, 'request'>) {
    this.#session = session;
  }

  /** @throws {JsonRpcError} if there are too many, or their URIs are too long (-32602). */
  async add(uri: string): Promise<void> {
    const isNew = !this.#uris.has(uri);
    if (isNew && (this.#uris.size >= MAX_RESOURCES || this.#characters + uri.length > MAX_CHARACTERS)) {
      throw new JsonRpcError(
        ErrorCode.InvalidParams,
        `Invalid params: a connection follows at most ${MAX_RESOURCES} resources, whose URIs have at most ${MAX_CHARACTERS} characters`,
      );
    }
    this.#keep(uri);
    try {
      await this.#session.request(Method.resourcesSubscribe, { uri });
    } catch (error) {
      if (isNew) this.#drop(uri);
      throw error;
    }
  }

  async remove(uri: string): Promise<void> {
    this.#drop(uri);
    await this.#session.request(Method.resourcesUnsubscribe, { uri });
  }

  /** Subscribes again in a new session. */
  async restore(report: ErrorListener): Promise<void> {
    await Promise.all(
      Array.from(this.#uris, (uri) =>
        this.#session.request(Method.resourcesSubscribe, { uri }).catch((error: unknown) => {
          this.#drop(uri);
          report(error);
        }),
      ),
    );
  }

  #keep(uri: string): void {
    if (!this.#uris.has(uri)) this.#characters += uri.length;
    this.#uris.add(uri);
  }

  #drop(uri: string): void {
    if (this.#uris.delete(uri)) this.#characters -= uri.length;
  }
}
