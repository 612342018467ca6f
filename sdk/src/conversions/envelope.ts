/**
 * The metadata that every request of the newest revision has in `_meta`: client info, capabilities, and revision. In a session,
 * `initialize` has them.
 */

import type { RequestMetaObject } from '@mcp-gen/protocol/author';
import * as Key from '@mcp-gen/protocol/registry/metaKeys';
import { escapeKey } from '@mcp-gen/runtime/codegen/v1';
import type { Context } from './conversionContext.js';
import { without } from '../properties.js';

const KEYS = [Key.protocolVersion, Key.clientInfo, Key.clientCapabilities, Key.logLevel] as const;

/** Params in revisions with sessions. */
type Plain = { readonly _meta?: object };

/** Params in the unified types. The metadata may be missing before the client has identified itself. */
type Enveloped = { readonly _meta?: RequestMetaObject };

/** Adds the session's facts about the client. They override those in the params. */
function added<Params extends Plain>(params: Params, { facts }: Context): Params & { _meta: RequestMetaObject } {
  const own: object | undefined = params._meta && without(params._meta, ...KEYS);
  const { protocolVersion, clientCapabilities, clientInfo } = facts;
  const _meta = {
    ...own,
    [Key.protocolVersion]: protocolVersion,
    [Key.clientCapabilities]: clientCapabilities,
    ...(clientInfo && { [Key.clientInfo]: clientInfo }),
  };
  // In Node.js 20, adding a property to a spread object takes twenty times as long as the other order.
  return '_meta' in params ? { ...params, _meta } : { _meta, ...params };
}

/** Removes the metadata that a session does not repeat. It would claim the newest revision. */
function removed<Params extends Enveloped>(
  given: Params,
  context: Context,
): Omit<Params, '_meta'> & {
  _meta?: Omit<RequestMetaObject, (typeof KEYS)[number]>;
} {
  if (!given._meta) return given;
  const { _meta, ...params } = given;
  if (_meta[Key.logLevel] !== undefined) {
    context.lost(
      `/_meta/${escapeKey(Key.logLevel)}`,
      'the log level of one request: a session has one level for all requests',
    );
  }
  const own = without(_meta, ...KEYS);
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
