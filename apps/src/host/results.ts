/** Results of servers, as views know them. */

import * as MetaKeys from '@mcp-gen/protocol/registry/metaKeys';
import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** What revisions without sessions add to results, which views do not know. */
const OF_ERA = new Set(['resultType', 'ttlMs', 'cacheScope']);

/**
 * Returns a result as views know it. Structured content that is no object is left out: views of the official package refuse the whole result otherwise,
 * and the text of the result has it, too.
 */
export function withoutEra(result: object): object {
  const { _meta, structuredContent, ...rest } = result as {
    readonly _meta?: { readonly [key: string]: unknown };
    readonly structuredContent?: unknown;
  };
  const kept = Object.entries(rest).filter(([name, value]) => !OF_ERA.has(name) && value !== undefined);
  const meta = Object.entries(_meta ?? {}).filter(([key]) => key !== MetaKeys.serverInfo);
  return {
    ...Object.fromEntries(kept),
    ...(isObject(structuredContent) && { structuredContent }),
    ...(meta.length > 0 && { _meta: Object.fromEntries(meta) }),
  };
}
