import type { MetaObject } from '@mcp-gen/protocol/author';
import { checkMetadata } from '@mcp-gen/runtime/codegen/v1';

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
