import type { AnswerMessage, RequestId } from '../jsonrpc/messages.js';
import type { AnswerSink } from './context.js';

/** What a batch of answers leaves through. */
interface BatchOutlet {
  answer(answers: readonly AnswerMessage[]): void;
  leaveUnanswered(id: RequestId): void;
}

/** Gathers the answers to the requests of one batch, and sends them together when the last is there. */
export class Batch implements AnswerSink {
  readonly #answers: AnswerMessage[] = [];
  readonly #outlet: BatchOutlet;
  #missing: number;

  /** @param expected how many requests wait for an answer. */
  constructor(expected: number, outlet: BatchOutlet) {
    this.#missing = expected;
    this.#outlet = outlet;
  }

  answer(answer: AnswerMessage): void {
    this.#answers.push(answer);
    this.#countDown();
  }

  leaveUnanswered(id: RequestId): void {
    this.#countDown();
    this.#outlet.leaveUnanswered(id);
  }

  /** A batch without any answer is not answered at all. */
  #countDown(): void {
    if (--this.#missing === 0 && this.#answers.length > 0) this.#outlet.answer(this.#answers);
  }
}
