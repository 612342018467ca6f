/** A task that this process runs. */

import { RequestTimeoutError } from '@mcp-gen/runtime';
import { plainLine } from '../guard/plain.js';
import {
  isFinal,
  NOT_STORED,
  type TaskError,
  type TaskQuestion,
  type TaskRecord,
  type TaskResumption,
} from './record.js';
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

/** What a running task takes of the tasks of its server. */
export interface RunningTaskParts {
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Returns whether the caller may keep the record. */
  readonly fits: (record: TaskRecord) => boolean;
  /** Stores the record. Called whenever it changes. */
  readonly onChange: (record: TaskRecord) => void;
}

interface OpenQuestion {
  readonly question: TaskQuestion;
  readonly settle: (answer: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/** A task that this process runs: its record as it is now, its questions, and what ends it. */
export class RunningTask {
  /** Tells the handler to stop. */
  readonly controller = new AbortController();
  readonly #parts: RunningTaskParts;
  readonly #open = new Map<string, OpenQuestion>();
  readonly #usedKeys = new Set<string>();
  readonly #listeners = new Set<(record: TaskRecord) => void>();
  #record: TaskRecord;
  /** Whether the next process goes on with it. */
  #isLeft = false;
  /** Tells of a status message later, if it is set. */
  #later: ReturnType<typeof setTimeout> | undefined;

  /** @param record the task as it begins */
  constructor(record: TaskRecord, parts: RunningTaskParts) {
    this.#record = record;
    this.#parts = parts;
  }

  /** The task as it is now. */
  get record(): TaskRecord {
    return this.#record;
  }

  /** Sets what people are told of the task. */
  say(message: string): void {
    if (this.#isOver) return;
    this.#record = {
      ...this.#record,
      statusMessage: plainLine(message, LONGEST_MESSAGE),
      updatedAt: this.#parts.now(),
    };
    this.#later ??= setTimeout(() => this.#tell(), MESSAGE_INTERVAL);
  }

  /** Extends the time in which this process guarantees that the task runs. */
  extend(aliveUntil: number): void {
    if (this.#isOver) return;
    this.#record = { ...this.#record, aliveUntil };
    this.#parts.onChange(this.#record);
  }

  /** Leaves a task that is resumable to the next process: nothing changes it here any longer. */
  leave(): void {
    const { questions: _, ...record } = this.#record;
    this.#record = { ...record, status: 'working', aliveUntil: 0 };
    this.#withdrawAll('The server is closing');
    this.#tell();
    this.#isLeft = true;
  }

  /** Whether nothing changes the task here any longer. */
  get #isOver(): boolean {
    return this.#isLeft || isFinal(this.#record.status);
  }

  /** What the next process goes on from, if the task is resumable. */
  get resumption(): TaskResumption | undefined {
    return this.#record.resumption;
  }

  /**
   * Changes what the next process goes on from.
   *
   * @throws {RangeError} if it is more than the caller may keep.
   */
  keep(changes: Partial<TaskResumption>): void {
    const { resumption } = this.#record;
    if (resumption === undefined || this.#isOver) return;
    const record = { ...this.#record, resumption: { ...resumption, ...changes } };
    if (!this.#parts.fits(record)) throw new RangeError('The task keeps more than a caller may');
    this.#record = record;
    this.#parts.onChange(record);
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
   * @throws {RangeError} if the questions are more than the caller may keep.
   * @throws {RequestTimeoutError} if an answer takes too long.
   */
  async ask(questions: AskedQuestions): Promise<{ readonly [key: string]: unknown }> {
    this.controller.signal.throwIfAborted();
    const { known = {} } = this.resumption ?? {};
    const given = Object.entries(known).filter(([key]) => Object.hasOwn(questions, key));
    const asked = Object.entries(questions).filter(([key]) => !Object.hasOwn(known, key));
    for (const [key, { signal }] of asked) {
      if (this.#usedKeys.has(key)) {
        throw new TypeError(
          `The key ${JSON.stringify(key)} has been used already: each question of a task needs its own`,
        );
      }
      signal?.throwIfAborted();
    }
    this.#checkSize(asked);
    const answers = asked.map(async ([key, question]) => [key, await this.#put(key, question)] as const);
    if (asked.length > 0) this.#changeQuestions();
    try {
      return Object.fromEntries([...given, ...(await Promise.all(answers))]);
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

  /**
   * Takes answers. Those to no open question are ignored.
   *
   * @throws {RangeError} if they are more than the caller may keep.
   */
  answer(answers: readonly (readonly [key: string, answer: unknown])[]): void {
    const open = answers.filter(([key]) => this.#open.has(key));
    if (open.length === 0) return;
    this.keep({ known: { ...this.resumption?.known, ...Object.fromEntries(open) } });
    for (const [key, answer] of open) {
      const question = this.#open.get(key);
      this.#open.delete(key);
      question?.settle(answer);
    }
    this.#changeQuestions();
  }

  /** Does something, and keeps its value for the next process. */
  async once<Value>(key: string, act: () => Value | Promise<Value>): Promise<Value> {
    const { known = {} } = this.#record.resumption ?? {};
    if (Object.hasOwn(known, key)) return known[key] as Value;
    const value = await act();
    const kept = JSON.stringify(value) as string | undefined;
    // Others may have been added meanwhile.
    const now = this.#record.resumption?.known;
    if (kept !== undefined) this.keep({ known: { ...now, [key]: JSON.parse(kept) as unknown } });
    return value;
  }

  /** Tells the handler that a question was not answered. */
  refuse(key: string, error: unknown): void {
    const open = this.#open.get(key);
    if (open === undefined) return;
    this.#open.delete(key);
    open.fail(error);
    this.#changeQuestions();
  }

  /** Ends the task, unless it has ended. A result that is more than its caller may keep is an error of the task. */
  end(outcome: Outcome): void {
    if (this.#isOver) return;
    const { questions: _, statusMessage: __, resumption: ___, ...record } = this.#record;
    const ended = (how: Outcome): TaskRecord => ({
      ...record,
      ...messageOf(how),
      ...how,
      updatedAt: this.#parts.now(),
    });
    const whole = ended(outcome);
    this.#record = this.#parts.fits(whole) ? whole : ended({ status: 'failed', error: NOT_STORED });
    this.#withdrawAll(`The task has ended: ${outcome.status}`);
    this.#tell();
  }

  #withdrawAll(why: string): void {
    const reason = new Error(why);
    for (const { fail } of this.#open.values()) fail(reason);
    this.#open.clear();
  }

  /** @throws {RangeError} if the record is more than the caller may keep, with these questions and those that are open. */
  #checkSize(asked: readonly (readonly [key: string, question: AskedQuestion])[]): void {
    const questions: { [key: string]: TaskQuestion } = {};
    for (const [key, { question }] of this.#open) questions[key] = question;
    for (const [key, { method, params }] of asked) questions[key] = { method, params };
    if (this.#parts.fits({ ...this.#record, questions })) return;
    throw new RangeError('The questions of the task are more than a caller may keep');
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
    if (this.#isOver) return;
    const { questions: _, ...record } = this.#record;
    const open = [...this.#open].map(([key, { question }]) => [key, question] as const);
    this.#record = {
      ...record,
      status: open.length > 0 ? 'input_required' : 'working',
      updatedAt: this.#parts.now(),
      ...(open.length > 0 && { questions: Object.fromEntries(open) }),
    };
    this.#tell();
  }

  #tell(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#parts.onChange(this.#record);
    for (const listener of this.#listeners) listener(this.#record);
  }
}

/** What people are told of a task that has failed. */
function messageOf(outcome: Outcome): { readonly statusMessage?: string } {
  return outcome.status === 'failed' ? { statusMessage: plainLine(outcome.error.message, LONGEST_MESSAGE) } : {};
}
