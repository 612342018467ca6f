/** Metadata of forwarded messages. */

import { MetaKey } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { without } from '../properties.js';

/** Adds properties to the `_meta` of params or of a result. */
export function withMeta(value: unknown, added: object): object {
  const given = isObject(value) ? value : {};
  return { ...given, _meta: { ...(isObject(given['_meta']) && given['_meta']), ...added } };
}

/** What every message of a client without a session says about the client and its revision. */
const CLIENT_METADATA = [MetaKey.ProtocolVersion, MetaKey.ClientInfo, MetaKey.ClientCapabilities, MetaKey.LogLevel];

/** Removes the metadata of a client without a session: in a session it would state another revision. */
export function withoutClientMetadata(params: unknown): unknown {
  const meta = isObject(params) ? params['_meta'] : undefined;
  if (!isObject(params) || !isObject(meta) || !CLIENT_METADATA.some((key) => key in meta)) return params;
  const others = without(meta, ...CLIENT_METADATA);
  return Object.keys(others).length === 0 ? without(params, '_meta') : { ...params, _meta: others };
}
