import { Holding, type Quota } from '../ledger/index.js';

/** Messages that are kept at most. */
const COUNT_LIMIT = 1_000;

/** Messages for a client that has no stream open for them yet. The oldest go when there are too many, or too much. */
export class Undelivered {
  readonly #characterLimit: number;
  #texts: string[] = [];
  readonly #characters: Holding;

  /**
   * @param characterLimit the characters that are kept at most, all messages together
   * @param quota counts them
   */
  constructor(characterLimit: number, quota: Quota) {
    this.#characterLimit = characterLimit;
    this.#characters = new Holding(quota, 'output');
  }

  keep(text: string): void {
    while (this.#texts.length > 0 && !this.#fits(text)) this.#characters.add(-(this.#texts.shift()?.length ?? 0));
    if (this.#fits(text) && this.#characters.add(text.length)) this.#texts.push(text);
  }

  /** Everything that is kept, which is forgotten then. */
  take(): readonly string[] {
    const texts = this.#texts;
    this.#texts = [];
    this.#characters.close();
    return texts;
  }

  #fits({ length }: string): boolean {
    return this.#texts.length < COUNT_LIMIT && this.#characters.bytes + length <= this.#characterLimit;
  }
}
