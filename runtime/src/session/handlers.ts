import type { MethodTable, NotificationEntry, RequestEntry, Revision } from '../codegen/v1.js';
import type { Handler } from '../peer/profile.js';

/** One side of a connection. */
export type Side = 'server' | 'client';

/**
 * Returns the handler with a name: a method of the object or of its classes, bound to it.
 *
 * @throws {TypeError} if the property is not a function.
 */
export function findHandler(handlers: object, name: string): Handler | undefined {
  let owner: object | null = handlers;
  for (; owner !== null && owner !== Object.prototype; owner = Object.getPrototypeOf(owner) as object | null) {
    if (!Object.hasOwn(owner, name)) continue;
    const handler: unknown = (handlers as Record<string, unknown>)[name];
    if (handler === undefined) return undefined;
    if (typeof handler !== 'function') throw new TypeError(`The handler ${name} must be a function`);
    return handler.bind(handlers) as Handler;
  }
  return undefined;
}

/**
 * Rejects handlers that no revision would call, since a misspelled name would otherwise go unnoticed. Methods of a class may be helpers,
 * and are ignored.
 *
 * @throws {TypeError} with the unknown name and the valid ones.
 */
export function checkHandlerNames(handlers: object, side: Side, revisions: readonly Revision[]): void {
  const known = new Set(revisions.flatMap((revision) => handlerNames(revision[side])));
  for (const [name, handler] of Object.entries(handlers)) {
    if (typeof handler !== 'function' || known.has(name)) continue;
    throw new TypeError(
      `Unknown handler ${name}. Valid handlers of a ${side} in these revisions: ${[...known].sort().join(', ')}`,
    );
  }
}

function handlerNames({ requests, notifications, questions = {} }: MethodTable): string[] {
  return [requests, notifications, questions]
    .flatMap((entries): readonly (RequestEntry | NotificationEntry)[] => Object.values(entries))
    .filter((entry) => entry.lifecycle !== true)
    .map((entry) => entry.name);
}
