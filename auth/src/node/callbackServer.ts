import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from '@mcp-gen/runtime';
import { AuthorizationError } from '../errors.js';
import { hasCode } from './tokenStoreError.js';

/** Maximum bytes of the request line and the headers. Codes of some authorization servers have thousands of characters. */
const HEADER_LIMIT = 32 * 1024;

/** Timeout of receiving a request, in milliseconds. */
const REQUEST_LIMIT = 10_000;

/** Maximum concurrent connections. Browsers open connections that they do not use. */
const CONNECTION_LIMIT = 32;

/** Milliseconds that a response may take after the server was closed. */
const CLOSING_LIMIT = 1_000;

/** Returns why a redirected URL does not belong to this login, as a predicate for a message; undefined if it does. */
export type CheckCallback = (url: URL) => string | undefined;

/** Listens on a loopback address for one redirect. Rejects all other requests without ending the login. */
export class CallbackServer {
  /** The redirect URI, with the actual port. */
  readonly redirectUri: string;
  readonly #servers: readonly Server[];
  #check: CheckCallback | undefined;
  #received: ((url: URL) => void) | undefined;

  private constructor(redirectUri: URL, servers: readonly Server[]) {
    this.redirectUri = redirectUri.href;
    this.#servers = servers;
    for (const server of servers) server.on('request', (request, response) => this.#answer(request, response));
  }

  /**
   * Listens at a redirect URI. Without a port, or with port 0, uses a free one.
   *
   * @throws {AuthorizationError} if the port is in use.
   */
  static async open(redirectUri: URL): Promise<CallbackServer> {
    const url = new URL(redirectUri);
    const servers: Server[] = [];
    try {
      // A browser may resolve "localhost" to either address, and another user could listen at the remaining one.
      for (const address of url.hostname === 'localhost' ? ['127.0.0.1', '::1'] : [bare(url.hostname)]) {
        const server = await listen(address, Number(url.port)).catch((error: unknown) => {
          if (servers.length > 0 && hasCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')) return undefined;
          throw error;
        });
        if (server === undefined) continue;
        servers.push(server);
        url.port = String((server.address() as AddressInfo).port);
      }
    } catch (cause) {
      await Promise.all(servers.map(close));
      if (!hasCode(cause, 'EADDRINUSE', 'EACCES')) throw cause;
      throw new AuthorizationError(
        `Cannot listen at ${redirectUri.host} for the login redirect: the port is in use or reserved. Free it, or set the option "redirectUri" (flag --auth-redirect-uri)`,
        { cause },
      );
    }
    return new CallbackServer(url, servers);
  }

  /** Resolves with the first redirected URL that the check accepts. Called once. */
  receive(check: CheckCallback): Promise<URL> {
    this.#check = check;
    return new Promise((resolve) => (this.#received = resolve));
  }

  /** Stops listening. A page that is being sent has one second to complete. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map(close));
  }

  #answer({ method, url = '', headers }: IncomingMessage, response: ServerResponse): void {
    const expected = new URL(this.redirectUri);
    // Prevents DNS rebinding: a page whose host name resolves to this address must not reach this server.
    if (headers.host !== expected.host) return send(response, 421, PAGES.unexpected);
    const target = `${expected.origin}${url}`;
    const called = url.startsWith('/') && URL.canParse(target) ? new URL(target) : undefined;
    if (called?.pathname !== expected.pathname) return send(response, 404, PAGES.unexpected);
    if (method !== 'GET') return send(response, 405, PAGES.unexpected);
    if (this.#check === undefined || this.#received === undefined) return send(response, 410, PAGES.over);
    if (this.#check(called) !== undefined) return send(response, 400, PAGES.unexpected);
    const received = this.#received;
    this.#received = undefined;
    response.once('close', () => received(called));
    send(response, 200, called.searchParams.has('error') ? PAGES.refused : PAGES.done);
  }
}

/** The page contains nothing of the request, and no scripts. */
function send(response: ServerResponse, status: number, page: CallbackPage): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
    ...(status === 405 && { allow: 'GET' }),
  });
  response.end(page);
}

function listen(address: string, port: number): Promise<Server> {
  const server = createServer({
    maxHeaderSize: HEADER_LIMIT,
    headersTimeout: REQUEST_LIMIT,
    requestTimeout: REQUEST_LIMIT,
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = CONNECTION_LIMIT;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: address, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const stop = after(CLOSING_LIMIT, () => server.closeAllConnections());
    server.close(() => {
      stop();
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Returns an IPv6 address without the brackets that URLs have. */
function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** An HTML page without scripts. */
type CallbackPage = string;

/** The pages, by result of the request. */
const PAGES = {
  done: page('Login received', 'You can close this page and return to the program.'),
  refused: page(
    'Login not completed',
    'The authorization server reported an error. Return to the program for details.',
  ),
  over: page('No login in progress', 'You can close this page.'),
  unexpected: page(
    'Unexpected request',
    'This address only receives the end of a login that this computer has started.',
  ),
} as const satisfies { readonly [name: string]: CallbackPage };

function page(title: string, text: string): CallbackPage {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;
}
