import { allowInsecureRequests, customFetch } from 'oauth4webapi';
import { isLoopback, normalized } from '../net/addresses.js';
import { checkedUrl, guardedFetch } from '../net/guardedFetch.js';
import type { OAuthClientOptions, OAuthConnection } from './options.js';

/** Sends requests to authorization servers, and for metadata. Nothing of the library is sent in another way. */
export class Requests {
  /** The server that tokens are for. */
  readonly server: URL;
  /** What requests are sent with. */
  readonly fetch: typeof fetch;
  readonly #allowHttp: boolean;
  readonly #allowPrivate: (host: string) => boolean;

  /** @param named URLs that the user has named, whose hosts may be private */
  constructor(connection: OAuthConnection, options: OAuthClientOptions, named: readonly string[] = []) {
    const { allowHttp = false, privateHosts = [], issuer } = options;
    this.server = connection.server;
    const urls = [connection.server.href, ...(issuer === undefined ? [] : [issuer]), ...named];
    const hosts = new Set(
      [...urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).hostname), ...privateHosts].map(normalized),
    );
    const isHere = isLoopback(connection.server.hostname);
    this.#allowHttp = allowHttp;
    this.#allowPrivate = (host) => hosts.has(normalized(host)) || (isHere && isLoopback(host));
    this.fetch = guardedFetch({
      allowHttp,
      allowPrivate: this.#allowPrivate,
      // The global function is what the guard replaces, so that it can check addresses.
      fetch: connection.fetch === fetch ? undefined : connection.fetch,
    });
  }

  /** Returns a URL that others have named. @throws {ForbiddenUrlError} if it must not be used. */
  check(url: string): URL {
    return checkedUrl(url, { allowHttp: this.#allowHttp, allowPrivate: this.#allowPrivate });
  }

  /**
   * Options of requests of the library. It would refuse http itself, and cannot tell this machine from others, so that is left to the guard.
   *
   * @param change changes responses before the library reads them
   */
  options(signal: AbortSignal, change: (response: Response) => Response | Promise<Response> = (response) => response) {
    const send = async (url: string, init: RequestInit): Promise<Response> => change(await this.fetch(url, init));
    // oxlint-disable-next-line typescript/no-deprecated -- marked so as a warning alone
    return { [customFetch]: send as typeof fetch, [allowInsecureRequests]: true, signal };
  }
}
