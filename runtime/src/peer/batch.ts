import { errorMessage, type AnswerMessage, type RequestId } from '../jsonrpc/messages.js';
import { Holding, MessageLimitError, OverBudgetError, weigh, type Quota } from '../ledger/index.js';
import type { AnswerSink } from './context.js';

/** Returns the error for a batch that has too many messages. */
export function batchTooLarge(limit: number): MessageLimitError {
  return new MessageLimitError(`a batch must not have more than ${limit} messages`, 'limits.batchLimit');
}

/** Sends the answers of a batch. */
interface BatchOutlet {
  answer(answers: readonly AnswerMessage[]): void;
  leaveUnanswered(id: RequestId): void;
}

/**
 * Collects the answers to the requests of one batch, and sends them together when the last one is available. An answer that is too large to
 * be held until then is replaced by an error.
 */
export class Batch implements AnswerSink {
  readonly #answers: AnswerMessage[] = [];
  readonly #outlet: BatchOutlet;
  readonly #gathered: Holding;
  #missing: number;

  /**
   * @param expected the number of requests that need an answer
   * @param quota counts the memory of collected answers
   */
  constructor(expected: number, outlet: BatchOutlet, quota: Quota) {
    this.#missing = expected;
    this.#outlet = outlet;
    this.#gathered = new Holding(quota, 'output');
  }

  answer(answer: AnswerMessage): void {
    const fits = this.#gathered.add(weigh(answer));
    this.#answers.push(fits ? answer : errorMessage(answer.id, new OverBudgetError('output')));
    this.#countDown();
  }

  leaveUnanswered(id: RequestId): void {
    this.#countDown();
    this.#outlet.leaveUnanswered(id);
  }

  /** Drops the collected answers. Called when the remaining ones will not come. */
  close(): void {
    this.#gathered.close();
  }

  /** A batch without any answer is not answered. */
  #countDown(): void {
    if (--this.#missing > 0) return;
    this.#gathered.close();
    if (this.#answers.length > 0) this.#outlet.answer(this.#answers);
  }
}
