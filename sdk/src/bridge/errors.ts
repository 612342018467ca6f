/** What a client is told of errors between it and the server. */

import {
  ConnectionClosedError,
  ErrorCode,
  HttpStatusError,
  InvalidMessageError,
  JsonRpcError,
  NegotiationError,
  RequestTimeoutError,
} from '@mcp-gen/runtime';
import { URL_ELICITATION_REQUIRED } from '../client/visits.js';
import { NotExpressibleError } from '../conversions/index.js';
import { resourceNotFoundCode } from '../server/errorCodes.js';

/** The one revision with an error for requests that have to wait until pages are visited. */
const REVISION_OF_VISITS = '2025-11-25';

/** Returns an error of the bridge, as the client gets it. */
export function bridgeError(message: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InternalError, message);
}

/**
 * Returns the error that a client gets for one of the server, or of the way to it. What the server answered is passed on; of the way, a
 * client learns no addresses, and nothing of what the server wrote to stderr.
 *
 * @param method of the request that failed
 * @param revision of the client
 */
export function toClientError(error: unknown, method: string, revision: string): unknown {
  if (error instanceof JsonRpcError) {
    if (error.code === URL_ELICITATION_REQUIRED && revision !== REVISION_OF_VISITS) return bridgeError(error.message);
    return withCodeOf(error, method, revision);
  }
  if (error instanceof NotExpressibleError) return bridgeError(error.message);
  if (error instanceof ConnectionClosedError) return bridgeError('The server behind the bridge has ended');
  if (error instanceof RequestTimeoutError) return bridgeError(`The server behind the bridge did not answer ${method}`);
  if (error instanceof HttpStatusError) {
    return bridgeError(`The server behind the bridge answered with the HTTP status ${error.status}`);
  }
  if (error instanceof InvalidMessageError) return bridgeError(`Not passed on by the bridge: ${error.message}`);
  return error;
}

/**
 * Returns the error that a server gets for one of the client that it asked, or of the way to it. What the client answered is passed on.
 *
 * @param method of the question
 */
export function toServerError(error: unknown, method: string): unknown {
  if (error instanceof JsonRpcError) return error;
  if (error instanceof NotExpressibleError) return bridgeError(error.message);
  if (error instanceof ConnectionClosedError) return bridgeError('The client behind the bridge has gone');
  if (error instanceof RequestTimeoutError) return bridgeError(`The client behind the bridge did not answer ${method}`);
  if (error instanceof InvalidMessageError) {
    return bridgeError(`The client behind the bridge did not answer ${method} as it must: ${error.message}`);
  }
  return error;
}

/** Returns the error that a client gets if its server cannot be reached. */
export function toOpeningError(error: unknown): JsonRpcError {
  if (error instanceof JsonRpcError) return error;
  if (error instanceof NegotiationError) return bridgeError(`The server behind the bridge: ${error.message}`);
  if (error instanceof HttpStatusError) return toClientError(error, '', '') as JsonRpcError;
  return bridgeError('The server behind the bridge could not be reached');
}

/** The specification changed the code for a resource that does not exist. */
function withCodeOf(error: JsonRpcError, method: string, revision: string): JsonRpcError {
  if (method !== 'resources/read' || !isMissingResource(error)) return error;
  return new JsonRpcError(resourceNotFoundCode(revision), error.message, error.data);
}

function isMissingResource({ code, data }: JsonRpcError): boolean {
  if (code === resourceNotFoundCode('')) return true;
  const names = typeof data === 'object' && data !== null && 'uri' in data;
  return code === ErrorCode.InvalidParams && names;
}
