import type { EventSink, HttpExchange, HttpHeaders } from './exchange.js';

/** A request that came through reverse proxies: its host, address and scheme are those that the first trusted proxy saw. */
export class ProxiedExchange implements HttpExchange {
  readonly #exchange: HttpExchange;
  readonly #proxies: number;

  /** @param proxies how many proxies stand before this server, each of which adds to the headers what it has seen */
  constructor(exchange: HttpExchange, proxies: number) {
    this.#exchange = exchange;
    this.#proxies = proxies;
  }

  get method(): string {
    return this.#exchange.method;
  }

  get path(): string {
    return this.#exchange.path;
  }

  get secure(): boolean {
    const scheme = this.#forwarded('x-forwarded-proto');
    return scheme === undefined ? this.#exchange.secure === true : scheme === 'https';
  }

  get address(): string | undefined {
    return this.#forwarded('x-forwarded-for') ?? this.#exchange.address;
  }

  header(name: string): string | undefined {
    return (name === 'host' ? this.#forwarded('x-forwarded-host') : undefined) ?? this.#exchange.header(name);
  }

  readBody(limit: number): Promise<string> {
    return this.#exchange.readBody(limit);
  }

  respond(status: number, headers: HttpHeaders, body?: string): void {
    this.#exchange.respond(status, headers, body);
  }

  stream(headers: HttpHeaders): EventSink {
    return this.#exchange.stream(headers);
  }

  /** Each proxy adds to the right, and what stands further left than they have added is the client's own claim. */
  #forwarded(name: string): string | undefined {
    const values = this.#exchange.header(name)?.split(',') ?? [];
    const value = values.at(-Math.min(this.#proxies, values.length))?.trim();
    return value === '' ? undefined : value;
  }
}
