import type * as http from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Shares, type SharedLimit } from '../../ledger/index.js';
import {
  checkOptions,
  count,
  FUNCTION,
  matching,
  partGroup,
  repeating,
  STRING,
  withDefaults,
  type OptionTable,
} from '../../options/kinds.js';
import { builtin } from '../../platform.js';
import { every, settlesWithin } from '../../timers.js';
import { attempt, safeListener } from '../../report.js';
import { callerName } from './caller.js';
import { HttpHandler } from './httpHandler.js';
import {
  HTTP_SERVER_LIMITS,
  HTTP_SERVER_OPTIONS,
  type HttpServerLimits,
  type HttpServerOptions,
} from './handlerOptions.js';

/** The limit on connections, which all callers share. */
export const OPEN_SOCKETS: SharedLimit = {
  what: 'open connections to `serveHttp`',
  option: 'limits.socketLimit',
  most: 20_000,
  loses: 'its oldest connection is closed',
  refused: 'its new connection is closed',
};

/** The holder of connections without an address. */
const ANYONE = 'anyone';

/** The open connections of a server, by network address. At the limit, the address with the most gives way. */
export class OpenSockets {
  readonly #shares: Shares<Socket>;
  #lastAddress: string | undefined;
  #lastHolder = ANYONE;

  /** @param limit the maximum number of connections */
  constructor(limit: number) {
    this.#shares = new Shares(limit);
  }

