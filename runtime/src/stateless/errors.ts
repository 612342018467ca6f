import { isObject, quote, type Era } from '../codegen/v1.js';
import { HttpStatusError } from '../errors.js';
import { ErrorCode, JsonRpcError } from '../jsonrpc/errors.js';
import { namesIn } from '../peer/profile.js';

/** The error codes that the protocol defines for requests that stand alone (specification, 2026-07-28: Overview, Error Codes). */
export const ProtocolErrorCode = {
  /** HTTP headers differ from what the body says, or a required one is missing. */
  HeaderMismatch: -32020,
  /** The request needs a capability that its client has not declared. */
  MissingRequiredClientCapability: -32021,
  /** The server does not have the revision of the request. */
  UnsupportedProtocolVersion: -32022,
} as const;

/** Returns whether an error says that the other side does not have a revision. Over HTTP it may come with a status of its own. */
function isVersionRefusal(error: unknown): boolean {
  return codeOf(error) === ProtocolErrorCode.UnsupportedProtocolVersion;
}

/**
 * Returns the revisions that a server names in the error for one that it does not have; undefined for any other error (specification,
 * 2026-07-28: Versioning; 2025-11-25: Lifecycle, Error Handling).
 *
 * @param era of the request: in a revision with sessions, `initialize` is refused by the code for invalid params, too
 */
export function supportedVersions(error: unknown, era: Era = 'stateless'): readonly string[] | undefined {
  const data = error instanceof HttpStatusError || error instanceof JsonRpcError ? error.data : undefined;
  const { supported, requested } = isObject(data) ? data : {};
  const isOfSession = era === 'session' && codeOf(error) === ErrorCode.InvalidParams && requested !== undefined;
  if (!(isVersionRefusal(error) || isOfSession) || !Array.isArray(supported)) return undefined;
  return supported.filter((version) => typeof version === 'string');
}

/** Returns the code of an error of the other side; undefined for any other error. */
export function codeOf(error: unknown): number | undefined {
  if (error instanceof HttpStatusError) return error.rpcCode;
  return error instanceof JsonRpcError ? error.code : undefined;
}

/** Returns the revision that the params of `initialize` ask for; an empty text if there is none. */
export function requestedVersion(params: unknown): string {
  const version: unknown = isObject(params) ? params['protocolVersion'] : undefined;
  return typeof version === 'string' ? version : '';
}

/** Returns the error for a request whose revision is not served. */
export function unsupportedVersion(requested: string, supported: readonly string[]): JsonRpcError {
  const message = `Unsupported protocol version. Supported: ${supported.join(', ')}`;
  return new JsonRpcError(ProtocolErrorCode.UnsupportedProtocolVersion, message, { supported, requested });
}

/**
 * Returns the error for a request that needs a capability of its client.
 *
 * @param capability a path: `elicitation.url`
 */
export function missingCapability(capability: string): JsonRpcError {
  const requiredCapabilities = namesIn(capability).reduceRight<object>((inner, name) => ({ [name]: inner }), {});
  const message = `The request needs the client capability ${capability}, which it does not declare`;
  return new JsonRpcError(ProtocolErrorCode.MissingRequiredClientCapability, message, { requiredCapabilities });
}

/** Returns the error for headers that do not agree with the body. */
export function headerMismatch(reason: string): JsonRpcError {
  return new JsonRpcError(ProtocolErrorCode.HeaderMismatch, `Header mismatch: ${reason}`);
}

/** Returns the error for a request of a server that may only ask inside of results, and gets no responses. */
export function unexpectedRequest({ method }: { readonly method: string }): Error {
  return new Error(
    `The server sent the request ${quote(method)}, which servers of this revision must not: it was ignored`,
  );
}
