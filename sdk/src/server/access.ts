import { describe } from '../content/errors.js';
import type { Context } from './context.js';

/**
 * Who may use something: the roles of which a caller must have one, or a function that decides. What it refuses does not exist for
 * the caller: it is neither listed nor suggested. Without it everybody may.
 */
export type Access = readonly string[] | ((context: Context) => boolean);

/** Whether the caller of a request may use something. */
export function isAllowed({ access }: { readonly access?: Access | undefined }, context: Context): boolean {
  if (access === undefined) return true;
  if (typeof access === 'function') {
    const allowed: unknown = access(context);
    if (typeof allowed === 'boolean') return allowed;
    throw new TypeError(`A function for access must return true or false at once, not ${describe(allowed)}`);
  }
  return context.auth?.roles?.some((role) => access.includes(role)) === true;
}
