/** A task that this process runs. */

import { RequestTimeoutError } from '@mcp-gen/runtime';
import { plainLine } from '../guard/plain.js';
import { isFinal, type TaskError, type TaskQuestion, type TaskRecord } from './record.js';
import { unreferenced } from '../unreferenced.js';

/** A question to the client of a task, with how long it may take. */
export interface AskedQuestion extends TaskQuestion {
  /** Milliseconds to wait for the answer; 0 for no limit. Default 3,600,000: a person may have to be found first. */
  readonly timeout?: number | undefined;
  /** Withdraws the question. */
  readonly signal?: AbortSignal | undefined;
}

/** Several questions, by their keys. */
export type AskedQuestions = { readonly [key: string]: AskedQuestion };

/** How a task ended. */
export type Outcome =
  | { readonly status: 'completed'; readonly result: object }
  | { readonly status: 'failed'; readonly error: TaskError }
  | { readonly status: 'cancelled'; readonly statusMessage?: string };

/** Milliseconds between two changes of the status message that are told and stored. */
const MESSAGE_INTERVAL = 100;

/** Characters of a status message. */
const LONGEST_MESSAGE = 1_000;

interface OpenQuestion {
  readonly question: TaskQuestion;
  readonly settle: (answer: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/** A task that this process runs: its record as it is now, its questions, and what ends it. */
export class RunningTask {
  /** Tells the handler to stop. */
  readonly controller = new AbortController();
  readonly #now: () => number;
  readonly #onChange: (record: TaskRecord) => void;
  readonly #open = new Map<string, OpenQuestion>();
  readonly #usedKeys = new Set<string>();
  readonly #listeners = new Set<(record: TaskRecord) => void>();
  #record: TaskRecord;
  /** Tells of a status message later, if it is set. */
  #later: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param record the task as it begins
   * @param onChange stores the record whenever it changes
   */
  constructor(record: TaskRecord, now: () => number, onChange: (record: TaskRecord) => void) {
    this.#record = record;
    this.#now = now;
    this.#onChange = onChange;
  }

  /** The task as it is now. */
  get record(): TaskRecord {
    return this.#record;
  }

  /** Sets what people are told of the task. */
  say(message: string): void {
    if (isFinal(this.#record.status)) return;
    this.#record = { ...this.#record, statusMessage: plainLine(message, LONGEST_MESSAGE), updatedAt: this.#now() };
    this.#later ??= setTimeout(() => this.#tell(), MESSAGE_INTERVAL);
  }

  /** Extends the time in which this process guarantees that the task runs. */
  extend(aliveUntil: number): void {
    this.#record = { ...this.#record, aliveUntil };
    this.#onChange(this.#record);
  }

  /** Calls back on every change. Returns what ends that. */
  listen(listener: (record: TaskRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Asks the client. Resolves when all answers are there.
   *
   * @throws {TypeError} if a key was used before.
   * @throws {RequestTimeoutError} if an answer takes too long.
   */
  async ask(questions: AskedQuestions): Promise<{ readonly [key: string]: unknown }> {
    this.controller.signal.throwIfAborted();
    const asked = Object.entries(questions);
    for (const [key, { signal }] of asked) {
      if (this.#usedKeys.has(key)) {
        throw new TypeError(
          `The key ${JSON.stringify(key)} has been used already: each question of a task needs its own`,
        );
      }
      signal?.throwIfAborted();
    }
    const answers = asked.map(async ([key, question]) => [key, await this.#put(key, question)] as const);
    this.#changeQuestions();
    try {
      return Object.fromEntries(await Promise.all(answers));
    } finally {
      // One without an answer withdraws those that were asked with it.
      let isWithdrawn = false;
      for (const [key] of asked) isWithdrawn = this.#open.delete(key) || isWithdrawn;
      if (isWithdrawn) this.#changeQuestions();
    }
  }

  /** The questions without an answer. */
  get questions(): ReadonlyMap<string, { readonly question: TaskQuestion }> {
    return this.#open;
  }

  /** Takes answers. Those to no open question are ignored. */
  answer(answers: Iterable<readonly [key: string, answer: unknown]>): void {
    let isChanged = false;
    for (const [key, answer] of answers) {
      const open = this.#open.get(key);
      if (open === undefined) continue;
      this.#open.delete(key);
      open.settle(answer);
      isChanged = true;
    }
    if (isChanged) this.#changeQuestions();
  }

  /** Tells the handler that a question was not answered. */
  refuse(key: string, error: unknown): void {
    const open = this.#open.get(key);
    if (open === undefined) return;
    this.#open.delete(key);
    open.fail(error);
    this.#changeQuestions();
  }

  /** Ends the task, unless it has ended. Returns whether it had not. */
  end(outcome: Outcome): boolean {
    if (isFinal(this.#record.status)) return false;
    const { questions: _, statusMessage: __, ...record } = this.#record;
    this.#record = { ...record, ...messageOf(outcome), ...outcome, updatedAt: this.#now() };
    const reason = new Error(`The task has ended: ${outcome.status}`);
    for (const { fail } of this.#open.values()) fail(reason);
    this.#open.clear();
    this.#tell();
    return true;
  }

  #put(key: string, { method, params, timeout = 3_600_000, signal }: AskedQuestion): Promise<unknown> {
    this.#usedKeys.add(key);
    return new Promise((resolve, reject) => {
      const timer =
        timeout > 0
          ? unreferenced(
              setTimeout(
                () => this.refuse(key, new RequestTimeoutError(method, timeout)),
                Math.min(timeout, 2 ** 31 - 1),
              ),
            )
          : undefined;
      const withdraw = (): void => this.refuse(key, signal?.reason);
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', withdraw);
      };
      signal?.addEventListener('abort', withdraw);
      this.#open.set(key, {
        question: { method, ...(params !== undefined && { params }) },
        settle: (answer) => {
          done();
          resolve(answer);
        },
        fail: (error) => {
          done();
          // What an application aborts with may be anything.
          reject(error instanceof Error ? error : new Error('The question was withdrawn', { cause: error }));
        },
      });
    });
  }

  #changeQuestions(): void {
    if (isFinal(this.#record.status)) return;
    const { questions: _, ...record } = this.#record;
    const open = [...this.#open].map(([key, { question }]) => [key, question] as const);
    this.#record = {
      ...record,
      status: open.length > 0 ? 'input_required' : 'working',
      updatedAt: this.#now(),
      ...(open.length > 0 && { questions: Object.fromEntries(open) }),
    };
    this.#tell();
  }

  #tell(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#onChange(this.#record);
    for (const listener of this.#listeners) listener(this.#record);
  }
}

/** What people are told of a task that has failed. */
function messageOf(outcome: Outcome): { readonly statusMessage?: string } {
  return outcome.status === 'failed' ? { statusMessage: plainLine(outcome.error.message, LONGEST_MESSAGE) } : {};
}
