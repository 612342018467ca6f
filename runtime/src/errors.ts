import type { Issue } from './codegen/v1.js';

/** No answer came in time. The other side has been told to stop, where the protocol allows that. */
export class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';
  /** The method of the request. */
  readonly method: string;
  /** Milliseconds that were waited for. */
  readonly timeout: number;

  constructor(method: string, timeout: number) {
    super(`No answer to ${method} within ${timeout} ms`);
    this.method = method;
    this.timeout = timeout;
  }
}

/** Why a connection is no more. */
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

/** The connection is closed: no answer will come, and nothing more can be sent. */
export class ConnectionClosedError extends Error {
  override readonly name = 'ConnectionClosedError';
  /** Why it is closed. */
  readonly reason: CloseReason;

  constructor(reason: CloseReason, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}

/** The two sides have no revision of the protocol in common. */
export class NegotiationError extends Error {
  override readonly name = 'NegotiationError';
  /** The version this side asked for. */
  readonly requested: string;
  /** The versions the other side named. */
  readonly supported: readonly string[];

  constructor(requested: string, supported: readonly string[]) {
    super(`No common protocol version: asked for ${requested}, the server offers ${supported.join(', ') || 'none'}`);
    this.requested = requested;
    this.supported = supported;
  }
}

/** A message does not have the shape that the revision asks for. What this side would send has not been sent. */
export class InvalidMessageError extends Error {
  override readonly name = 'InvalidMessageError';
  /** The method of the message, or of the request that it answers. */
  readonly method: string;
  /** Where it is wrong. Empty where the revision has no explanations. */
  readonly issues: readonly Issue[];

  constructor(method: string, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.method = method;
    this.issues = issues;
  }
}

/** The other side withdrew its request. The reason of the signal that a handler is given. */
export class RequestCancelledError extends Error {
  /** The name that every cancelled operation of the platform goes by. */
  override readonly name = 'AbortError';

  /** @param reason what the other side said, if it said anything. */
  constructor(reason?: string) {
    super(reason === undefined ? 'The request was cancelled' : `The request was cancelled: ${reason}`);
  }
}

/** A server answered over HTTP with a status that is no success. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  /** The status: 400 or more. */
  readonly status: number;
  /** The code of the JSON-RPC error that the answer had for a body, if it had one. */
  readonly code: number | undefined;
  /** The data of that error. */
  readonly data: unknown;
  /** Milliseconds after which the server wants to be asked again, if it has said so (`Retry-After`). */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, code?: number, data?: unknown, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
    this.retryAfter = retryAfter;
  }
}
