import { defineServer, openServer, type ServerOptions } from '../session/serve.js';
import { Sessionless } from './sessionless.js';
import { HttpEndpoint, type HttpEndpointOptions, type SsePaths } from './endpoint.js';

/** Options of a server over HTTP. */
export interface HttpServerOptions extends ServerOptions, Omit<HttpEndpointOptions, 'sse' | 'onError'> {
  /**
   * Where clients of the older transport, HTTP with SSE, open their stream and post their messages (specification 2024-11-05:
   * Transports). Default: `/sse` and `/messages` if 2024-11-05 is among the revisions. `false` for not at all.
   */
  readonly sse?: SsePaths | false | undefined;
  /**
   * `none`: each message is answered on its own, by whichever process it reaches, and nothing is kept from one to the next. Its revision
   * is that of the header `MCP-Protocol-Version`. Such a server sends no requests, has no stream of its own, and its answers cannot be
   * resumed; HTTP with SSE is not served. Default: clients open sessions.
   */
  readonly sessions?: 'none' | undefined;
}

/** The revision that the older transport is from. */
const SSE_REVISION = '2024-11-05';

/** A server of Streamable HTTP, for any number of clients. */
export class HttpHandler extends HttpEndpoint {
  /** @throws {TypeError} if handlers or options cannot work, saying what is wrong with them. */
  constructor(handlers: object, options: HttpServerOptions) {
    const definition = defineServer(handlers, options);
    const isSessionless = options.sessions === 'none';
    const speaksSse = !isSessionless && options.revisions.some(({ id }) => id === SSE_REVISION);
    if (isSessionless && options.sse) throw new TypeError('HTTP with SSE needs sessions: leave out sse, or sessions');
    const { sse = speaksSse && { stream: '/sse', messages: '/messages' } } = options;
    super(
      (session) => openServer(definition, session, options),
      { ...options, sse },
      isSessionless
        ? (settings) => {
            const { handlerLimit = 10_000, batchLimit = 100, progressRate = 100 } = options;
            return new Sessionless(definition, { settings, handlerLimit, batchLimit, progressRate });
          }
        : undefined,
    );
  }
}
