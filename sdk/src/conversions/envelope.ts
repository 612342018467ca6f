/**
 * What every request of the newest revision carries in `_meta`: who asks, and in which revision. In a session all of it
 * was said in `initialize`.
 */

import type { RequestMetaObject } from '@mcp-gen/protocol/author';
import { escapeKey } from '@mcp-gen/runtime/codegen/v1';
import type { Context } from './context.js';
import { without } from './without.js';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

/** Params as a session knows them. */
type Plain = { readonly _meta?: object };

/** Params as authors know them. They may be on their way before anybody has said who asks. */
type Enveloped = { readonly _meta?: RequestMetaObject };

/** Params with what the session says of their sender. What they say of it themselves does not count. */
function added<Params extends Plain>(params: Params, { facts }: Context): Params & { _meta: RequestMetaObject } {
  const own: object | undefined = params._meta && without(params._meta, VERSION, CLIENT, CAPABILITIES, LOG_LEVEL);
  const { protocolVersion, clientCapabilities, clientInfo } = facts;
  const _meta = {
    ...own,
    [VERSION]: protocolVersion,
    [CAPABILITIES]: clientCapabilities,
    ...(clientInfo && { [CLIENT]: clientInfo }),
  };
  return { ...params, _meta };
}

/** Params without what a session does not repeat. It would claim the newest revision. */
function removed<Params extends Enveloped>(
  given: Params,
  context: Context,
): Omit<Params, '_meta'> & {
  _meta?: Omit<RequestMetaObject, typeof VERSION | typeof CLIENT | typeof CAPABILITIES | typeof LOG_LEVEL>;
} {
  if (!given._meta) return given;
  const { _meta, ...params } = given;
  if (_meta[LOG_LEVEL] !== undefined) {
    context.lost(`/_meta/${escapeKey(LOG_LEVEL)}`, 'the log level of one request: a session has one for all');
  }
  const own = without(_meta, VERSION, CLIENT, CAPABILITIES, LOG_LEVEL);
  return Object.keys(own).length === 0 ? params : { ...params, _meta: own };
}

/** For params that must be there. */
export const envelope = { toAuthor: added, toRevision: removed };

/** For params that may be left out. */
export const optionalEnvelope = {
  toAuthor: <Params extends Plain>(
    params: Params | undefined,
    context: Context,
  ): (Params | Plain) & { _meta: RequestMetaObject } => added(params ?? {}, context),
  toRevision: <Params extends Enveloped>(params: Params | undefined, context: Context) =>
    params && removed(params, context),
};
