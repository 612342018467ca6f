import type { ErrorObject } from './messages.js';

/** The error codes that JSON-RPC 2.0 defines (section 5.1). */
export const ErrorCode = {
  /** The text is not JSON. */
  ParseError: -32700,
  /** The JSON is not a message that is allowed here. */
  InvalidRequest: -32600,
  /** The method does not exist, or is not offered. */
  MethodNotFound: -32601,
  /** The params do not have the shape that the method asks for. */
  InvalidParams: -32602,
  /** The receiver failed. */
  InternalError: -32603,
} as const;

/**
 * An error as it travels in a message. A handler throws one to choose what the other side is told; a caller catches one
 * when the other side answered with an error.
 */
export class JsonRpcError extends Error implements ErrorObject {
  /** The name of the class. */
  override readonly name: string = 'JsonRpcError';
  /** What kind of error it is: one of {@link ErrorCode}, of the protocol, or of the application. */
  readonly code: number;
  /** More about it, in the sender's own words: any JSON value, or nothing. */
  readonly data: unknown;

  /** @throws {TypeError} if `code` is not an integer: such an error could not be sent. */
  constructor(code: number, message: string, data?: unknown, options?: ErrorOptions) {
    if (!Number.isInteger(code)) throw new TypeError(`The code of a JSON-RPC error must be an integer, not ${code}`);
    super(message, options);
    this.code = code;
    this.data = data;
  }
}

/** What the other side is told of a failure that is none of its business. */
export function internalError(): JsonRpcError {
  return new JsonRpcError(ErrorCode.InternalError, 'Internal error');
}

/** What the other side is told of a message that is not allowed here. */
export function invalidRequest(reason: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidRequest, `Invalid request: ${reason}`);
}
