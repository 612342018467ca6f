import type { HandlerContext } from '../codegen/v1.js';
import { Exchange } from './exchange.js';
import type { RequestOutcome } from './pending.js';

/** A request that is answered by callbacks. */
export interface LaterAnswer extends RequestOutcome {
  /** Called if nobody waits for the answer any longer, with the reason. Default: nothing is called. */
  onAbort: ((reason: Error) => void) | undefined;
}

/**
 * Lets a handler answer by callbacks in the place of a promise: for proxies, where promises and signals are most of the cost of a request.
 * The handler returns what it gets here, or resolves with it, and calls `resolve` or `reject` later, once. The request counts as running until then, also when
 * it is cancelled.
 *
 * @param context what the handler was given
 * @throws {TypeError} if that is not the context of a handler that the runtime has called.
 */
export function answerLater(context: HandlerContext): LaterAnswer {
  if (context instanceof Exchange) return context;
  throw new TypeError('answerLater takes the context that the runtime has called a handler with');
}
