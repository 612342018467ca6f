/** Protection against DNS rebinding and cross-origin requests (specification: Transports, Security Warning). */

/** Options for allowed hosts and origins. */
export interface OriginOptions {
  /**
   * The host names of this server in the URLs of clients: `api.example.com`, or with the port, `api.example.com:8443`. Default:
   * `localhost`, `127.0.0.1`, and `[::1]`. `any` disables the check, for a server behind a proxy that checks the host.
   */
  readonly allowedHosts?: readonly string[] | 'any' | undefined;
  /**
   * The origins of web pages that may call this server, in addition to those of its own hosts: `https://app.example.com`. A host in
   * `allowedHosts` without a port allows pages of all its ports. So by default, pages of any server on this machine may call this one:
   * `http://localhost:5173`. To restrict that, name the port: `allowedHosts: ['localhost:3000']`. Default: none.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Checks the host and origin of requests. */
export class OriginGuard {
  readonly #hosts: ReadonlySet<string> | undefined;
  readonly #origins: ReadonlySet<string>;
  /** The last matching host, since most requests have the same one. */
  #lastKnown: string | undefined;

  constructor({ allowedHosts = LOOPBACK, allowedOrigins = [] }: OriginOptions) {
    this.#hosts = allowedHosts === 'any' ? undefined : new Set(allowedHosts.map(normalize));
    this.#origins = new Set(allowedOrigins.map(normalize));
  }

  /** Returns why a request is refused; undefined if its host and origin are allowed. */
  findProblem(host: string | undefined, origin: string | undefined): string | undefined {
    if (!this.#knowsHost(host)) {
      const added = 'If it is a host of this server, add it to allowedHosts';
      const passedOn = 'If a proxy has replaced the host, let it send X-Forwarded-Host, and set trustProxy';
      return `the host ${quote(host)} is not allowed. ${added}. ${passedOn}`;
    }
    if (origin !== undefined && !this.allowsOrigin(origin)) {
      return `the origin ${quote(origin)} is not allowed. To allow its pages to call this server, add it to allowedOrigins`;
    }
    return undefined;
  }

  /**
   * Returns why a request to the protocol is refused. Browsers send no `Origin` header for images and other parts of a page, which cannot
   * read the answer, but could open sessions and streams.
   *
   * @param site the header `Sec-Fetch-Site`
   */
  findEmbedding(origin: string | undefined, site: string | undefined): string | undefined {
    if (origin !== undefined || site === undefined || site === 'same-origin' || site === 'none') return undefined;
    return 'pages of other origins must not embed this server. To allow them to call it, add their origin to allowedOrigins';
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
    if (host === this.#lastKnown) return true;
    const normalized = normalize(host);
    const isKnown = this.#hosts.has(normalized) || this.#hosts.has(normalized.replace(/:\d+$/, ''));
    if (isKnown) this.#lastKnown = host;
    return isKnown;
  }
}

/** Host names are case-insensitive, and may end in a dot. */
function normalize(name: string): string {
  return name.toLowerCase().replace(/\.(?=(:\d+)?$)/, '');
}

function quote(name: string | undefined): string {
  return name === undefined ? '(none)' : JSON.stringify(name.slice(0, 100));
}
