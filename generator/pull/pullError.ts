/** Thrown if official files cannot be read, or are not what was expected. */
export class PullError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PullError';
  }
}
