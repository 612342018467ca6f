/** Protection against DNS rebinding and cross-origin requests (specification: Transports, Security Warning). */

/** Options that say which hosts and origins are allowed. */
export interface OriginOptions {
  /**
   * The host names of this server in the URLs of clients: `api.example.com`, or with the port, `api.example.com:8443`. Default:
   * `localhost`, `127.0.0.1`, and `[::1]`. `any` disables the check, for a server behind a proxy that checks the host.
   */
  readonly allowedHosts?: readonly string[] | 'any' | undefined;
  /**
   * The origins of web pages that may call this server: `https://app.example.com`. Default: those of its own hosts.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Checks the host and origin of requests. */
export class OriginGuard {
  readonly #hosts: ReadonlySet<string> | undefined;
  readonly #origins: ReadonlySet<string>;

  constructor({ allowedHosts = LOOPBACK, allowedOrigins = [] }: OriginOptions) {
    this.#hosts = allowedHosts === 'any' ? undefined : new Set(allowedHosts.map(normalize));
    this.#origins = new Set(allowedOrigins.map(normalize));
  }

  /** Returns why a request is refused; undefined if its host and origin are allowed. */
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

/** Host names are case-insensitive, and may end in a dot. */
function normalize(name: string): string {
  return name.toLowerCase().replace(/\.(?=(:\d+)?$)/, '');
}

function quote(name: string | undefined): string {
  return name === undefined ? '(none)' : JSON.stringify(name.slice(0, 100));
}
