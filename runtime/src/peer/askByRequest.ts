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
    try {
      const answers = asked.map(async ([key, { method, params, timeout, signal: own }]) => {
        const signals = [signal, withdrawn?.signal, own].filter((each) => each !== undefined);
        const options = { signal: signals.length === 1 ? signal : AbortSignal.any(signals), timeout };
        return [key, await this.#outgoing.request(method, params, options, id)] as const;
      });
      return Object.fromEntries(await Promise.all(answers));
    } catch (error) {
      withdrawn?.abort(error);
      throw error;
    }
  }
}
