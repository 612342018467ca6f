import type { AuthInfo, HandlerContext, SessionHandle } from '@mcp-gen/runtime';
import { AskError } from './errors.js';

/**
 * Returns a context for work that a server does for one client outside of requests, such as deciding who is notified of a change. There is
 * nothing to cancel, no progress, no HTTP headers, and the client cannot be asked.
 */
export function outsideRequest(session: SessionHandle, auth: AuthInfo | undefined): HandlerContext {
  return {
    signal: new AbortController().signal,
    revision: session.revision,
    requestId: undefined,
    peer: session.peer,
    auth,
    http: undefined,
    session,
    meta: undefined,
    progress: () => undefined,
    notify: (method: string, params?: unknown) => session.notify(method, params),
    closeStream: () => undefined,
    retain: () => undefined,
    replay: undefined,
    onClosing: () => () => undefined,
    once: async (_key, act) => act(),
    ask: () => Promise.reject(new AskError('The client cannot be asked outside of a request')),
  };
}
