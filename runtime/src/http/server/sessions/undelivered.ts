import { Holding, textBytes, type Quota } from '../../../ledger/index.js';

/** Maximum number of held messages. */
const COUNT_LIMIT = 1_000;

/** Messages for a client without an open stream for them. Beyond the limits, the oldest are dropped. */
export class Undelivered {
  readonly #characterLimit: number;
  #texts: string[] = [];
  #characters = 0;
  readonly #held: Holding;

  /**
   * @param characterLimit the maximum characters of all messages
   * @param quota counts the memory
   */
  constructor(characterLimit: number, quota: Quota) {
    this.#characterLimit = characterLimit;
    this.#held = new Holding(quota, 'output');
  }

  keep(text: string): void {
    while (this.#texts.length > 0 && !this.#fits(text)) {
      const oldest = this.#texts.shift() ?? '';
      this.#characters -= oldest.length;
      this.#held.add(-textBytes(oldest));
    }
    if (!this.#fits(text) || !this.#held.add(textBytes(text))) return;
    this.#characters += text.length;
    this.#texts.push(text);
  }

  /** Returns all messages, and removes them. */
  take(): readonly string[] {
    const texts = this.#texts;
    this.#texts = [];
    this.#characters = 0;
    this.#held.close();
    return texts;
  }

  #fits({ length }: string): boolean {
    return this.#texts.length < COUNT_LIMIT && this.#characters + length <= this.#characterLimit;
  }
}
