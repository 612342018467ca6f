/** Gives each name once. */

/** Names that are taken. It remembers the next number of each stem, so that many equal names take linear time. */
export class UniqueNames {
  readonly #taken: Set<string>;
  readonly #numbers = new Map<string, number>();
  /** What to restore, in the order in which names were taken. */
  readonly #history: { readonly name: string; readonly stem: string; readonly number: number | undefined }[] = [];

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /**
   * Takes a name, or if it is taken, its stem with a number.
   *
   * @param numbered writes the stem with a number, from 2
   */
  take(wanted: string, stem = wanted, numbered = (number: number): string => `${stem}${number}`): string {
    const before = this.#numbers.get(stem);
    let number = before ?? 2;
    let name = wanted;
    for (; this.#taken.has(name); number++) name = numbered(number);
    this.#numbers.set(stem, number);
    this.#taken.add(name);
    this.#history.push({ name, stem, number: before });
    return name;
  }

  /** Gives the names back that were taken last. */
  giveBack(count: number): void {
    for (const { name, stem, number } of this.#history.splice(this.#history.length - count).toReversed()) {
      this.#taken.delete(name);
      if (number === undefined) this.#numbers.delete(stem);
      else this.#numbers.set(stem, number);
    }
  }
}
