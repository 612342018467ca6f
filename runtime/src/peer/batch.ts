import type { AnswerMessage } from '../jsonrpc/messages.js';

/** Gathers the answers to the requests of one batch, and sends them together when the last is there. */
export class Batch {
  readonly #answers: AnswerMessage[] = [];
  readonly #send: (answers: readonly AnswerMessage[]) => void;
  #missing: number;

  /** @param expected how many requests wait for an answer. */
  constructor(expected: number, send: (answers: readonly AnswerMessage[]) => void) {
    this.#missing = expected;
    this.#send = send;
  }

  add(answer: AnswerMessage): void {
    this.#answers.push(answer);
    this.leaveOut();
  }

  /** One request gets no answer: it was cancelled. A batch without any answer is not answered at all. */
  leaveOut(): void {
    if (--this.#missing === 0 && this.#answers.length > 0) this.#send(this.#answers);
  }
}
