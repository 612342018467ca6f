import type { AuthInfo, HttpInfo } from '../../codegen/v1.js';
import { Holding, LimitError, textBytes, type Account, type Ledger } from '../../ledger/index.js';
import type { MessageInfo } from '../../transports/transport.js';
import type {
  EventSink,
  HttpAnswer,
  HttpBody,
  HttpExchange,
  HttpHeaders,
  HttpResponseHead,
} from '../shared/httpExchange.js';
import { overloaded, refuseWith, type Refusal } from './refusals.js';
import { MeteredSink } from './meteredSink.js';
import { HttpRefusalError } from './httpRefusalError.js';

/** Characters of a response that need not be counted, since sockets accept them at once. */
const SMALL = 65_536;

/** Settings shared by all requests of an endpoint. */
export interface ExchangeSettings {
  readonly ledger: Ledger;
  /** The number of trusted proxies. */
  readonly proxies: number;
  /** Maximum number of messages in a batch. */
  readonly batchLimit: number;
  /** Maximum number of values in a body. */
  readonly valueLimit: number;
}

type StatusAndHeaders = Pick<Refusal, 'status' | 'headers'>;

/** Maximum seconds of the header `Retry-After`: one day. */
const MAX_RETRY_AFTER = 86_400;

/** Returns the status and the headers for a request that failed with an error; undefined if the error does not determine them. */
function refusalIn(error: unknown): StatusAndHeaders | undefined {
  if (error instanceof HttpRefusalError) return error;
  if (!(error instanceof LimitError) || error.retryAfter === undefined) return undefined;
  // A limiter of an application can return any number.
  const seconds = Math.ceil(error.retryAfter / 1_000);
  return { status: 429, headers: { 'retry-after': String(seconds > 1 ? Math.min(seconds, MAX_RETRY_AFTER) : 1) } };
}

/** A request while an endpoint handles it: the adapter's exchange, with caller, headers of all responses, and outcome. */
export class ServedExchange implements HttpAnswer, MessageInfo {
  readonly method: string;
  /** The path without its query. */
  readonly path: string;
  readonly query: string;
  readonly http: RequestFacts;
  auth: AuthInfo | undefined;
  /** What middleware has added for handlers. */
  locals: Map<string, unknown> | undefined;
  /** Called when the response begins. */
  onHead: ((head: HttpResponseHead) => void) | undefined;
  /** The account of the caller. Until it is known, the request counts only in total. */
  account: Account;
  readonly settings: ExchangeSettings;
  /** Whether callers take turns: on some platforms without sockets, a request cannot continue during another one. */
  readonly takesTurns: boolean;
  /** The number of characters of the body, once it is read. */
  size = 0;
  /** Additional headers of the response. */
  answerHeaders: HttpHeaders | undefined;
  /** Whether it is a batch: a refusal of one request then does not determine the status. */
  isBatch = false;
  #refusal: StatusAndHeaders | undefined;
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

  /** Keeps a body that was read for a relay, so that this process can read it again. */
  keepBody(text: string): void {
    this.#text = text;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  /** Returns a header by its lower-case name, unchanged. */
  header(name: string): string | undefined {
    return this.#exchange.header(name);
  }

  /** Returns the names of all headers; undefined if the adapter does not provide them. */
  headerNames(): readonly string[] | undefined {
    return this.#exchange.headerNames?.();
  }

  /** Called when the handler of the request fails: a refusal determines the status and adds headers. */
  failed(error: unknown): void {
    if (!this.isBatch) this.#refusal = refusalIn(error);
  }

  respond(given: number, headers: HttpHeaders, body?: string | Uint8Array): void {
    const refusal = this.#refusal;
    const status = refusal?.status ?? given;
    const isPlain = refusal === undefined && this.answerHeaders === undefined;
    const all = isPlain ? headers : { ...headers, ...refusal?.headers, ...this.answerHeaders };
    if (body === undefined || body.length < SMALL) void this.#exchange.respond(status, all, body);
    else this.#respondLarge(status, all, body);
    this.onHead?.({ status, headers: all });
  }

  /** Counts the body until the client has read it. */
  #respondLarge(status: number, headers: HttpHeaders, body: string | Uint8Array): void {
    const held = new Holding(this.account, 'output');
    const bytes = typeof body === 'string' ? textBytes(body) : body.length;
    if (this.account.isFirst('output', bytes)) held.charge(bytes);
    else if (!held.set(bytes)) return refuseWith(this, overloaded('output'));
    const sent = this.#exchange.respond(status, headers, body);
    if (sent === undefined) held.close();
    else void sent.then(() => held.close());
  }

  stream(headers: HttpHeaders): EventSink {
    const { answerHeaders } = this;
    const all = answerHeaders === undefined ? headers : { ...headers, ...answerHeaders };
    const sink = this.#exchange.stream(all);
    this.onHead?.({ status: 200, headers: all });
    return new MeteredSink(sink, this.account);
  }
}

/** The facts about an HTTP request for handlers. Host, scheme, and address are those that the first trusted proxy received. */
class RequestFacts implements HttpInfo {
  readonly #exchange: HttpExchange;
  readonly #proxies: number;

  /** @param proxies the number of proxies in front of this server, each of which adds values to the headers */
  constructor(exchange: HttpExchange, proxies: number) {
    this.#exchange = exchange;
    this.#proxies = proxies;
  }

  get method(): string {
    return this.#exchange.method;
  }

  get url(): string {
    return `${this.#secure ? 'https' : 'http'}://${this.host ?? 'localhost'}${this.#exchange.path}`;
  }

  /** The host in the URL that the client requested: `mcp.example.com:8443`. */
  get host(): string | undefined {
    return this.#forwarded('x-forwarded-host') ?? this.#exchange.header('host');
  }

  get address(): string | undefined {
    return this.#forwarded('x-forwarded-for') ?? this.#exchange.address;
  }

  /** A getter that binds, so that the context can be destructured. */
  get header(): (name: string) => string | undefined {
    return (name) => {
      const lower = name.toLowerCase();
      return lower === 'host' ? this.host : this.#exchange.header(lower);
    };
  }

  get #secure(): boolean {
    const scheme = this.#forwarded('x-forwarded-proto');
    return scheme === undefined ? this.#exchange.secure === true : scheme === 'https';
  }

  /** Each proxy appends a value. Values further left were sent by the client, and are not trusted. */
  #forwarded(name: string): string | undefined {
    if (this.#proxies === 0) return undefined;
    const values = this.#exchange.header(name)?.split(',') ?? [];
    const value = values.at(-Math.min(this.#proxies, values.length))?.trim();
    return value === '' ? undefined : value;
  }
}
