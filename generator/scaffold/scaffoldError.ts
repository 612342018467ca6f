/** Why a project was not scaffolded, in words for the person who asked for it. */
export class ScaffoldError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ScaffoldError';
  }
}
