/** Work that several callers wait for at once. Who stops waiting does not stop it, unless nobody waits any longer. */
export class Shared<Result> {
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  /** @param work starts at once; its signal aborts when nobody waits any longer */
  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#result = work(this.#controller.signal);
    // Anyone who waits gets the error.
    this.#result.catch(() => undefined);
  }

  /** Whether it was stopped, since nobody waited. */
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
      if (this.#waiting === 0) this.#controller.abort(new Error('Nobody waits for the authorization any more'));
    }
  }
}
