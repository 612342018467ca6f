import { brandError } from '@mcp-gen/runtime';

/** A handler returned an invalid value. The message says what it returned, and what to return instead. */
export class ReturnValueError extends TypeError {
  override readonly name = 'ReturnValueError';
  /** The error code of this class. */
  readonly code = 'INVALID_RETURN_VALUE';

  static {
    brandError(this, 'ReturnValueError');
  }

  /** Returns the same error, prefixed with the name of the tool, prompt, or resource. */
  about(target: string): ReturnValueError {
    return new ReturnValueError(`${target}: ${this.message}`, { cause: this });
  }
}
