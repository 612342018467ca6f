/** The `_meta` of what is forwarded. */

import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** Adds to the `_meta` of params, or of a result. */
export function withMeta(value: unknown, added: object): object {
  const given = isObject(value) ? value : {};
  return { ...given, _meta: { ...(isObject(given['_meta']) && given['_meta']), ...added } };
}
