import { allowInsecureRequests, customFetch } from 'oauth4webapi';
import { isLoopback, normalized } from '../net/addresses.js';
import { checkedUrl, guardedFetch, type UrlAdvice, type UrlPolicy } from '../net/guardedFetch.js';
import type { OAuthClientOptions, OAuthConnection } from './oauthOptions.js';

/** Hosts that can be pasted into a command line as they are. The other side chooses the host. */
const PLAIN_HOST = /^[\w.:[\]-]+$/;

/** The options of a client that allow a refused URL, and the flags of `mcp-gen bridge` and `mcp-gen bind` that set them. */
const ADVICE: UrlAdvice = {
  http: 'Set the option "allowHttp" (flag --auth-allow-http) to allow http on this machine',
  privateHost: (host) =>
    `If you trust it, add the host to the option "privateHosts" (flag --auth-private-host ${PLAIN_HOST.test(host) ? host : '<host>'})`,
};

/** Sends all requests of the library: to authorization servers, and for metadata. */
export class Requests {
  /** The server that tokens are for. */
  readonly server: URL;
  /** Whether its metadata must name exactly this server. */
  readonly exactResource: boolean;
  /** Sends the requests. */
  readonly fetch: typeof fetch;
  readonly #policy: UrlPolicy;

  /** @param named URLs from the options, whose hosts may be private */
  constructor(connection: OAuthConnection, options: OAuthClientOptions, named: readonly string[] = []) {
    const { allowHttp = false, privateHosts = [], issuer, exactResource = false } = options;
    this.server = connection.server;
    this.exactResource = exactResource;
    const urls = [connection.server.href, ...(issuer === undefined ? [] : [issuer]), ...named];
    const hosts = new Set(
      [...urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).hostname), ...privateHosts].map(normalized),
    );
    const isHere = isLoopback(connection.server.hostname);
    const allowPrivate = (host: string): boolean => hosts.has(normalized(host)) || (isHere && isLoopback(host));
    this.#policy = { allowHttp, allowPrivate, advice: ADVICE };
    this.fetch = guardedFetch({
      ...this.#policy,
      // The guarded fetch replaces the global one, so that it can check addresses.
      fetch: connection.fetch === fetch ? undefined : connection.fetch,
    });
  }

  /**
   * Parses and checks a URL of another party.
   *
   * @throws {ForbiddenUrlError} if it must not be requested.
   */
  check(url: string): URL {
    return checkedUrl(url, this.#policy);
  }

  /**
   * Returns request options for the library. The library rejects every http URL, also of this machine, so its check is turned off: the
   * guarded fetch does it.
   *
   * @param change changes responses before the library parses them
   */
  options(signal: AbortSignal, change: (response: Response) => Promise<Response>) {
    const send = async (url: string, init: RequestInit): Promise<Response> => change(await this.fetch(url, init));
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning
    return { [customFetch]: send as typeof fetch, [allowInsecureRequests]: true, signal };
  }
}
