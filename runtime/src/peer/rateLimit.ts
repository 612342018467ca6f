/** Limits the number of events in a second, at once or spread evenly. */
export class RateLimit {
  readonly #perSecond: number;
  #left: number;
  #last: number = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
  }

  /** Returns whether one more event may pass now. */
  pass(): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#perSecond, this.#left + ((now - this.#last) / 1_000) * this.#perSecond);
    this.#last = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
