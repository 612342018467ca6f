import type { HandlerContext } from '@mcp-gen/runtime';
import type { ClientMessage } from './clientMiddleware.js';
import { sanitizePeer } from './peerSession.js';

/** Describes a received message for middleware. */
export function messageOf(
  kind: ClientMessage['kind'],
  method: string,
  params: unknown,
  { signal, peer, revision, session }: HandlerContext,
): ClientMessage {
  const server = sanitizePeer(peer);
  return {
    direction: 'in',
    kind,
    method,
    params,
    options: undefined,
    signal,
    server,
    revision,
    sessionId: session?.id,
  };
}
