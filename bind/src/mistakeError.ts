import { brandError } from '@mcp-gen/runtime';

/** An error that the user can fix: invalid arguments or files, or a server that cannot be used. Its message needs no stack trace. */
export class MistakeError extends TypeError {
  override readonly name = 'MistakeError';
  /** The code of this error class. */
  readonly code = 'MISTAKE';

  static {
    brandError(this, 'MistakeError');
  }
}
