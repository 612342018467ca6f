/** Conversion of errors between a client and the server behind the bridge. */

import {
  ConnectionClosedError,
  ErrorCode,
  HttpStatusError,
  InvalidMessageError,
  JsonRpcError,
  NegotiationError,
  RequestTimeoutError,
} from '@mcp-gen/runtime';
import { ResourceNotFound } from '@mcp-gen/protocol/registry/errors';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { NotExpressibleError } from '../conversions/index.js';
import type { RevisionCodes } from '../revisionCodes.js';
import { resourceNotFoundCode } from '../server/errorCodes.js';

const LOGIN_ADVICE =
  'it requires authentication. Start the bridge with --auth (option auth), or with --header (option headers) and credentials';

/** Returns an error of the bridge itself, for the client. */
export function bridgeError(message: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InternalError, message);
}

/** Returns why a question of the server cannot be passed on. */
export function askedMessage(method: string, revision: string): string {
  return `The server behind the bridge asks ${method}, which revision ${revision} of the client does not have`;
}

/** Returns the error for a request that the revision of its receiver does not have (-32601). */
export function lackingError(method: string, receiver: 'client' | 'server', revision: string): JsonRpcError {
  return new JsonRpcError(
    ErrorCode.MethodNotFound,
    `Method not found: ${method}. Revision ${revision}, which the ${receiver} behind the bridge uses, does not have it`,
  );
}

/**
 * Converts an error of the server, or of the connection to it, to an error for the client. Errors that the server answered with are passed
 * on. Errors of the connection do not reveal addresses or the server's stderr.
 *
 * @param method of the request that failed
 * @param from the revision of the server
 * @param to the revision of the client
 * @param codes replaces codes that only the revision of the server has
 */
export function toClientError(error: unknown, method: string, from: string, to: string, codes: RevisionCodes): unknown {
  if (error instanceof JsonRpcError) return codes.passOn(withCodeOf(error, method, to), from, to);
  if (error instanceof NotExpressibleError) return bridgeError(error.message);
  if (error instanceof ConnectionClosedError)
    return bridgeError('The connection to the server behind the bridge was closed');
  if (error instanceof RequestTimeoutError) return bridgeError(`The server behind the bridge did not answer ${method}`);
  if (error instanceof HttpStatusError) return statusError(error);
  if (error instanceof InvalidMessageError)
    return bridgeError(`The bridge did not forward the message: ${error.message}`);
  return error;
}

/**
 * Converts an error of the client, or of the connection to it, to an error for the server that sent it a request. Errors that the client
 * answered with are passed on.
 *
 * @param method of the server's request
 * @param from the revision of the client
 * @param to the revision of the server
 * @param codes replaces codes that only the revision of the client has
 */
export function toServerError(error: unknown, method: string, from: string, to: string, codes: RevisionCodes): unknown {
  if (error instanceof JsonRpcError) return codes.passOn(error, from, to);
  if (error instanceof NotExpressibleError) return bridgeError(error.message);
  if (error instanceof ConnectionClosedError) return bridgeError('The client behind the bridge has disconnected');
  if (error instanceof RequestTimeoutError) return bridgeError(`The client behind the bridge did not answer ${method}`);
  if (error instanceof InvalidMessageError) {
    return bridgeError(`The client behind the bridge answered ${method} with an invalid result: ${error.message}`);
  }
  return error;
}

function statusError({ status }: HttpStatusError): JsonRpcError {
  const answer = `The server behind the bridge answered with the HTTP status ${status}`;
  return bridgeError(status === 401 ? `${answer}: ${LOGIN_ADVICE}` : answer);
}

/** Returns the error for a client whose server cannot be reached. */
export function toOpeningError(error: unknown): JsonRpcError {
  if (error instanceof JsonRpcError) return error;
  if (error instanceof NegotiationError) return bridgeError(`The server behind the bridge: ${error.message}`);
  if (error instanceof HttpStatusError) return statusError(error);
  return bridgeError('The server behind the bridge could not be reached');
}

/** The code for a resource that was not found depends on the revision. */
function withCodeOf(error: JsonRpcError, method: string, revision: string): JsonRpcError {
  if (method !== Method.resourcesRead || !isMissingResource(error)) return error;
  return new JsonRpcError(resourceNotFoundCode(revision), error.message, error.data);
}

function isMissingResource({ code, data }: JsonRpcError): boolean {
  if (code === ResourceNotFound.code) return true;
  const names = typeof data === 'object' && data !== null && 'uri' in data;
  return code === ErrorCode.InvalidParams && names;
}
