import type { MetaObject } from '@mcp-gen/protocol/author';
import { checkMetadata } from '@mcp-gen/runtime/codegen/v1';

/**
 * The `_meta` of something that a server offers. A list with a key that must not be sent would fail as a whole, for every client.
 *
 * @param what what it is of, for the error: `the tool echo`
 * @throws {TypeError} if a key does not have the form that the specification gives them.
 */
export function metadata(meta: MetaObject | undefined, what: string): { readonly _meta: MetaObject } | undefined {
  const found = checkMetadata(meta, '');
  if (found !== undefined) {
    throw new TypeError(`The meta of ${what} cannot have the key ${found.actual}: it takes ${found.expected}`);
  }
  return meta && { _meta: meta };
}
