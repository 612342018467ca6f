/** Work that several callers wait for at once. Who stops waiting does not stop it, unless nobody waits any longer, and it is not kept. */
export class Shared<Result> {
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;
  #isKept = false;

  /** @param work starts at once; its signal aborts when it is stopped */
  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#result = work(this.#controller.signal);
    // Anyone who waits gets the error.
    this.#result.catch(() => undefined);
  }

  /** Resolves when the work has ended, however. */
  get ended(): Promise<void> {
    return this.#result.then(
      () => undefined,
      () => undefined,
    );
  }

  /** Goes on from now on when nobody waits. */
  keep(): void {
    this.#isKept = true;
  }

  /** Aborts the work. */
  stop(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Whether it was stopped. */
  get isStopped(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Waits for the result. @throws the reason of the signal if that aborts before. */
  async wait(signal: AbortSignal | undefined): Promise<Result> {
    this.#waiting += 1;
    let abort: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal?.reason as Error);
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort, { once: true });
    });
    try {
      return await Promise.race([this.#result, aborted]);
    } finally {
      if (abort !== undefined) signal?.removeEventListener('abort', abort);
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#isKept) this.stop(new Error('Nobody waits for the authorization any more'));
    }
  }
}
