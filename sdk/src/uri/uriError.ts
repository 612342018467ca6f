import { brandError } from '@mcp-gen/runtime';

/** A URI or URI template is invalid. The message says what is wrong, and at which character. */
export class UriError extends Error {
  override readonly name = 'UriError';
  /** The error code of this class. */
  readonly code = 'INVALID_URI';

  static {
    brandError(this, 'UriError');
  }

  /** The URI or template. */
  readonly text: string;
  /** The index of the invalid character. */
  readonly position: number;

  constructor(text: string, position: number, problem: string) {
    const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
    super(`${JSON.stringify(shown)}, character ${position + 1}: ${problem}`);
    this.text = text;
    this.position = position;
  }
}
