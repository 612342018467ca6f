/** Thrown if a project cannot be scaffolded. The message is shown to the user. */
export class ScaffoldError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ScaffoldError';
  }
}
