/** A URI or a URI template that is none. The message says what is wrong, and at which character. */
export class UriError extends Error {
  override readonly name = 'UriError';
  /** The URI or the template. */
  readonly text: string;
  /** Where it is wrong: characters before it. */
  readonly position: number;

  constructor(text: string, position: number, problem: string) {
    const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
    super(`${JSON.stringify(shown)}, character ${position + 1}: ${problem}`);
    this.text = text;
    this.position = position;
  }
}
