/** Keeps web pages of others away from a server that they can reach by name (specification: Transports, Security Warning). */

/** Whose requests are taken. */
export interface OriginOptions {
  /**
   * The hosts that this server is reached by, as clients name them: `api.example.com`, or with the port,
   * `api.example.com:8443`. Default: this machine's own names, `localhost`, `127.0.0.1` and `[::1]`. `any` for a server that
   * something in front of it protects.
   */
  readonly allowedHosts?: readonly string[] | 'any' | undefined;
  /**
   * The origins of web pages that may call this server: `https://app.example.com`. Default: those of its own hosts.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Tells which requests are to be refused, and why. */
export class OriginGuard {
  readonly #hosts: ReadonlySet<string> | undefined;
  readonly #origins: ReadonlySet<string>;

  constructor({ allowedHosts = LOOPBACK, allowedOrigins = [] }: OriginOptions) {
    this.#hosts = allowedHosts === 'any' ? undefined : new Set(allowedHosts.map(normalize));
    this.#origins = new Set(allowedOrigins.map(normalize));
  }

  /** What is wrong with where a request comes from, or nothing. */
  findProblem(host: string | undefined, origin: string | undefined): string | undefined {
    if (!this.#knowsHost(host)) {
      return `the host ${quote(host)} is not one of this server's; name it in allowedHosts if it is`;
    }
    if (origin !== undefined && !this.allowsOrigin(origin)) {
      return `pages of ${quote(origin)} must not call this server; name the origin in allowedOrigins if they may`;
    }
    return undefined;
  }

  allowsOrigin(origin: string): boolean {
    const normalized = normalize(origin);
    if (this.#origins.has(normalized)) return true;
    const [, host] = /^https?:\/\/([^/?#@]+)$/.exec(normalized) ?? [];
    return host !== undefined && this.#hosts !== undefined && this.#knowsHost(host);
  }

  #knowsHost(host: string | undefined): boolean {
    if (this.#hosts === undefined) return true;
    if (host === undefined) return false;
    const normalized = normalize(host);
    return this.#hosts.has(normalized) || this.#hosts.has(normalized.replace(/:\d+$/, ''));
  }
}

/** Names are the same in any case, and with the dot of the root behind them. */
function normalize(name: string): string {
  return name.toLowerCase().replace(/\.(?=(:\d+)?$)/, '');
}

function quote(name: string | undefined): string {
  return name === undefined ? '(none)' : JSON.stringify(name.slice(0, 100));
}
