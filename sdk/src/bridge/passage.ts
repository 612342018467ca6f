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
  /** Whether results say what the client's revision does not have. */
  readonly #isNewer: boolean;

  constructor(client: End, server: End) {
    this.#client = client.translator;
    this.#server = server.translator;
    this.#isSame = client.revision === server.revision;
    this.#isNewer = isStateless(server.revision) && !isStateless(client.revision);
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
    return this.#isNewer && part === 'result' ? withoutNewest(converted as object) : converted;
  }
}
