import type { PeerInfo } from '../codegen/v1.js';
import {
  ConnectionClosedError,
  HttpStatusError,
  InvalidMessageError,
  NegotiationError,
  RequestTimeoutError,
} from '../errors.js';
import { ErrorCode, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import { OverBudgetError, weigh } from '../ledger/index.js';
import type { Peer } from '../peer/peer.js';
import type { PendingOptions } from '../peer/pendingRequest.js';
import { UNKNOWN_PEER } from '../peer/profile.js';
import * as Method from '../registry/methods.js';
import type { Definition } from '../session/definition.js';
import { peerInfo } from '../session/introduction.js';
import { codeOf, ProtocolErrorCode, supportedVersions } from './statelessErrors.js';
import { MetaKey, metaOf } from './metadata.js';
import type { Discovered } from './statelessSession.js';

/** HTTP statuses that do not reveal the era of a server: it requires authentication, is busy, or has failed. */
const SILENT_STATUSES: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429]);

/** Error codes that older servers do not use. */
const NEWER_CODES: ReadonlySet<number> = new Set(Object.values(ProtocolErrorCode));

/** Error codes by which servers refuse a request that they do not know. */
const UNKNOWN_REQUEST: ReadonlySet<number> = new Set([
  ErrorCode.MethodNotFound,
  ErrorCode.InvalidRequest,
  ErrorCode.InvalidParams,
]);

/** A server that names its revisions, of which both sides have only ones with sessions. */
export interface WithSessions {
  /** The ids of the revisions of both sides, newest first. */
  readonly sessions: readonly string[];
}

/**
 * Sends `server/discover`, in the newest revision of this side without sessions (specification, 2026-07-28: Versioning, Backward
 * Compatibility). The peer is ready for requests then.
 *
 * @param waiting how long to wait for the response, after which the server is treated as one with sessions
 * @returns `older` if the server does not support such a revision, or `silent` if it does not respond, or the
 *   revisions with sessions of both sides: send `initialize` then. The error of
 *   the connection if the program of the server has ended, which may be what an older one does with an unknown request.
 * @throws {NegotiationError} if client and server have no common revision.
 * @throws {RequestTimeoutError} if the server does not respond, and this side has no revision with sessions.
 * @throws {JsonRpcError} if the server refuses for a reason of its own, and this side has no revision with sessions.
 * @throws the errors of the transport, and of loading a revision.
 */
export async function discover(
  peer: Peer,
  definition: Definition,
  waiting: PendingOptions,
): Promise<Discovered | WithSessions | 'older' | 'silent' | ConnectionClosedError> {
  const { statelessIds, sessionIds } = definition;
  const tried: string[] = [];
  let version = statelessIds[0];
  while (version !== undefined) {
    const { profile } = await definition.prepared(version);
    peer.adopt(profile, UNKNOWN_PEER);
    const answer = await ask(peer, waiting, sessionIds.length > 0);
    if (typeof answer === 'string' || answer instanceof ConnectionClosedError) return answer;
    tried.push(version);
    if (answer.supported.includes(version) && answer.result !== undefined)
      return introduced(peer, version, answer.result);
    // A refused revision is requested once more if the server claims to support it.
    const times = (id: string): number => tried.filter((each) => each === id).length;
    const next = statelessIds.find((id) => answer.supported.includes(id) && times(id) < 2);
    const sessions = sessionIds.filter((id) => answer.supported.includes(id));
    if (next === undefined && sessions.length > 0) return { sessions };
    if (next === undefined) throw new NegotiationError(version, answer.supported);
    version = next;
  }
  return 'older';
}

function introduced(peer: Peer, revision: string, result: object): Discovered {
  const { instructions, capabilities } = result as { readonly instructions?: string; readonly capabilities: object };
  const said = peerInfo({ capabilities, serverInfo: metaOf(result)?.[MetaKey.ServerInfo] }, 'server');
  // A server need not identify itself.
  const other: PeerInfo = Object.assign({}, UNKNOWN_PEER, said);
  if (!peer.session.quota.take('retained', weigh(other))) throw new OverBudgetError('retained');
  peer.adopt(peer.profile, other);
  return { revision, peer: other, instructions };
}

/**
 * Returns the response of the server, if it is that of a newer server.
 *
 * @param mayBeOlder whether this side supports older servers, so that an error or no response may mean one
 */
async function ask(
  peer: Peer,
  waiting: PendingOptions,
  mayBeOlder: boolean,
): Promise<
  { readonly supported: readonly string[]; readonly result?: object } | 'older' | 'silent' | ConnectionClosedError
> {
  try {
    const result = await peer.request(Method.serverDiscover, {}, waiting);
    const { supportedVersions } = result as { readonly supportedVersions: readonly string[] };
    return { supported: supportedVersions, result };
  } catch (error) {
    const supported = supportedVersions(error);
    if (supported !== undefined) return { supported };
    if (error instanceof RequestTimeoutError && mayBeOlder) return 'silent';
    if (error instanceof ConnectionClosedError && error.reason === 'process-exit' && mayBeOlder) return error;
    if (!mayBeOlder && error instanceof JsonRpcError && !UNKNOWN_REQUEST.has(error.code)) throw error;
    if (isOfOlderServer(error) && !(error instanceof RequestTimeoutError)) return 'older';
    throw error;
  }
}

function isOfOlderServer(error: unknown): boolean {
  if (isOfNewerServer(error)) return false;
  if (error instanceof HttpStatusError) return error.status < 500 && !SILENT_STATUSES.has(error.status);
  if (error instanceof JsonRpcError) return true;
  return error instanceof InvalidMessageError || error instanceof RequestTimeoutError;
}

function isOfNewerServer(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && NEWER_CODES.has(code);
}

/**
 * Returns whether an error of opening a session can come from a server that no longer supports sessions.
 *
 * @param statelessIds the revisions of this side without sessions
 */
export function mayKnowNoSessions(error: unknown, statelessIds: readonly string[]): boolean {
  if (error instanceof NegotiationError) return error.supported.some((id) => statelessIds.includes(id));
  return isOfNewerServer(error) || isOfOlderServer(error);
}
