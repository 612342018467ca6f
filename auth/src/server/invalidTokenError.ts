import { brandError } from '@mcp-gen/runtime';

/** A token is not valid. A verifier throws it to tell the client why: the message is the description of the error `invalid_token`. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
  /** The code of this error class. */
  readonly code = 'INVALID_TOKEN';

  static {
    brandError(this, 'InvalidTokenError');
  }
}
