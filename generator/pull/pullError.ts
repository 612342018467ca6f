/** Why official files could not be had: their source does not give them, or gives something else. */
export class PullError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PullError';
  }
}
