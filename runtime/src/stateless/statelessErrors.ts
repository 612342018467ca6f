import { isObject, quote, type Era } from '../codegen/v1.js';
import { HttpStatusError } from '../errors.js';
import { ErrorCode, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import { namesIn } from '../peer/profile.js';
import * as Code from '../registry/errorCodes.js';
import { protocolVersion } from '../registry/metaKeys.js';

/** The error codes that the protocol defines for revisions without sessions (specification, 2026-07-28: Overview, Error Codes). */
export const ProtocolErrorCode: {
  /** HTTP headers do not match the body, or a required header is missing. */
  readonly HeaderMismatch: typeof Code.HeaderMismatch;
  /** The request needs a capability that its client has not declared. */
  readonly MissingRequiredClientCapability: typeof Code.MissingRequiredClientCapability;
  /** The server does not support the revision of the request. */
  readonly UnsupportedProtocolVersion: typeof Code.UnsupportedProtocolVersion;
} = {
  HeaderMismatch: Code.HeaderMismatch,
  MissingRequiredClientCapability: Code.MissingRequiredClientCapability,
  UnsupportedProtocolVersion: Code.UnsupportedProtocolVersion,
};

/** Returns whether an error says that the other side does not support a revision. Over HTTP it may have its own status. */
function isVersionRefusal(error: unknown): boolean {
  return codeOf(error) === ProtocolErrorCode.UnsupportedProtocolVersion;
}

/**
 * Returns the supported revisions in a server's error for an unsupported revision; undefined for any other error (specification,
 * 2026-07-28: Versioning; 2025-11-25: Lifecycle, Error Handling).
 *
 * @param era the era of the request: in revisions with sessions, `initialize` may also be refused with the code for invalid params
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

/** Returns the revision that the params of `initialize` request; an empty string if there is none. */
export function requestedVersion(params: unknown): string {
  const version: unknown = isObject(params) ? params['protocolVersion'] : undefined;
  return typeof version === 'string' ? version : '';
}

/** Returns the error for a request in an unsupported revision. */
export function unsupportedVersion(requested: string, supported: readonly string[]): JsonRpcError {
  const message = `Unsupported protocol version. Supported: ${supported.join(', ')}`;
  return new JsonRpcError(ProtocolErrorCode.UnsupportedProtocolVersion, message, { supported, requested });
}

/** Returns the error for a request that needs a capability of its client. */
export function missingCapability(capability: string): JsonRpcError {
  const requiredCapabilities = namesIn(capability).reduceRight<object>((inner, name) => ({ [name]: inner }), {});
  const message = `The request needs the client capability ${capability}, which it does not declare`;
  return new JsonRpcError(ProtocolErrorCode.MissingRequiredClientCapability, message, { requiredCapabilities });
}

/** Returns the error for headers that do not match the body. */
export function headerMismatch(reason: string): JsonRpcError {
  return new JsonRpcError(ProtocolErrorCode.HeaderMismatch, `Header mismatch: ${reason}`);
}

/** Returns the error for a request of a server that may only ask in results, and receives no responses. */
export function unexpectedRequest({ method }: { readonly method: string }): Error {
  return new Error(
    `Ignored the request ${quote(method)} of the server: servers of this revision must not send requests`,
  );
}

/** Returns the error for a notification that is ignored, because it does not name its revision. */
export function withoutRevision({ method }: { readonly method: string }): Error {
  return new Error(`Ignored ${quote(method)}: its _meta must have the revision as ${protocolVersion}`);
}
