/** Names from which on names and hidden classes are remembered. Before, each one counts as new: that takes less than to look for it. */
const FEW = 32;

/** Names and hidden classes that are remembered at most. Further ones count as new each time. */
const REMEMBERED = 10_000;

/** Above the numbers of all names that are remembered. */
const BASE = 2 ** 20;

/**
 * Finds out which keys and hidden classes of a value are new. Objects whose keys have the same names in the same order share a hidden class;
 * a chain of others leads to it, one for each key.
 */
export class Shapes {
  /** The number of each name, and the hidden class that follows one of them with a further name. */
  #names: Map<string, number> | undefined;
  #steps: Map<number, number> | undefined;
  /** The keys of the latest object, and the hidden classes that they lead to; 0 for one that is not remembered. */
  readonly #keys: string[] = [];
  readonly #chain: number[] = [];
  /** How many of them are still in place. */
  #kept = 0;
  #length = 0;
  /** The number of keys that the object has in common with the one before, from the first on. */
  #common = 0;
  #count = 0;

  /** The number of keys of the object. */
  get length(): number {
    return this.#length;
  }

  /** Begins an object. */
  begin(): void {
    this.#length = 0;
    this.#common = 0;
  }

  /** Adds a key of the object. Returns whether its name is new. */
  add(name: string): boolean {
    const at = this.#length++;
    if (at === this.#common && at < this.#kept && this.#keys[at] === name) {
      this.#common++;
      return false;
    }
    this.#keys[at] = name;
    this.#kept = at + 1;
    return this.isNew(name);
  }

  /** Ends an object without hidden classes. */
  skip(): void {
    this.#kept = 0;
  }

  /** Ends an object. Returns the number of its hidden classes that are new. */
  end(): number {
    if (this.#names === undefined) return this.#length - this.#common;
    let added = 0;
    for (let at = this.#common; at < this.#length; at++) {
      const shape = at === 0 ? 1 : (this.#chain[at - 1] as number);
      const next = shape === 0 ? 0 : this.#step(shape, this.#keys[at] as string);
      if (next <= 0) added++;
      this.#chain[at] = Math.abs(next);
    }
    return added;
  }

  /** Returns whether a name, or another short string, is new. */
  isNew(name: string): boolean {
    if (this.#names === undefined) {
      if (this.#count++ < FEW) return true;
      this.#names = new Map();
      this.#kept = this.#common = 0;
    }
    const names = this.#names;
    if (names.has(name)) return false;
    if (names.size < REMEMBERED) names.set(name, names.size);
    return true;
  }

  /** Returns the hidden class that a name leads to; negative if it is new, 0 if it is not remembered. */
  #step(shape: number, key: string): number {
    const name = this.#names?.get(key);
    if (name === undefined) return 0;
    const steps = (this.#steps ??= new Map<number, number>());
    const step = shape * BASE + name;
    const known = steps.get(step);
    if (known !== undefined) return known;
    if (steps.size >= REMEMBERED) return 0;
    const next = steps.size + 2;
    steps.set(step, next);
    return -next;
  }
}
