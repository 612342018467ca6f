/** What every request of a revision without sessions says in its `_meta` (specification, 2026-07-28: Overview, _meta). */

import { isObject, type PeerInfo } from '../codegen/v1.js';
import { refusedParams } from '../jsonrpc/errors.js';
import { UNKNOWN_PEER } from '../peer/profile.js';
import { pickInfo } from '../session/introduction.js';

/** The keys of `_meta` that the protocol gives a meaning. */
export const MetaKey = {
  /** The revision of a request. */
  ProtocolVersion: 'io.modelcontextprotocol/protocolVersion',
  /** Who sends a request. */
  ClientInfo: 'io.modelcontextprotocol/clientInfo',
  /** What the sender of a request can do. */
  ClientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  /** The lowest level of log messages that the sender of a request wants. Without it, it wants none. */
  LogLevel: 'io.modelcontextprotocol/logLevel',
  /** Who gives a result. */
  ServerInfo: 'io.modelcontextprotocol/serverInfo',
  /** The id of the request that a notification of a change belongs to. */
  SubscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

/** Returns the `_meta` of params, if there is one. */
export function metaOf(params: unknown): { readonly [key: string]: unknown } | undefined {
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) ? meta : undefined;
}

/** Returns whether params claim to stand alone: they name a revision, whatever it is. */
export function namesRevision(params: unknown): boolean {
  return metaOf(params)?.[MetaKey.ProtocolVersion] !== undefined;
}

/**
 * Returns the revision that a request names.
 *
 * @throws {JsonRpcError} if it names none.
 */
export function revisionOf(params: unknown): string {
  const meta = metaOf(params);
  if (meta === undefined) throw refusedParams('_meta is missing');
  const version = meta[MetaKey.ProtocolVersion];
  if (typeof version !== 'string') throw refusedParams(`_meta must have the revision as ${MetaKey.ProtocolVersion}`);
  return version;
}

/**
 * Checks what every request has to say beside its revision.
 *
 * @throws {JsonRpcError} if its capabilities are missing.
 */
export function checkMetadata(params: unknown): void {
  if (isObject(metaOf(params)?.[MetaKey.ClientCapabilities])) return;
  throw refusedParams(`_meta must have the capabilities of the client as ${MetaKey.ClientCapabilities}`);
}

/** Returns the client of a request, as it introduces itself. It need not say who it is. */
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

/** Adds the identity of a server to the metadata of a result. */
export function withServerInfo(result: object, info: object): object {
  const { _meta: meta } = result as { readonly _meta?: unknown };
  return {
    ...result,
    _meta: isObject(meta) ? { [MetaKey.ServerInfo]: info, ...meta } : { [MetaKey.ServerInfo]: info },
  };
}
