import { brandError } from '@mcp-gen/runtime';

/** A token is invalid. A verifier throws it to tell the client why: the message becomes the description of the error `invalid_token`. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
  /** The code of this error class. */
  readonly code = 'INVALID_TOKEN';

  static {
    brandError(this, 'InvalidTokenError');
  }
}

/**
 * A token cannot be verified now, because keys or metadata could not be fetched. The reason has been reported. The client receives 503
 * instead of 401, because a new token would not help.
 *
 * @internal
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
