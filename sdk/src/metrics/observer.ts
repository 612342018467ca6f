/** Middleware of this package that follows more than messages. */

import type { ErrorListener } from '@mcp-gen/runtime';
import type { IsKnown } from './instruments.js';

/** What middleware is told besides messages. */
export interface Observer {
  /** Called when the middleware is added, with the listener for its errors, and what its server knows. */
  readonly attached: (report: ErrorListener, isKnown?: IsKnown) => void;
  /** Called when a session has opened. Revisions without sessions have none. */
  readonly opened?: (revision: string, closed: Promise<unknown>) => void;
}

const observers = new WeakMap<object, Observer>();

/** Registers the observer of middleware. */
export function withObserver<Middleware extends object>(middleware: Middleware, observer: Observer): Middleware {
  observers.set(middleware, observer);
  return middleware;
}

/** Returns the observer of middleware; undefined for middleware of an application. */
export function observerOf(middleware: object): Observer | undefined {
  return observers.get(middleware);
}
