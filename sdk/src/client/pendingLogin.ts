/** The login that is running on a connection, if any. Opening the connection waits for it. */
export class PendingLogin {
  #ended: Promise<void> | undefined;

  /** Called when a login has begun. */
  readonly begun = (ended: Promise<void>): void => {
    const over = (): void => {
      if (this.#ended === current) this.#ended = undefined;
    };
    const current = ended.then(over, over);
    this.#ended = current;
  };

  /** Returns a promise that resolves when the login has ended; undefined if none is running. */
  readonly ended = (): Promise<void> | undefined => this.#ended;
}
