/**
 * The metadata that every request of the newest revision has in `_meta`: client info, capabilities, and revision. In a session,
 * `initialize` has them.
 */

import type { RequestMetaObject } from '@mcp-gen/protocol/author';
import { escapeKey } from '@mcp-gen/runtime/codegen/v1';
import type { Context } from './context.js';
import { without } from './without.js';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

/** Params in revisions with sessions. */
type Plain = { readonly _meta?: object };

/** Params in the unified types. The metadata may be missing before the client has identified itself. */
type Enveloped = { readonly _meta?: RequestMetaObject };

/** Adds the session's facts about the client. They override those in the params. */
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

/** Removes the metadata that a session does not repeat. It would claim the newest revision. */
function removed<Params extends Enveloped>(
  given: Params,
  context: Context,
): Omit<Params, '_meta'> & {
  _meta?: Omit<RequestMetaObject, typeof VERSION | typeof CLIENT | typeof CAPABILITIES | typeof LOG_LEVEL>;
} {
  if (!given._meta) return given;
  const { _meta, ...params } = given;
  if (_meta[LOG_LEVEL] !== undefined) {
    context.lost(
      `/_meta/${escapeKey(LOG_LEVEL)}`,
      'the log level of one request: a session has one level for all requests',
    );
  }
  const own = without(_meta, VERSION, CLIENT, CAPABILITIES, LOG_LEVEL);
  return Object.keys(own).length === 0 ? params : { ...params, _meta: own };
}

/** For required params. */
export const envelope = { toAuthor: added, toRevision: removed };

/** For optional params. */
export const optionalEnvelope = {
  toAuthor: <Params extends Plain>(
    params: Params | undefined,
    context: Context,
  ): (Params | Plain) & { _meta: RequestMetaObject } => added(params ?? {}, context),
  toRevision: <Params extends Enveloped>(params: Params | undefined, context: Context) =>
    params && removed(params, context),
};
