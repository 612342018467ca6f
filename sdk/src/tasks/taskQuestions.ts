/** Answers the input requests of one task while it is polled. */

import { InvalidMessageError, RequestCancelledError } from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';

/** An input request of a task. */
export interface TaskQuestion {
  readonly method: string;
  readonly params?: unknown;
}

/** Input requests of a task, by key. */
export type OpenQuestions = { readonly [key: string]: TaskQuestion };

/** The dependencies of answering input requests. */
export interface TaskQuestionsParts {
  /** Answers one input request. The signal aborts when the answer is no longer needed. */
  readonly answer: (questions: OpenQuestions, signal: AbortSignal) => Promise<object>;
  /** Sends an answer to the server. */
  readonly send: (answers: object) => Promise<unknown>;
  /** Called when an input request cannot be answered, or its answer cannot be sent. */
  readonly fail: (error: unknown) => void;
  /** Keys that were answered or are being answered, in any wait for the task: a server may repeat them. */
  readonly claimed: Set<string>;
}

/** Maximum number of input requests of one task. */
const MAX_QUESTIONS = 1_000;

/** Maximum number of open input requests of one task. */
const MAX_OPEN = 100;

/** Answers each input request of a task separately, until the task withdraws it. */
export class TaskQuestions {
  readonly #parts: TaskQuestionsParts;
  readonly #open = new Map<string, AbortController>();
  #count = 0;
  #isClosed = false;

  constructor(parts: TaskQuestionsParts) {
    this.#parts = parts;
  }

  /**
   * Starts answering new input requests, and aborts those that the task no longer has.
   *
   * @throws {InvalidMessageError} if there are too many.
   */
  take(questions: OpenQuestions = {}): void {
    for (const key of this.#open.keys()) if (!Object.hasOwn(questions, key)) this.#withdraw(key);
    for (const [key, question] of Object.entries(questions)) {
      if (this.#parts.claimed.has(key)) continue;
      if (++this.#count > MAX_QUESTIONS) throw tooMany(`more than ${MAX_QUESTIONS} input requests`);
      if (this.#open.size >= MAX_OPEN) throw tooMany(`more than ${MAX_OPEN} open input requests`);
      void this.#answer(key, question);
    }
  }

  /** Aborts all open input requests. Called when the wait for the task ends. */
  close(): void {
    this.#isClosed = true;
    for (const key of this.#open.keys()) this.#withdraw(key);
  }

  /** A withdrawn input request may be asked again. */
  #withdraw(key: string): void {
    const controller = this.#open.get(key);
    this.#open.delete(key);
    this.#parts.claimed.delete(key);
    controller?.abort(new RequestCancelledError('The task withdrew its input request'));
  }

  async #answer(key: string, question: TaskQuestion): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#open.set(key, controller);
    this.#parts.claimed.add(key);
    try {
      const answers = await this.#parts.answer({ [key]: question }, signal);
      if (signal.aborted) return;
      // From here on the task may drop the input request, since it has the answer.
      this.#open.delete(key);
      await this.#parts.send(answers);
    } catch (error) {
      if (!signal.aborted && !this.#isClosed) this.#parts.fail(error);
    }
  }
}

function tooMany(what: string): InvalidMessageError {
  return new InvalidMessageError(Method.tasksGet, `The task has ${what}`);
}
