import { within } from '../../timers.js';

/** Timeout of a call of a store in milliseconds. */
const TIMEOUT = 5_000;

/**
 * Resolves with the result of a store method.
 *
 * @throws {Error} if it takes longer than five seconds, and the errors of the store.
 */
export function inTime<Value>(answer: Value | Promise<Value>, call: string, store: string): Promise<Value> {
  const late = (): Error => new Error(`The ${store} store did not complete ${call} within ${TIMEOUT} ms`);
  return within(TIMEOUT, Promise.resolve(answer), late);
}
