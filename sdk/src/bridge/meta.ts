/** Metadata of forwarded messages. */

import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** Adds properties to the `_meta` of params or of a result. */
export function withMeta(value: unknown, added: object): object {
  const given = isObject(value) ? value : {};
  return { ...given, _meta: { ...(isObject(given['_meta']) && given['_meta']), ...added } };
}
