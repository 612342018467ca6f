/** The code of an extension, whose errors name the extension and the place. */

import { observerOf, withObserver } from '../metrics/observer.js';
import type { AnySide, RegisteredExtension } from './declaration.js';
import { failureMessage } from './failure.js';

type AnyFunction = NonNullable<AnySide['setup']>;
type AnyMiddleware = (message: unknown, next: (message: unknown) => Promise<unknown>) => Promise<unknown>;

/** The names of errors that are faults of code. Classes of errors with other names tell their receivers something. */
const FAULTS: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'URIError',
  'AggregateError',
]);

const named = new WeakSet();

/** Returns an extension whose errors name it. Hooks that are only reported name it where they are called. */
export function located(extension: RegisteredExtension, kind: 'server' | 'client'): RegisteredExtension {
  const { id } = extension;
  const side: AnySide | undefined = extension[kind];
  if (side === undefined) return extension;
  const { setup, middleware } = side;
  const handlers = (given: AnySide['requests']): AnySide['requests'] =>
    given &&
    Object.fromEntries(
      Object.entries(given).map(([method, handler]) => [
        method,
        handler && naming(id, `the handler of ${method}`, handler),
      ]),
    );
  return {
    ...extension,
    [kind]: {
      ...side,
      requests: handlers(side.requests),
      notifications: kind === 'server' ? handlers(side.notifications) : side.notifications,
      setup: setup && naming(id, 'setup', setup),
      middleware: middleware?.map((each) => (typeof each === 'function' ? namingMiddleware(id, each) : each)),
    },
  };
}

function naming(id: string, where: string, act: AnyFunction): AnyFunction {
  return (...given) => {
    const signal = (given[1] as { readonly signal?: AbortSignal } | undefined)?.signal;
    try {
      const result = act(...given);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        throw name(error, id, where, signal);
      });
    } catch (error) {
      throw name(error, id, where, signal);
    }
  };
}

function namingMiddleware(id: string, given: AnyFunction): AnyFunction {
  const middleware = given as unknown as AnyMiddleware;
  const wrapped: AnyMiddleware = async (message, next) => {
    /** What is thrown inside is not its own. */
    const inner: unknown[] = [];
    try {
      return await middleware(message, async (passed) => {
        try {
          return await next(passed);
        } catch (error) {
          inner.push(error);
          throw error;
        }
      });
    } catch (error) {
      const { signal } = message as { readonly signal?: AbortSignal | undefined };
      throw inner.includes(error) ? error : name(error, id, 'middleware', signal);
    }
  };
  const observer = observerOf(given);
  return observer === undefined ? wrapped : withObserver(wrapped, observer);
}

/** Adds the place to the message of an error, which keeps its class. */
function name(error: unknown, id: string, where: string, signal: AbortSignal | undefined): unknown {
  if (!(error instanceof Error) || !FAULTS.has(error.name) || error === signal?.reason || named.has(error))
    return error;
  named.add(error);
  const { message, stack } = error;
  const located = failureMessage(id, where, message);
  // An error of the application may be frozen.
  Reflect.set(error, 'message', located);
  Reflect.set(
    error,
    'stack',
    stack?.replace(message, () => located),
  );
  return error;
}
