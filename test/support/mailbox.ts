/** Things that arrive in their own time, for tests that wait for one of them. */
export class Mailbox<Item> {
  readonly #items: Item[] = [];
  /** Those who wait. */
  readonly #waiting: (() => void)[] = [];

  readonly put = (item: Item): void => {
    this.#items.push(item);
    for (const wake of this.#waiting.splice(0)) wake();
  };

  /** Takes the first item that is wanted out of the box, as soon as it is there. What came before it stays. */
  async take(wanted: (item: Item) => boolean = () => true): Promise<Item> {
    for (;;) {
      const index = this.#items.findIndex(wanted);
      const [item] = index === -1 ? [] : this.#items.splice(index, 1);
      if (item !== undefined) return item;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Takes everything that is there. */
  empty(): Item[] {
    return this.#items.splice(0);
  }
}
