import type { DefinitionOptions } from '../session/serve.js';
import type { HttpEndpointOptions, SsePaths } from './endpointOptions.js';

/** Options of a server over HTTP. */
export interface HttpServerOptions extends DefinitionOptions, Omit<HttpEndpointOptions, 'sse' | 'onError'> {
  /**
   * Where clients of the older transport, HTTP with SSE, open their stream and post their messages (specification 2024-11-05:
   * Transports). Default: `/sse` and `/messages` if 2024-11-05 is among the revisions. `false` for not at all.
   */
  readonly sse?: SsePaths | false | undefined;
  /**
   * `none`: each message is answered on its own, by any process, and no state is kept between messages. Its revision is that of the
   * header `MCP-Protocol-Version`. Such a server sends no requests, has no standalone stream, and its answers cannot be resumed; HTTP
   * with SSE is not served. Default: clients open sessions.
   */
  readonly sessions?: 'none' | undefined;
}
