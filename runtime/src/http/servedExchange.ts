import type { AuthInfo } from '../codegen/v1.js';
import { Holding, type Account, type Ledger } from '../ledger/index.js';
import type { MessageInfo } from '../transports/transport.js';
import { overloaded, refuseWith } from './answers.js';
import type { EventSink, HttpAnswer, HttpBody, HttpExchange, HttpHeaders } from './exchange.js';
import { MeteredSink } from './meteredSink.js';
import { HttpRefusalError } from './refusalError.js';
import { RequestFacts } from './requestFacts.js';

/** Characters of an answer that needs not be counted: sockets take it at once. */
const SMALL = 65_536;

/** What all requests of an endpoint have in common. */
export interface ExchangeSettings {
  readonly ledger: Ledger;
  /** The number of trusted proxies. */
  readonly proxies: number;
  /** The messages that a batch may have. */
  readonly batchLimit: number;
  /** The values that a body may have. */
  readonly valueLimit: number;
}

/** A request while an endpoint handles it: the adapter's exchange, with caller, headers of all answers, and outcome. */
export class ServedExchange implements HttpAnswer, MessageInfo {
  readonly method: string;
  /** The path without its query. */
  readonly path: string;
  readonly query: string;
  readonly http: RequestFacts;
  auth: AuthInfo | undefined;
  /** The account of the caller. Until it is known, the request counts in total alone. */
  account: Account;
  readonly settings: ExchangeSettings;
  /** Whether callers take turns: some platforms without sockets let no request go on in the turn of another one. */
  readonly takesTurns: boolean;
  /** The characters of the body, once it is read. */
  size = 0;
  /** Headers that are added to the answer. */
  answerHeaders: HttpHeaders | undefined;
  /** Whether it is a batch: a refusal of one request does not choose the status of all. */
  isBatch = false;
  #refusal: HttpRefusalError | undefined;
  #text: string | undefined;
  readonly #exchange: HttpExchange;

  constructor(exchange: HttpExchange, settings: ExchangeSettings) {
    const { path } = exchange;
    const end = path.indexOf('?');
    this.#exchange = exchange;
    this.settings = settings;
    this.takesTurns = exchange.address !== undefined;
    this.account = settings.ledger.anyone;
    this.method = exchange.method;
    this.path = end === -1 ? path : path.slice(0, end);
    this.query = end === -1 ? '' : path.slice(end);
    this.http = new RequestFacts(exchange, settings.proxies);
  }

  get body(): HttpBody {
    const text = this.#text;
    return text === undefined ? this.#exchange.body : { readText: () => Promise.resolve(text) };
  }

  /** Keeps the body, which has been read to be relayed, for this process to read it again. */
  keepBody(text: string): void {
    this.#text = text;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  /** Returns a header by its name in lower case, as it was sent. */
  header(name: string): string | undefined {
    return this.#exchange.header(name);
  }

  /** Returns the names of all headers; undefined if the adapter cannot tell. */
  headerNames(): readonly string[] | undefined {
    return this.#exchange.headerNames?.();
  }

  /** Called when the handler of the request fails: a refusal chooses the status and adds headers. */
  failed(error: unknown): void {
    if (error instanceof HttpRefusalError && !this.isBatch) this.#refusal = error;
  }

  respond(status: number, headers: HttpHeaders, body?: string): void {
    const refusal = this.#refusal;
    const isPlain = refusal === undefined && this.answerHeaders === undefined;
    const all = isPlain ? headers : { ...headers, ...refusal?.headers, ...this.answerHeaders };
    if (body === undefined || body.length < SMALL)
      return void this.#exchange.respond(refusal?.status ?? status, all, body);
    this.#respondLarge(refusal?.status ?? status, all, body);
  }

  /** Counts the body until the client has read it. */
  #respondLarge(status: number, headers: HttpHeaders, body: string): void {
    const held = new Holding(this.account, 'output');
    // A single answer always fits: it is in memory already.
    if (this.account.held('output') === 0) held.charge(body.length);
    else if (!held.set(body.length)) return refuseWith(this, overloaded('output'));
    const sent = this.#exchange.respond(status, headers, body);
    if (sent === undefined) held.close();
    else void sent.then(() => held.close());
  }

  stream(headers: HttpHeaders): EventSink {
    const { answerHeaders } = this;
    const sink = this.#exchange.stream(answerHeaders === undefined ? headers : { ...headers, ...answerHeaders });
    return new MeteredSink(sink, this.account);
  }
}
