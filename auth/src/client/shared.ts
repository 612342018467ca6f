/** Runs one operation for several callers. When all of them have stopped waiting, it is aborted, unless `keep` was called. */
export class Shared<Result> {
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;
  #isKept = false;

  /** @param work starts immediately; its signal aborts when it is stopped */
  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#result = work(this.#controller.signal);
    // Callers receive the error from `wait`.
    this.#result.catch(() => undefined);
  }

  /** Resolves when the operation has ended, also after an error. */
  get ended(): Promise<void> {
    return this.#result.then(
      () => undefined,
      () => undefined,
    );
  }

  /** Lets the operation continue without callers. */
  keep(): void {
    this.#isKept = true;
  }

  /** Aborts the operation. */
  stop(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Whether the operation was aborted. */
  get isStopped(): boolean {
    return this.#controller.signal.aborted;
  }

  /**
   * Waits for the result.
   *
   * @throws the reason of the signal if that aborts before.
   */
  async wait(signal: AbortSignal | undefined): Promise<Result> {
    this.#waiting += 1;
    let abort: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal?.reason as Error);
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort);
    });
    try {
      return await Promise.race([this.#result, aborted]);
    } finally {
      if (abort !== undefined) signal?.removeEventListener('abort', abort);
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#isKept)
        this.stop(new Error('All callers have stopped waiting for the authorization'));
    }
  }
}
