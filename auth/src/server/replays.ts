/**
 * Remembers what must not be seen twice, for a limited time. The memory is bounded: if it is full, nothing more is accepted, since dropping
 * something would let it be replayed.
 */
export class Replays {
  readonly #lifetime: number;
  readonly #limit: number;
  #current = new Set<string>();
  #previous = new Set<string>();
  /** When the current set was begun, in milliseconds of `performance.now()`. */
  #begun = performance.now();

  /**
   * @param lifetime milliseconds that each is remembered at least
   * @param limit how many are remembered
   */
  constructor(lifetime: number, limit: number) {
    this.#lifetime = lifetime;
    this.#limit = limit;
  }

  /** Returns whether it is new. */
  add(id: string): 'new' | 'seen' | 'full' {
    this.#turn();
    if (this.#current.has(id) || this.#previous.has(id)) return 'seen';
    if (this.#current.size + this.#previous.size >= this.#limit) return 'full';
    this.#current.add(id);
    return 'new';
  }

  /** Each is in the current set for up to a lifetime, and in the previous one for another. */
  #turn(): void {
    const age = performance.now() - this.#begun;
    if (age < this.#lifetime) return;
    this.#previous = age < 2 * this.#lifetime ? this.#current : new Set();
    this.#current = new Set();
    this.#begun = performance.now();
  }
}
