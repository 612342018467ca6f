import type { PeerInfo } from '@mcp-gen/runtime';
import type { Awaitable } from '../awaitable.js';
import type { ServerRequestMethod } from '../registry.js';
import type { UnifiedRequests } from '../unified.js';

/** Context of a request that a server sends. */
export interface AnswerContext {
  /** The server that asks, as it introduced itself: show it to the user. */
  readonly server: PeerInfo;
  /** In a host, the name of the server in its configuration, which the server cannot choose. Undefined in other clients. */
  readonly serverName?: string | undefined;
  /** The negotiated revision. */
  readonly revision: string;
  /** Aborted when the server no longer waits, or the connection ends. */
  readonly signal: AbortSignal;
}

/** Answers one kind of request. A `JsonRpcError` that it throws is sent as it is. */
export type Answering<Method extends ServerRequestMethod> = (
  params: UnifiedRequests[Method]['params'],
  context: AnswerContext,
) => Awaitable<UnifiedRequests[Method]['result']>;

/** The handlers of requests. The client does not support requests without one. */
export type Answers = { readonly [Method in ServerRequestMethod]?: Answering<Method> | undefined };
