import { brandError } from '../errors.js';
import * as Code from '../registry/errorCodes.js';
import type { ErrorObject } from './messages.js';

/** The error codes that JSON-RPC 2.0 defines (section 5.1). */
export const ErrorCode: {
  /** The text is not JSON. */
  readonly ParseError: typeof Code.ParseError;
  /** The JSON is not an allowed message. */
  readonly InvalidRequest: typeof Code.InvalidRequest;
  /** The method does not exist, or is not available. */
  readonly MethodNotFound: typeof Code.MethodNotFound;
  /** The params are invalid for the method. */
  readonly InvalidParams: typeof Code.InvalidParams;
  /** The receiver failed. */
  readonly InternalError: typeof Code.InternalError;
} = {
  ParseError: Code.ParseError,
  InvalidRequest: Code.InvalidRequest,
  MethodNotFound: Code.MethodNotFound,
  InvalidParams: Code.InvalidParams,
  InternalError: Code.InternalError,
};

/**
 * The error of a JSON-RPC response. A handler throws one to choose the error that the other side receives; a caller catches one when
 * the other side answered with an error.
 */
export class JsonRpcError extends Error implements ErrorObject {
  /** The name of the class. */
  override readonly name: string = 'JsonRpcError';

  static {
    brandError(this, 'JsonRpcError');
  }

  /** The JSON-RPC error code: one of {@link ErrorCode}, of the protocol, or of the application. */
  readonly code: number;
  /** Additional data from the sender: any JSON value, or undefined. */
  readonly data: unknown;

  /** @throws {TypeError} if `code` is not an integer. */
  constructor(code: number, message: string, data?: unknown, options?: ErrorOptions) {
    if (!Number.isInteger(code))
      throw new TypeError(`Invalid code of a JSON-RPC error: expected an integer, got ${code}`);
    super(message, options);
    this.code = code;
    this.data = data;
  }
}

/** Returns the generic error for failures whose details the other side must not learn. */
export function internalError(): JsonRpcError {
  return new JsonRpcError(ErrorCode.InternalError, 'Internal error');
}

/** Returns the error for params that the receiver does not accept. */
export function refusedParams(reason: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, `Invalid params: ${reason}`);
}

/** Returns the error for a message that is not a valid request. */
export function invalidRequest(reason: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidRequest, `Invalid request: ${reason}`);
}

/** Returns the error for a message that cannot be parsed. */
export function parseError(what: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.ParseError, `Parse error: ${what}`);
}
