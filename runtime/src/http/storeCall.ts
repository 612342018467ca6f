import { later, type Stop } from '../platform.js';

/** Timeout of a call of a store in milliseconds. */
const TIMEOUT = 5_000;

/**
 * Resolves with the result of a store method.
 *
 * @throws {Error} if it takes longer than five seconds, and the errors of the store.
 */
export function inTime<Value>(answer: Value | Promise<Value>, call: string, store: string): Promise<Value> {
  let stop: Stop = () => undefined;
  const late = new Promise<never>((_, reject) => {
    const error = `The ${store} store did not complete ${call} within ${TIMEOUT} ms`;
    stop = later(TIMEOUT, () => reject(new Error(error)));
  });
  return Promise.race([answer, late]).finally(stop);
}
