/** Lets so much through in a second, all at once or evenly. */
export class RateLimit {
  readonly #perSecond: number;
  #left: number;
  #last: number = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
  }

  /** Whether one more may pass now. */
  pass(): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#perSecond, this.#left + ((now - this.#last) / 1_000) * this.#perSecond);
    this.#last = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
