import type { DefinitionOptions } from '../session/serve.js';
import type { HttpEndpointOptions, SsePaths } from './endpointOptions.js';
import type { MirroredParams } from './mirrored.js';

/** Options of a server over HTTP. */
export interface HttpServerOptions extends DefinitionOptions, Omit<HttpEndpointOptions, 'sse' | 'onError'> {
  /**
   * Where clients of the older transport, HTTP with SSE, open their stream and post their messages (specification 2024-11-05:
   * Transports). Deprecated since revision 2025-03-26. Default: `/sse` and `/messages` if 2024-11-05 is among the revisions. `false` for not at all.
   */
  readonly sse?: SsePaths | false | undefined;
  /**
   * Returns the parameters of a request that headers have to repeat (specification, 2026-07-28: Custom Headers from Tool Parameters).
   * Default: none.
   */
  readonly mirroredParams?: MirroredParams | undefined;
  /**
   * `none`: each message is answered on its own, by any process, and no state is kept between messages. Its revision is that of the
   * header `MCP-Protocol-Version`. Such a server sends no requests, has no standalone stream, and its answers cannot be resumed; HTTP
   * with SSE is not served. Default: clients of revisions with sessions open them. In revisions without, this changes nothing.
   */
  readonly sessions?: 'none' | undefined;
}
