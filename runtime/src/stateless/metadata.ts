/** The metadata of every request in `_meta`, in revisions without sessions (specification, 2026-07-28: Overview, _meta). */

import { isObject, type PeerInfo } from '../codegen/v1.js';
import { refusedParams } from '../jsonrpc/jsonRpcError.js';
import { UNKNOWN_PEER } from '../peer/profile.js';
import * as ProtocolKey from '../registry/metaKeys.js';
import { pickInfo } from '../session/introduction.js';

/** The keys of `_meta` that the protocol defines. */
export const MetaKey: {
  /** The revision of a request. */
  readonly ProtocolVersion: typeof ProtocolKey.protocolVersion;
  /** The info of the client. */
  readonly ClientInfo: typeof ProtocolKey.clientInfo;
  /** The capabilities of the client. */
  readonly ClientCapabilities: typeof ProtocolKey.clientCapabilities;
  /** The minimum level of log messages for a request. Without it, none are sent. */
  readonly LogLevel: typeof ProtocolKey.logLevel;
  /** The info of the server, in a result. */
  readonly ServerInfo: typeof ProtocolKey.serverInfo;
  /** The id of the request that a change notification belongs to. */
  readonly SubscriptionId: typeof ProtocolKey.subscriptionId;
} = {
  ProtocolVersion: ProtocolKey.protocolVersion,
  ClientInfo: ProtocolKey.clientInfo,
  ClientCapabilities: ProtocolKey.clientCapabilities,
  LogLevel: ProtocolKey.logLevel,
  ServerInfo: ProtocolKey.serverInfo,
  SubscriptionId: ProtocolKey.subscriptionId,
};

/** Returns the `_meta` of params, if there is one. */
export function metaOf(params: unknown): { readonly [key: string]: unknown } | undefined {
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) ? meta : undefined;
}

/** Returns whether params name a revision, valid or not: the request then belongs to a revision without sessions. */
export function namesRevision(params: unknown): boolean {
  return metaOf(params)?.[MetaKey.ProtocolVersion] !== undefined;
}

/**
 * Returns the revision that a request names.
 *
 * @throws {JsonRpcError} if it does not name one.
 */
export function revisionOf(params: unknown): string {
  const meta = metaOf(params);
  if (meta === undefined) throw refusedParams('_meta is missing');
  const version = meta[MetaKey.ProtocolVersion];
  if (typeof version !== 'string') throw refusedParams(`_meta must have the revision as ${MetaKey.ProtocolVersion}`);
  return version;
}

/**
 * Checks the metadata that every request must have in addition to its revision.
 *
 * @throws {JsonRpcError} if its capabilities are missing.
 */
export function checkMetadata(params: unknown): void {
  if (isObject(metaOf(params)?.[MetaKey.ClientCapabilities])) return;
  throw refusedParams(`_meta must have the capabilities of the client as ${MetaKey.ClientCapabilities}`);
}

/** Returns the client of a request, as it introduced itself. The info is optional. */
export function clientOf(params: unknown): PeerInfo {
  const meta = metaOf(params) ?? {};
  const info = meta[MetaKey.ClientInfo];
  const capabilities = meta[MetaKey.ClientCapabilities];
  return {
    ...UNKNOWN_PEER,
    ...(isObject(info) && pickInfo(info)),
    capabilities: isObject(capabilities) ? capabilities : {},
  };
}

/** Adds the info of a server to the metadata of a result, and the type `complete` if it states none. */
export function withServerInfo(result: object, info: object): object {
  const { _meta: meta, resultType = 'complete' } = result as {
    readonly _meta?: unknown;
    readonly resultType?: unknown;
  };
  const own = { [MetaKey.ServerInfo]: info };
  const _meta = isObject(meta) ? { [MetaKey.ServerInfo]: info, ...meta } : own;
  // In Node.js 20, adding properties to a spread object takes twenty times as long as the other order.
  const isPlain = !('_meta' in result || 'resultType' in result);
  return isPlain ? { resultType, _meta, ...result } : { ...result, resultType, _meta };
}
