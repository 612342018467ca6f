/** A path that is in none of the roots. */
export class OutsideRootsError extends Error {
  override readonly name = 'OutsideRootsError';
  /** The path that was asked for. */
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`${JSON.stringify(path)} ${problem}`);
    this.path = path;
  }
}
