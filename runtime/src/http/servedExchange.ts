import type { AuthInfo } from '../codegen/v1.js';
import type { MessageInfo } from '../transports/transport.js';
import type { EventSink, HttpAnswer, HttpBody, HttpExchange, HttpHeaders } from './exchange.js';
import { HttpRefusalError } from './refusalError.js';
import { RequestFacts } from './requestFacts.js';

/** A request while an endpoint serves it: what the adapter has of it, and what has been found out about it. */
export class ServedExchange implements HttpAnswer, MessageInfo {
  readonly method: string;
  /** The path without its query. */
  readonly path: string;
  readonly query: string;
  readonly http: RequestFacts;
  auth: AuthInfo | undefined;
  /** Headers that every answer carries. */
  answerHeaders: HttpHeaders | undefined;
  /** Whether several messages came together: a status would be that of all. */
  isBatch = false;
  #refusal: HttpRefusalError | undefined;
  readonly #exchange: HttpExchange;

  /** @param proxies how many proxies are trusted */
  constructor(exchange: HttpExchange, proxies: number) {
    const { path } = exchange;
    const end = path.indexOf('?');
    this.#exchange = exchange;
    this.method = exchange.method;
    this.path = end === -1 ? path : path.slice(0, end);
    this.query = end === -1 ? '' : path.slice(end);
    this.http = new RequestFacts(exchange, proxies);
  }

  get body(): HttpBody {
    return this.#exchange.body;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  /** Returns a header by its name in lower case, as it was sent. */
  header(name: string): string | undefined {
    return this.#exchange.header(name);
  }

  /** The request fails with an error that may have a status of its own. */
  failed(error: unknown): void {
    if (error instanceof HttpRefusalError && !this.isBatch) this.#refusal = error;
  }

  respond(status: number, headers: HttpHeaders, body?: string): void {
    const refusal = this.#refusal;
    const isPlain = refusal === undefined && this.answerHeaders === undefined;
    const all = isPlain ? headers : { ...headers, ...refusal?.headers, ...this.answerHeaders };
    this.#exchange.respond(refusal?.status ?? status, all, body);
  }

  stream(headers: HttpHeaders): EventSink {
    const { answerHeaders } = this;
    return this.#exchange.stream(answerHeaders === undefined ? headers : { ...headers, ...answerHeaders });
  }
}
