import type { Issue } from './codegen/v1.js';

/**
 * Makes `instanceof` recognize errors of another copy of the package, including subclasses. A program may load two copies, installed by
 * different dependencies, and errors may pass from one to the other.
 *
 * Called once, in a static block of the class. A subclass without its own brand is compared as usual.
 *
 * @param errorClass the class
 * @param name its public name, which is the same in all copies
 */
export function brandError(errorClass: abstract new (...args: never) => Error, name: string): void {
  const brand = Symbol.for(`mcp-gen.error.${name}`);
  Object.defineProperty(errorClass.prototype, brand, { value: true });
  Object.defineProperty(errorClass, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this === errorClass) return typeof value === 'object' && value !== null && brand in value;
      return Function.prototype[Symbol.hasInstance].call(this, value);
    },
  });
}

/** A request timed out. It was cancelled at the other side, where the protocol allows that. */
export class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';
  /** The error code of this class. */
  readonly code = 'REQUEST_TIMEOUT';

  static {
    brandError(this, 'RequestTimeoutError');
  }

  /** The method of the request. */
  readonly method: string;
  /** The timeout in milliseconds. */
  readonly timeout: number;

  constructor(method: string, timeout: number) {
    super(`Request timed out: no response to ${method} within ${timeout} ms`);
    this.method = method;
    this.timeout = timeout;
  }
}

/** Why a connection was closed. */
export type CloseReason =
  /** This side closed it. */
  | 'closed'
  /** The other side closed it, or its input ended. */
  | 'end-of-input'
  /** The server process ended. */
  | 'process-exit'
  /** A message was larger than the limit. */
  | 'message-too-large'
  /** The other side no longer answers pings. */
  | 'timeout'
  /** Reading or writing failed; `cause` has the error. */
  | 'transport-error';

/** The connection is closed: pending requests get no response, and no message can be sent. */
export class ConnectionClosedError extends Error {
  override readonly name = 'ConnectionClosedError';
  /** The error code of this class. */
  readonly code = 'CONNECTION_CLOSED';

  static {
    brandError(this, 'ConnectionClosedError');
  }

  /** Why it is closed. */
  readonly reason: CloseReason;
  /** The exit code of the server's process; undefined if a signal terminated it, and for other reasons. */
  readonly exitCode: number | undefined;

  constructor(
    reason: CloseReason,
    message: string,
    options?: { readonly cause?: unknown; readonly exitCode?: number | undefined },
  ) {
    super(message, options);
    this.reason = reason;
    this.exitCode = options?.exitCode;
  }
}

/** Client and server support no common revision of the protocol. */
export class NegotiationError extends Error {
  override readonly name = 'NegotiationError';
  /** The error code of this class. */
  readonly code = 'NEGOTIATION_FAILED';

  static {
    brandError(this, 'NegotiationError');
  }

  /** The version that this side requested. */
  readonly requested: string;
  /** The versions that the other side supports. */
  readonly supported: readonly string[];

  constructor(requested: string, supported: readonly string[]) {
    const named = supported.length === 0 ? 'does not name one that it supports' : `supports ${supported.join(', ')}`;
    super(`No common protocol version: requested ${requested}, the server ${named}`);
    this.requested = requested;
    this.supported = supported;
  }
}

/** A message does not match the schema of the revision. An outgoing message was not sent. */
export class InvalidMessageError extends Error {
  override readonly name = 'InvalidMessageError';
  /** The error code of this class. */
  readonly code = 'INVALID_MESSAGE';

  static {
    brandError(this, 'InvalidMessageError');
  }

  /** The method of the message, or of the request that the message responds to. */
  readonly method: string;
  /** Where the message is invalid. Empty if the revision has no explanations. */
  readonly issues: readonly Issue[];

  constructor(method: string, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.method = method;
    this.issues = issues;
  }
}

/** The other side cancelled its request. This is the `reason` of the signal that the handler receives. */
export class RequestCancelledError extends Error {
  /** The name that the platform uses for cancelled operations. */
  override readonly name = 'AbortError';
  /** The error code of this class. */
  readonly code = 'REQUEST_CANCELLED';

  static {
    brandError(this, 'RequestCancelledError');
  }

  /** @param reason the reason that the other side gave, if any */
  constructor(reason?: string) {
    super(reason === undefined ? 'The request was cancelled' : `The request was cancelled: ${reason}`);
  }
}

/** A server answered over HTTP with an error status. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  /** The error code of this class. */
  readonly code = 'HTTP_STATUS';

  static {
    brandError(this, 'HttpStatusError');
  }

  /** The status: 400 or more. */
  readonly status: number;
  /** The code of the JSON-RPC error in the body, if there is one. */
  readonly rpcCode: number | undefined;
  /** The data of that JSON-RPC error. */
  readonly data: unknown;
  /** Milliseconds to wait before the next attempt, if the server said so (`Retry-After`). */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, rpcCode?: number, data?: unknown, retryAfter?: number) {
    super(message);
    this.status = status;
    this.rpcCode = rpcCode;
    this.data = data;
    this.retryAfter = retryAfter;
  }
}
