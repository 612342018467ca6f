import type { HttpInfo } from '../../codegen/v1.js';
import type { HttpExchange } from '../shared/httpExchange.js';

/** The facts about an HTTP request for handlers. Host, scheme, and address are those that the first trusted proxy received. */
export class RequestFacts implements HttpInfo {
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
