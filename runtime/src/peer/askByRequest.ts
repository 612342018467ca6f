import { copyOf, type Answers, type Asking, type AskingExchange, type Questions } from './context.js';
import type { Outgoing } from './outgoing.js';

/** Asks the other side with requests while the handler waits. */
export class AskByRequest implements Asking {
  /** Handlers are never replayed. */
  readonly replay = undefined;
  readonly #outgoing: Outgoing;

  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing;
  }

  async once(_key: string, act: () => unknown): Promise<unknown> {
    return copyOf(await act());
  }

  /** If one question fails, the others are withdrawn, since the handler will not use their answers. */
  async ask(questions: Questions, { id, signal }: AskingExchange): Promise<Answers> {
    const asked = Object.entries(questions);
    const withdrawn = asked.length > 1 ? new AbortController() : undefined;
    try {
      const answers = asked.map(async ([key, { method, params, timeout, signal: own, onProgress }]) => {
        const signals = [signal, withdrawn?.signal, own].filter((each) => each !== undefined);
        const options = { signal: signals.length === 1 ? signal : AbortSignal.any(signals), timeout, onProgress };
        return [key, await this.#outgoing.request(method, params, options, id)] as const;
      });
      return Object.fromEntries(await Promise.all(answers));
    } catch (error) {
      withdrawn?.abort(error);
      throw error;
    }
  }
}
