/** Thrown if command-line arguments are invalid. The message is shown to the user. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
  }
}
