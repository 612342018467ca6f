import { later, type Stop } from '../platform.js';

/** Milliseconds that a call of a store may take. */
const PATIENCE = 5_000;

/**
 * Resolves with what a method of a store returns.
 *
 * @throws {Error} if it takes longer than five seconds, naming the call and the store, and what the store rejects with.
 */
export function inTime<Value>(answer: Value | Promise<Value>, call: string, store: string): Promise<Value> {
  let stop: Stop = () => undefined;
  const late = new Promise<never>((_, reject) => {
    const error = `The ${store} store has not answered ${call} within ${PATIENCE} ms`;
    stop = later(PATIENCE, () => reject(new Error(error)));
  });
  return Promise.race([answer, late]).finally(stop);
}
