import type { AuthInfo, HandlerContext, SessionContext } from '@mcp-gen/runtime';
import { AskError } from './errors.js';

/**
 * The context of something that the server does on its own for one client, such as to decide who is notified of a change. There is no
 * request: nothing to cancel or to report progress of, no HTTP headers, and the client cannot be asked.
 */
export function outsideRequest(session: SessionContext, auth: AuthInfo | undefined): HandlerContext {
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
    replay: undefined,
    onClosing: () => () => undefined,
    once: async (_key, act) => act(),
    ask: () => Promise.reject(new AskError('The client cannot be asked outside of a request')),
  };
}
