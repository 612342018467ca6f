import { isObject, quote } from '../codegen/v1.js';
import { JsonRpcError } from '../jsonrpc/errors.js';
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
