/** The `_meta` of what is forwarded. */

import { MetaKey } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { without } from '../conversions/without.js';

/** Adds to the `_meta` of params, or of a result. */
export function withMeta(value: unknown, added: object): object {
  const given = isObject(value) ? value : {};
  return { ...given, _meta: { ...(isObject(given['_meta']) && given['_meta']), ...added } };
}

/** Returns the params of a notification without the id of the stream that it came on, which is the bridge's own. */
export function withoutSubscriptionId(params: unknown): unknown {
  if (!isObject(params) || !isObject(params['_meta']) || !(MetaKey.SubscriptionId in params['_meta'])) return params;
  const meta = without(params['_meta'], MetaKey.SubscriptionId);
  return Object.keys(meta).length === 0 ? without(params, '_meta') : { ...params, _meta: meta };
}
