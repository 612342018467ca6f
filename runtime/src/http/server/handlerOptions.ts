import { FUNCTION, oneOf, partGroup, type OptionTable } from '../../options/kinds.js';
import { DEFINITION_OPTIONS, type DefinitionOptions } from '../../session/serve.js';
import { PEER_LIMITS, type PeerLimits } from '../../peer/peer.js';
import {
  ENDPOINT_LIMITS,
  ENDPOINT_OPTIONS,
  type HttpEndpointLimits,
  type HttpEndpointOptions,
  type SsePaths,
} from './endpointOptions.js';
import type { MirroredParams } from '../shared/mirroredHeaders.js';

/** Limits of a server over HTTP. */
export interface HttpServerLimits extends PeerLimits, HttpEndpointLimits {}

/** {@link HttpServerLimits}. */
export const HTTP_SERVER_LIMITS: OptionTable<HttpServerLimits> = { ...PEER_LIMITS, ...ENDPOINT_LIMITS };

/** Options of a server over HTTP. */
export interface HttpServerOptions extends DefinitionOptions, Omit<HttpEndpointOptions, 'sse' | 'onError'> {
  /** Limits on messages, handlers, requests, sessions, and streams. Default: see each limit. */
  readonly limits?: HttpServerLimits | undefined;
  /**
   * The paths where clients of the older transport, HTTP with SSE, open their stream and post their messages (specification 2024-11-05:
   * Transports). Deprecated since revision 2025-03-26. Default: `/sse` and `/messages` if 2024-11-05 is among the revisions. `false`: not
   * supported.
   */
  readonly sse?: SsePaths | false | undefined;
  /**
   * Returns the parameters of a request that headers must mirror (specification, 2026-07-28: Custom Headers from Tool Parameters). Default:
   * none.
   */
  readonly mirroredParams?: MirroredParams | undefined;
  /**
   * `none`: each message is answered independently, by any process, and no state is kept between messages. The header
   * `MCP-Protocol-Version` determines its revision. Such a server sends no requests, has no standalone stream, and its responses cannot be
   * resumed; HTTP with SSE is not supported, and other options about sessions have no effect. Default: sessions are used in revisions that
   * have them. In other revisions, this has no effect.
   */
  readonly sessions?: 'none' | undefined;
}

/** {@link HttpServerOptions}. */
export const HTTP_SERVER_OPTIONS: OptionTable<HttpServerOptions> = {
  ...DEFINITION_OPTIONS,
  ...ENDPOINT_OPTIONS,
  limits: partGroup(HTTP_SERVER_LIMITS),
  mirroredParams: FUNCTION,
  sessions: oneOf('none'),
};