  /** Counts a connection until it is closed, or closes it if its place is refused. */
  add(socket: Socket): void {
    const holder = this.#holderOf(socket.remoteAddress);
    if (!this.#shares.makeRoom(holder, (lost) => lost.destroy())) return void socket.destroy();
    this.#shares.add(holder, socket);
    // Emitted once; `once` would take more memory for each connection.
    socket.on('close', () => this.#shares.delete(holder, socket));
  }

  /** The connections of one address have one string as their holder. */
  #holderOf(address: string | undefined): string {
    if (address !== this.#lastAddress) {
      this.#lastAddress = address;
      this.#lastHolder = callerName(undefined, { address }, ANYONE);
    }
    return this.#lastHolder;
  }

  /** Closes the connections on which nothing was received. */
  closeUnused(): void {
    for (const socket of this.#shares.items()) if (socket.bytesRead === 0) socket.destroy();
  }
}

/**
 * Handles a request of `node:http`, or calls `next`.
 *
 * @param next answers with 404
 */
export type FallbackHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void | Promise<void>;

/** Limits of {@link serveHttp}. */
export interface ServeHttpLimits extends HttpServerLimits {
  /**
   * Maximum number of open connections. At the limit, the network address with the most loses its oldest one for an address with fewer, and
   * gets no more itself. Default 20,000.
   */
  readonly socketLimit?: number | undefined;
}

/** {@link ServeHttpLimits}. */
export const SERVE_HTTP_LIMITS: OptionTable<ServeHttpLimits> = {
  ...HTTP_SERVER_LIMITS,
  socketLimit: count(OPEN_SOCKETS.most),
};

/** Options of {@link serveHttp}. */
export interface ServeHttpOptions extends HttpServerOptions {
  /** Limits on connections, requests, messages, handlers, sessions, and streams. Default: see each limit. */
  readonly limits?: ServeHttpLimits | undefined;
  /** The port to listen on; 0 for any free port. Default 3000. */
  readonly port?: number | undefined;
  /** The address to listen on. Default `127.0.0.1`: this machine only. */
  readonly hostname?: string | undefined;
  /** The path of the endpoint. Default `/mcp`. */
  readonly path?: string | undefined;
  /**
   * Handles requests to all other paths: an authorization server, or an app of `node:http`. Neither hosts nor origins are checked. An error
   * that it throws is reported, and answered with 500. Default: answered with 404.
   */
  readonly fallback?: FallbackHandler | undefined;
}

/** {@link ServeHttpOptions}. */
export const SERVE_HTTP_OPTIONS: OptionTable<ServeHttpOptions> = {
  ...HTTP_SERVER_OPTIONS,
  port: {
    expected: 'an integer from 0 to 65535',
    default: 3000,
    isNumber: true,
    accepts: (port) => Number.isInteger(port) && (port as number) >= 0 && (port as number) <= 65_535,
  },
  hostname: STRING,
  path: repeating(matching('a path with a leading slash, such as /mcp', /^\//)),
  fallback: FUNCTION,
  limits: partGroup(SERVE_HTTP_LIMITS),
};

/** Milliseconds within which a client must send a complete request. */
const REQUEST_TIMEOUT = 60_000;

/** A listening server. */
export interface HttpService {
  /** The URL for clients: `http://127.0.0.1:3000/mcp`. */
  readonly url: string;
  /** The handler of the requests. */
  readonly handler: HttpHandler;
  /**
   * Accepts no new connections, lets running handlers finish, then closes sessions and connections. Busy handlers and busy connections have
   * `shutdownTimeout` each. With `health`, connections are accepted until the handlers have ended, so that a load balancer can read that
   * the server is not ready; other requests are refused with 503.
   */
  close(): Promise<void>;
}

/**
 * Serves any number of clients over Streamable HTTP (specification: Transports), on a separate port.
 *
 * @example
 * ```ts
 * import { revision } from '@mcp-gen/protocol/2025-11-25';
 * import { serveHttp } from '@mcp-gen/runtime/http/server';
 *
 * const handlers = { listTools: () => ({ tools: [] }) };
 * const { url } = await serveHttp(handlers, { serverInfo: { name: 'empty', version: '1.0.0' }, revisions: [revision] });
 * console.error(`Listening at ${url}`);
 * ```
 * @throws {TypeError | RangeError} if a handler or an option is invalid.
 * @throws {Error} if listening on the port fails.
 */
export async function serveHttp(handlers: object, options: ServeHttpOptions): Promise<HttpService> {
  checkOptions('serveHttp', options, SERVE_HTTP_OPTIONS);
  const {
    port,
    hostname = '127.0.0.1',
    path = '/mcp',
    fallback,
    limits: { socketLimit, ...limits },
    ...given
  } = withDefaults<ServeHttpOptions>(options, SERVE_HTTP_OPTIONS);
  const handler = new HttpHandler(handlers, { ...given, limits });
  const { paths } = handler;
  const hasHealth = options.health !== undefined && options.health !== false;
  if (paths.has(path)) throw new TypeError(`The path ${path} of the endpoint is also that of a route or a stream`);
  const { createServer } = builtin('node:http') as typeof http;
  const report = safeListener(options.onError);
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT }, (request, response) => {
    const asked = request.url?.split('?', 1)[0] ?? '';
    if (asked === path || paths.has(asked)) return handler.node(request, response);
    const notFound = (): void => answerPlainly(response, 404, `The endpoint is ${path}\n`);
    const fail = (error: unknown): void => {
      report(error);
      if (response.headersSent) response.destroy();
      else answerPlainly(response, 500, 'Internal error\n');
    };
    handler.inPipeline(request, response, () => {
      if (fallback === undefined) notFound();
      else void attempt(() => fallback(request, response, notFound), fail);
    });
  });
  const sockets = new OpenSockets(socketLimit);
  server.on('connection', (socket) => sockets.add(socket));
  await listen(server, port, hostname);
  const { port: bound } = server.address() as AddressInfo;
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  return {
    url: `http://${host}:${bound}${path}`,
    handler,
    close: async () => {
      // A load balancer must be able to read that the server is not ready.
      if (hasHealth) await handler.close();
      // No new connections; requests on open ones are refused.
      const closed = new Promise((resolve) => server.close(resolve));
      await handler.close();
      // Node does not treat a connection that was opened in advance and never used as idle.
      sockets.closeUnused();
      await endConnections(server, closed, given.shutdownTimeout);
    },
  };
}

function answerPlainly(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}

/** Remedies by system error code. */
const REMEDIES: { readonly [code: string]: string } = {
  EADDRINUSE: 'the port is already in use. Stop the other program, or choose another port',
  EACCES: 'permission denied. Choose a port of 1024 or higher',
  EADDRNOTAVAIL: 'this machine does not have the address. Use 0.0.0.0 for all its addresses',
  ENOTFOUND: 'host not found',
};

function listen(server: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void => {
      const remedy = REMEDIES[cause.code ?? ''] ?? cause.message;
      reject(new Error(`Cannot listen on port ${port} of ${hostname}: ${remedy}`, { cause }));
    };
    server.once('error', fail).listen(port, hostname, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/** Closes each connection when its response has been sent, and all others after the timeout. */
async function endConnections(server: Server, closed: Promise<unknown>, timeout: number): Promise<void> {
  const stop = every(10, () => server.closeIdleConnections());
  if (!(await settlesWithin(timeout, closed))) server.closeAllConnections();
  stop();
  await closed;
}
