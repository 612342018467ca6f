import { definitionOf } from '@mcp-gen/runtime';
import type { Method, MessagePart } from '../conversions/index.js';
import { withoutNewest } from '../conversions/results.js';
import { isStateless } from '../era.js';
import { without } from '../properties.js';
import { factsOf, hasMessage } from '../registry.js';
import { askedMessage, bridgeError } from './bridgeErrors.js';
import type { Translator } from '../translator.js';
import { withoutClientMetadata } from './meta.js';

/** One side of a bridge: its revision, and the converter for it. */
export interface End {
  readonly revision: string;
  readonly translator: Translator;
  /** Returns whether a value is a valid result for a client. Default: it is not known. */
  readonly takesResult?: ((method: string, value: unknown) => boolean) | undefined;
}

/** Converts messages between the revisions of a client and a server. */
export class RevisionConverter {
  readonly #client: Translator;
  readonly #server: Translator;
  readonly #takesResult: End['takesResult'];
  readonly #isSame: boolean;
  readonly #clientRevision: string;
  readonly #isFromSession: boolean;
  readonly #isToSession: boolean;

  constructor(client: End, server: End) {
    this.#client = client.translator;
    this.#server = server.translator;
    this.#isSame = client.revision === server.revision;
    // Releases have the unified types, or conversions to them. Nobody has written those of other revisions.
    const isDefined = [client, server].some(({ revision }) => definitionOf(revision) !== undefined);
    this.#takesResult = isDefined && !this.#isSame ? client.takesResult : undefined;
    this.#clientRevision = client.revision;
    this.#isFromSession = !isStateless(client.revision);
    this.#isToSession = !isStateless(server.revision);
  }

  /**
   * Converts the result of a forwarded request for the client. For a client with a session it is unchanged, except for parts that only the
   * newest revision has. Other parts that the client's revision does not allow are converted when its validator rejects the result.
   *
   * @param params those of the request
   * @throws {NotExpressibleError} if it cannot be expressed in the revision of the client.
   */
  resultToClient(method: Method, result: unknown, params: unknown): unknown {
    if (!this.#isFromSession) return this.toClient(method, 'result', result, params);
    if (this.#isToSession) return result;
    return factsOf(method) === undefined ? withoutComplete(result as object) : withoutNewest(result as object);
  }

  #unsuitable(method: string, result: unknown): Error {
    const { inputRequests = {} } = result as {
      readonly inputRequests?: { readonly [key: string]: { method: string } };
    };
    const asked = Object.values(inputRequests).find((question) => !hasMessage(question.method, this.#clientRevision));
    return bridgeError(
      asked === undefined
        ? `The server behind the bridge answered ${method} with a result that is invalid in revision ${this.#clientRevision} of the client`
        : askedMessage(asked.method, this.#clientRevision),
    );
  }

  /** @throws {NotExpressibleError} if it cannot be expressed in the revision of the server. */
  toServer(method: Method, part: MessagePart, value: unknown): unknown {
    if (this.#isSame) return value;
    const given = this.#client.toAuthor(method, part, value);
    // Removed before the conversion, which would report the log level of a request: the bridge sets that of the session.
    const told = this.#isToSession && part === 'params' ? withoutClientMetadata(given) : given;
    return this.#server.toRevision(method, part, told);
  }

  /**
   * @param params those of the request, if the value is its result
   * @throws {NotExpressibleError} if it cannot be expressed in the revision of the client.
   */
  toClient(method: Method, part: MessagePart, value: unknown, params?: unknown): unknown {
    return this.#isSame ? value : this.rejectedToClient(method, part, value, params);
  }

  /**
   * Converts a value that the client must not get as it is, also if both revisions are equal: servers of some revisions send what other
   * programs of these revisions do not take.
   *
   * @param params those of the request, if the value is its result
   * @throws {NotExpressibleError} if it cannot be expressed in the revision of the client.
   */
  rejectedToClient(method: Method, part: MessagePart, value: unknown, params?: unknown): unknown {
    const inUnified = this.#server.toAuthor(method, part, value, params);
    const converted = this.#client.toRevision(method, part, inUnified, params);
    if (part === 'params') return converted;
    const result = this.#isFromSession ? withoutNewest(converted as object) : converted;
    if (this.#takesResult?.(method, result) === false) throw this.#unsuitable(method, result);
    return result;
  }
}

/** Removes the type that every result of a revision without sessions has. Other properties of an extension's result are its own. */
function withoutComplete(result: object): object {
  return (result as { readonly resultType?: unknown }).resultType === 'complete'
    ? without(result, 'resultType')
    : result;
}
