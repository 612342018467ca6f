/** Messages that are kept at most. */
const COUNT_LIMIT = 1_000;

/** Messages for a client that has no stream open for them yet. The oldest go when there are too many, or too much. */
export class Undelivered {
  readonly #characterLimit: number;
  #texts: string[] = [];
  #characters = 0;

  /** @param characterLimit the characters that are kept at most, all messages together. */
  constructor(characterLimit: number) {
    this.#characterLimit = characterLimit;
  }

  keep(text: string): void {
    this.#texts.push(text);
    this.#characters += text.length;
    while (this.#texts.length > COUNT_LIMIT || this.#characters > this.#characterLimit) {
      this.#characters -= this.#texts.shift()?.length ?? 0;
    }
  }

  /** Everything that is kept, which is forgotten then. */
  take(): readonly string[] {
    const texts = this.#texts;
    this.#texts = [];
    this.#characters = 0;
    return texts;
  }
}
