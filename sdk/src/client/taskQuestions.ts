/** Answers what one task asks, while it is polled. */

import { InvalidMessageError, RequestCancelledError } from '@mcp-gen/runtime';

/** A question of a task. */
export interface TaskQuestion {
  readonly method: string;
  readonly params?: unknown;
}

/** Questions of a task, by their keys. */
export type OpenQuestions = { readonly [key: string]: TaskQuestion };

/** What answering takes. */
export interface TaskQuestionsParts {
  /** Has one question answered. The signal aborts when the answer is no longer needed. */
  readonly answer: (questions: OpenQuestions, signal: AbortSignal) => Promise<object>;
  /** Sends an answer to the server. */
  readonly send: (answers: object) => Promise<unknown>;
  /** Called when a question cannot be answered, or its answer cannot be sent. */
  readonly fail: (error: unknown) => void;
  /** The questions that were answered, or are being answered, in any wait for the task: a server may show them again. */
  readonly claimed: Set<string>;
}

/** Questions that one task may ask. */
const MOST_QUESTIONS = 1_000;

/** Questions that one task may ask at a time. */
const MOST_OPEN = 100;

/** Answers each question of a task on its own, until the task no longer asks it. */
export class TaskQuestions {
  readonly #parts: TaskQuestionsParts;
  readonly #open = new Map<string, AbortController>();
  #count = 0;
  #isClosed = false;

  constructor(parts: TaskQuestionsParts) {
    this.#parts = parts;
  }

  /**
   * Begins to answer the questions that are new, and withdraws those that the task no longer asks.
   *
   * @throws {InvalidMessageError} if there are too many.
   */
  take(questions: OpenQuestions = {}): void {
    for (const key of this.#open.keys()) if (!Object.hasOwn(questions, key)) this.#withdraw(key);
    for (const [key, question] of Object.entries(questions)) {
      if (this.#parts.claimed.has(key)) continue;
      if (++this.#count > MOST_QUESTIONS) throw tooMany(`more than ${MOST_QUESTIONS} questions`);
      if (this.#open.size >= MOST_OPEN) throw tooMany(`more than ${MOST_OPEN} questions at once`);
      void this.#answer(key, question);
    }
  }

  /** Withdraws all questions: nobody waits for the task any longer. */
  close(): void {
    this.#isClosed = true;
    for (const key of this.#open.keys()) this.#withdraw(key);
  }

  /** A question that is withdrawn may be asked again. */
  #withdraw(key: string): void {
    const controller = this.#open.get(key);
    this.#open.delete(key);
    this.#parts.claimed.delete(key);
    controller?.abort(new RequestCancelledError('The task no longer asks this'));
  }

  async #answer(key: string, question: TaskQuestion): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#open.set(key, controller);
    this.#parts.claimed.add(key);
    try {
      const answers = await this.#parts.answer({ [key]: question }, signal);
      if (signal.aborted) return;
      // From here on the task may stop asking, since it has the answer.
      this.#open.delete(key);
      await this.#parts.send(answers);
    } catch (error) {
      if (!signal.aborted && !this.#isClosed) this.#parts.fail(error);
    }
  }
}

function tooMany(what: string): InvalidMessageError {
  return new InvalidMessageError('tasks/get', `The task has asked ${what}`);
}
