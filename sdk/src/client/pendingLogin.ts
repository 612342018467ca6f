/** The login that is under way on a connection, if there is one: its opening waits for that. */
export class PendingLogin {
  #ended: Promise<void> | undefined;

  /** Takes a login that has begun. */
  readonly begun = (ended: Promise<void>): void => {
    const over = (): void => {
      if (this.#ended === current) this.#ended = undefined;
    };
    const current = ended.then(over, over);
    this.#ended = current;
  };

  /** Returns a promise that resolves when the login has ended; undefined if none is under way. */
  readonly ended = (): Promise<void> | undefined => this.#ended;
}
