import type { Icon, MetaObject } from '@mcp-gen/protocol/author';
import { checkMetadata } from '@mcp-gen/runtime/codegen/v1';
import {
  describe,
  anyOf,
  FUNCTION,
  LIST,
  listOf,
  OBJECT,
  STRING,
  type OptionKind,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import type { Context } from './context.js';

/**
 * Who may use an entry: the roles of which a caller must have at least one, or a function that decides. Entries that a caller may not
 * access are hidden from lists, calls, and suggestions. Without it, every caller has access.
 */
export type Access = readonly string[] | ((context: Context) => boolean);

/** The option `access`. A string would admit callers whose role is a substring of it. */
export const ACCESS: OptionKind = anyOf(listOf('roles', STRING), FUNCTION);

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

/** Options of every entry that a server offers: tools, resources, templates, and prompts. */
export interface EntryOptions {
  /** A display name. Default: none. */
  readonly title?: string | undefined;
  /** A description for users and models. Default: none. */
  readonly description?: string | undefined;
  /**
   * Icons that clients can show next to the name, with `https:` or `data:image/` URIs. Clients before 2025-11-25 ignore them. Default:
   * none.
   */
  readonly icons?: Icon[] | undefined;
  /** Who may use the entry. Default: every caller. */
  readonly access?: Access | undefined;
  /** Free-form metadata: `_meta`. Default: none. */
  readonly meta?: MetaObject | undefined;
}

/** {@link EntryOptions}. */
export const ENTRY_OPTIONS: OptionTable<EntryOptions> = {
  title: STRING,
  description: STRING,
  icons: LIST,
  access: ACCESS,
  meta: OBJECT,
};

/**
 * Checks the `_meta` of an entry. With one invalid key, the whole list would fail for every client.
 *
 * @param what names the entry in the error: `the tool echo`
 * @throws {TypeError} if a key does not have the format of the specification.
 */
export function metadata(meta: MetaObject | undefined, what: string): { readonly _meta: MetaObject } | undefined {
  const found = checkMetadata(meta, '');
  if (found !== undefined) {
    throw new TypeError(`Invalid key ${found.actual} in the meta of ${what}: expected ${found.expected}`);
  }
  return meta && { _meta: meta };
}
