/**
 * Detects repeated ids within a limited time. Memory is bounded: at the limit, new ids are rejected, because dropping one would allow a
 * replay.
 */
export class Replays {
  readonly #lifetime: number;
  readonly #limit: number;
  #current = new Set<string>();
  #previous = new Set<string>();
  /** When the current set was started, in milliseconds of `performance.now()`. */
  #started = performance.now();

  /**
   * @param lifetime minimum milliseconds that an id is stored
   * @param limit maximum number of stored ids
   */
  constructor(lifetime: number, limit: number) {
    this.#lifetime = lifetime;
    this.#limit = limit;
  }

  /** Adds an id, and returns whether it is new. */
  add(id: string): 'new' | 'seen' | 'full' {
    this.#turn();
    if (this.#current.has(id) || this.#previous.has(id)) return 'seen';
    if (this.#current.size + this.#previous.size >= this.#limit) return 'full';
    this.#current.add(id);
    return 'new';
  }

  /** Rotates the sets: each id is in the current set for up to a lifetime, and in the previous one for another. */
  #turn(): void {
    const age = performance.now() - this.#started;
    if (age < this.#lifetime) return;
    this.#previous = age < 2 * this.#lifetime ? this.#current : new Set();
    this.#current = new Set();
    this.#started = performance.now();
  }
}
