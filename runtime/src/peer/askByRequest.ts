import type { Answers, Asking, AskingExchange, Questions } from './context.js';
import type { Outgoing } from './outgoing.js';

/** Asks the other side with requests of this side, while the handler waits. */
export class AskByRequest implements Asking {
  readonly #outgoing: Outgoing;

  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing;
  }

  /** When one question fails the others are withdrawn: the handler will not use their answers. */
  async ask(questions: Questions, { id, signal }: AskingExchange): Promise<Answers> {
    const asked = Object.entries(questions);
    const withdrawn = asked.length > 1 ? new AbortController() : undefined;
    const either = withdrawn === undefined ? signal : AbortSignal.any([signal, withdrawn.signal]);
    try {
      const answers = asked.map(async ([key, { method, params }]) => {
        return [key, await this.#outgoing.request(method, params, { signal: either }, id)] as const;
      });
      return Object.fromEntries(await Promise.all(answers));
    } catch (error) {
      withdrawn?.abort(error);
      throw error;
    }
  }
}
