import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Method, Part } from '../conversions/index.js';
import { withoutNewest } from '../conversions/withoutNewest.js';
import { isStateless } from '../era.js';
import type { Translator } from '../translator.js';

/** One end of a bridge: its revision, and what converts from and to it. */
export interface End {
  readonly revision: string;
  readonly translator: Translator;
}

/** Converts messages between the revisions of a client and a server. */
export class Passage {
  readonly #client: Translator;
  readonly #server: Translator;
  readonly #isSame: boolean;
  readonly #isFromSession: boolean;
  readonly #isToSession: boolean;

  constructor(client: End, server: End) {
    this.#client = client.translator;
    this.#server = server.translator;
    this.#isSame = client.revision === server.revision;
    this.#isFromSession = !isStateless(client.revision);
    this.#isToSession = !isStateless(server.revision);
  }

  /**
   * Returns the params of a request of the client, as the server gets them. Of those that are forwarded, only `_meta` differs, and a session
   * adds what it needs of that.
   *
   * @throws {NotExpressibleError} if they cannot be expressed in the revision of the server.
   */
  requestToServer(method: Method, params: unknown): unknown {
    const isPlain = this.#isFromSession && !(isObject(params) && '_meta' in params);
    return isPlain ? params : this.toServer(method, 'params', params);
  }

  /**
   * Returns the result of such a request, as the client gets it. For a client with a session it stays as it is, but for what only the newest
   * revision says: what the client's revision does not allow is converted when its guard refuses it.
   *
   * @throws {NotExpressibleError} if it cannot be expressed in the revision of the client.
   */
  resultToClient(method: Method, result: unknown): unknown {
    if (!this.#isFromSession) return this.toClient(method, 'result', result);
    return this.#isToSession ? result : withoutNewest(result as object);
  }

  /** @throws {NotExpressibleError} if it cannot be expressed in the revision of the server. */
  toServer(method: Method, part: Part, value: unknown): unknown {
    if (this.#isSame) return value;
    return this.#server.toRevision(method, part, this.#client.toAuthor(method, part, value));
  }

  /** @throws {NotExpressibleError} if it cannot be expressed in the revision of the client. */
  toClient(method: Method, part: Part, value: unknown): unknown {
    if (this.#isSame) return value;
    const converted = this.#client.toRevision(method, part, this.#server.toAuthor(method, part, value));
    return this.#isFromSession && part === 'result' ? withoutNewest(converted as object) : converted;
  }
}
