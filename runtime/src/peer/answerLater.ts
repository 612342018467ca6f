import type { HandlerContext } from '../codegen/v1.js';
import { Exchange } from './exchange.js';
import type { RequestOutcome } from './pendingRequest.js';

/** Callbacks that answer a request. */
export interface LaterAnswer extends RequestOutcome {
  /** Called with the reason if the answer is no longer awaited. Default: none. */
  onAbort: ((reason: Error) => void) | undefined;
}

/**
 * Lets a handler answer with callbacks instead of a promise: for proxies, in which promises and signals are most of the cost of a request.
 * The handler returns this value, or resolves with it, and later calls `resolve` or `reject` once. Until then, the request counts as
 * running, even if it is cancelled.
 *
 * @param context the context of the handler
 * @throws {TypeError} if it is not a context that the runtime has passed to a handler.
 */
export function answerLater(context: HandlerContext): LaterAnswer {
  if (context instanceof Exchange) return context;
  throw new TypeError('Invalid argument of answerLater: expected the context that the runtime passed to the handler');
}
