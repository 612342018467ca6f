/** Random choices that are the same for the same seed (xorshift, 32 bits). */
export class Random {
  #state: number;

  constructor(seed: number) {
    const state = seed | 0;
    this.#state = state === 0 ? 1 : state;
  }

  /** Returns an integer from 0 up to, not including, `limit`. */
  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % limit;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** @throws {RangeError} if there are no items */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('There is nothing to pick from');
    return items[this.below(items.length)] as Item;
  }
}
