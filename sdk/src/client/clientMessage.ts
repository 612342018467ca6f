import type { HandlerContext } from '@mcp-gen/runtime';
import type { ClientMessage, MiddlewareStack } from './clientMiddleware.js';
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

/** Passes a received notification through the middleware, if there is any, and delivers its params. */
export function deliverThrough(
  middleware: MiddlewareStack,
  method: string,
  params: unknown,
  runtime: HandlerContext,
  deliver: (params: unknown) => void,
): Promise<object | undefined> | undefined {
  if (middleware.isEmpty) {
    deliver(params);
    return undefined;
  }
  return middleware.run(messageOf('notification', method, params, runtime), (message) => {
    deliver(message.params);
    return Promise.resolve(undefined);
  });
}
