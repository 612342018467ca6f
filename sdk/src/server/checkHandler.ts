/**
 * Checks registrations at runtime. TypeScript finds the same mistakes, but not in plain JavaScript, or in programs written for another
 * library.
 */

import { describe } from '@mcp-gen/runtime/options';

/**
 * Checks that a handler is a function.
 *
 * @param options the argument before the handler
 * @throws {TypeError} if the handler is not a function.
 */
export function checkHandler(what: string, handler: unknown, options?: unknown): void {
  if (typeof handler === 'function') return;
  if (handler === undefined && typeof options === 'function') {
    throw new TypeError(`Missing options for ${what}: pass { description: '...' } or {} before the handler`);
  }
  throw new TypeError(`Invalid handler for ${what}: expected a function, got ${describe(handler)}`);
}
