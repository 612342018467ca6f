import { defineServer, openServer, type ServerOptions } from '../session/serve.js';
import { HttpEndpoint, type HttpEndpointOptions, type SsePaths } from './endpoint.js';

/** Options of a server over HTTP. */
export interface HttpServerOptions extends ServerOptions, Omit<HttpEndpointOptions, 'sse' | 'onError'> {
  /**
   * Where clients of the older transport, HTTP with SSE, open their stream and post their messages (specification 2024-11-05:
   * Transports). Default: `/sse` and `/messages` if 2024-11-05 is among the revisions. `false` for not at all.
   */
  readonly sse?: SsePaths | false;
}

/** The revision that the older transport is from. */
const SSE_REVISION = '2024-11-05';

/** A server of Streamable HTTP, for any number of clients. */
export class HttpHandler extends HttpEndpoint {
  /** @throws {TypeError} if handlers or options cannot work, saying what is wrong with them. */
  constructor(handlers: object, options: HttpServerOptions) {
    const definition = defineServer(handlers, options);
    const speaksSse = options.revisions.some(({ id }) => id === SSE_REVISION);
    const { sse = speaksSse && { stream: '/sse', messages: '/messages' } } = options;
    super((session) => openServer(definition, session, options), { ...options, sse });
  }
}
