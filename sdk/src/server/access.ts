import { describe } from '@mcp-gen/runtime/options';
import type { Context } from './context.js';

/**
 * Who may use an entry: the roles of which a caller must have at least one, or a function that decides. Entries that a caller may not
 * access are hidden from lists, calls, and suggestions. Without it, every caller has access.
 */
export type Access = readonly string[] | ((context: Context) => boolean);

/** Returns whether the caller of a request may use an entry. */
export function isAllowed({ access }: { readonly access?: Access | undefined }, context: Context): boolean {
  if (access === undefined) return true;
  if (typeof access === 'function') {
    const allowed: unknown = access(context);
    if (typeof allowed === 'boolean') return allowed;
    throw new TypeError(`An access function must return a boolean synchronously, not ${describe(allowed)}`);
  }
  return context.auth?.roles?.some((role) => access.includes(role)) === true;
}
