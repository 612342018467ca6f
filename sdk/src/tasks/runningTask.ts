/** A task that is running in this process. */

import { after, RequestTimeoutError, type Stop } from '@mcp-gen/runtime';
import { plainLine } from '../guard/plain.js';
import type { TaskInfo } from '../server/handlerTask.js';
import {
  isFinal,
  NOT_STORED,
  type OngoingTask,
  type TaskError,
  type TaskQuestion,
  type TaskRecord,
  type TaskResumption,
} from './taskRecord.js';

/** A question to the client of a task, with its timeout. */
export interface AskedQuestion extends TaskQuestion {
  /** Milliseconds to wait for the answer; 0 for no limit. Default 3,600,000 (an hour), since a person may have to answer. */
  readonly timeout?: number | undefined;
  /** Aborts the question. */
  readonly signal?: AbortSignal | undefined;
}

/** Several questions by key. */
export type AskedQuestions = { readonly [key: string]: AskedQuestion };

/** The outcome of a task. */
export type Outcome =
  | { readonly status: 'completed'; readonly result: object }
  | { readonly status: 'failed'; readonly error: TaskError }
  | { readonly status: 'cancelled'; readonly statusMessage?: string };

/** Minimum milliseconds between two changes of the status message. */
const MESSAGE_INTERVAL = 100;

/** Maximum characters of a status message. */
const MAX_MESSAGE_LENGTH = 1_000;

/** The dependencies of a running task. */
export interface RunningTaskParts {
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Returns whether the record is within the limits of the caller. */
  readonly fits: (record: TaskRecord) => boolean;
  /** Stores the record. Called whenever it changes. */
  readonly onChange: (record: TaskRecord) => void;
}

interface OpenQuestion {
  readonly question: TaskQuestion;
  readonly settle: (answer: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/** A task that is running in this process: its current record, its questions, and its abort controller. */
export class RunningTask implements OngoingTask {
  /** Aborts the handler. */
  readonly controller = new AbortController();
  readonly #parts: RunningTaskParts;
  readonly #open = new Map<string, OpenQuestion>();
  readonly #usedKeys = new Set<string>();
  readonly #listeners = new Set<(record: TaskRecord) => void>();
  #record: TaskRecord;
  /** Whether the task is left to another process. */
  #isLeft = false;
  /** Stops the timer of a delayed status message. */
  #stopLater: Stop | undefined;

  /** @param record the initial record */
  constructor(record: TaskRecord, parts: RunningTaskParts) {
    this.#record = record;
    this.#parts = parts;
  }

  /** The current record. */
  get record(): TaskRecord {
    return this.#record;
  }

  /** Sets the status message. */
  say(message: string): void {
    if (this.#isOver) return;
    this.#record = {
      ...this.#record,
      statusMessage: plainLine(message, MAX_MESSAGE_LENGTH),
      updatedAt: this.#parts.now(),
    };
    this.#stopLater ??= after(MESSAGE_INTERVAL, () => this.#emitChange(), { keepsAlive: true });
  }

  /** Extends the lease of this process. */
  extend(aliveUntil: number): void {
    if (this.#isOver) return;
    this.#record = { ...this.#record, aliveUntil };
    this.#parts.onChange(this.#record);
  }

  /** Leaves a resumable task to another process: it no longer changes here. */
  leave(): void {
    const { questions: _, ...record } = this.#record;
    this.#record = { ...record, status: 'working', aliveUntil: 0 };
    this.#withdraw([...this.#open.keys()], new Error('The server is closing'));
    this.#emitChange();
    this.#isLeft = true;
  }

  /** Whether the task no longer changes here. */
  get #isOver(): boolean {
    return this.#isLeft || isFinal(this.#record.status);
  }

  /** The data for another process to resume the task, if it is resumable. */
  get resumption(): TaskResumption | undefined {
    return this.#record.resumption;
  }

  /**
   * Updates the data for another process.
   *
   * @throws {RangeError} if it exceeds the limits of the caller.
   */
  keep(changes: Partial<TaskResumption>): void {
    const { resumption } = this.#record;
    if (resumption === undefined || this.#isOver) return;
    const record = { ...this.#record, resumption: { ...resumption, ...changes } };
    if (!this.#parts.fits(record)) throw new RangeError('The data of the task exceeds the limits of the caller');
    this.#record = record;
    this.#parts.onChange(record);
  }

  /** Adds a listener for every change. Returns a function that removes it. */
  listen(listener: (record: TaskRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Asks the client. Resolves with all answers.
   *
   * @throws {TypeError} if a key was used before.
   * @throws {RangeError} if the questions exceed the limits of the caller.
   * @throws {RequestTimeoutError} if an answer takes too long.
   */
  async ask(questions: AskedQuestions): Promise<{ readonly [key: string]: unknown }> {
    this.controller.signal.throwIfAborted();
    const { answers: earlier = {} } = this.resumption ?? {};
    const given = Object.entries(earlier).filter(([key]) => Object.hasOwn(questions, key));
    const asked = Object.entries(questions).filter(([key]) => !Object.hasOwn(earlier, key));
    for (const [key, { signal }] of asked) {
      if (this.#usedKeys.has(key)) {
        throw new TypeError(
          `The key ${JSON.stringify(key)} is already in use: each question of a task needs a unique key`,
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
      // If one question is not answered, those asked together with it are withdrawn.
      const keys = asked.map(([key]) => key);
      if (this.#withdraw(keys, new Error('A question asked together with it was not answered')))
        this.#changeQuestions();
    }
  }

  /** The open questions. */
  get questions(): ReadonlyMap<string, { readonly question: TaskQuestion }> {
    return this.#open;
  }

  /**
   * Adds answers. Answers without an open question are ignored.
   *
   * @throws {RangeError} if they exceed the limits of the caller.
   */
  answer(answers: readonly (readonly [key: string, answer: unknown])[]): void {
    const open = answers.filter(([key]) => this.#open.has(key));
    if (open.length === 0) return;
    this.keep({ answers: { ...this.resumption?.answers, ...Object.fromEntries(open) } });
    for (const [key, answer] of open) {
      const question = this.#open.get(key);
      this.#open.delete(key);
      question?.settle(answer);
    }
    this.#changeQuestions();
  }

  /** Runs a function once, and saves its value for another process. */
  async once<Value>(key: string, act: () => Value | Promise<Value>): Promise<Value> {
    const { answers = {} } = this.#record.resumption ?? {};
    if (Object.hasOwn(answers, key)) return answers[key] as Value;
    const value = await act();
    const kept = JSON.stringify(value) as string | undefined;
    // Other values may have been added meanwhile.
    const now = this.#record.resumption?.answers;
    if (kept !== undefined) this.keep({ answers: { ...now, [key]: JSON.parse(kept) as unknown } });
    return value;
  }

  /** Rejects a question. */
  refuse(key: string, error: unknown): void {
    if (this.#withdraw([key], error)) this.#changeQuestions();
  }

  /** Ends the task, unless it has ended. If the result exceeds the limits of the caller, the task fails instead. */
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
    this.#withdraw([...this.#open.keys()], new Error(`The task has ended: ${outcome.status}`));
    this.#emitChange();
  }

  /** Rejects those of the questions that are open. Returns whether there are any. */
  #withdraw(keys: readonly string[], reason: unknown): boolean {
    const open = keys.flatMap((key) => this.#open.get(key) ?? []);
    for (const key of keys) this.#open.delete(key);
    for (const { fail } of open) fail(reason);
    return open.length > 0;
  }

  /** @throws {RangeError} if the record, with these and the open questions, exceeds the limits of the caller. */
  #checkSize(asked: readonly (readonly [key: string, question: AskedQuestion])[]): void {
    const questions: { [key: string]: TaskQuestion } = {};
    for (const [key, { question }] of this.#open) questions[key] = question;
    for (const [key, { method, params }] of asked) questions[key] = { method, params };
    if (this.#parts.fits({ ...this.#record, questions })) return;
    throw new RangeError('The questions of the task exceed the limits of the caller');
  }

  #put(key: string, { method, params, timeout = 3_600_000, signal }: AskedQuestion): Promise<unknown> {
    this.#usedKeys.add(key);
    return new Promise((resolve, reject) => {
      const stop = after(timeout, () => this.refuse(key, new RequestTimeoutError(method, timeout)));
      const withdraw = (): void => this.refuse(key, signal?.reason);
      const done = (): void => {
        stop();
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
          // An application can abort with any value.
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
    this.#emitChange();
  }

  #emitChange(): void {
    this.#stopLater?.();
    this.#stopLater = undefined;
    this.#parts.onChange(this.#record);
    for (const listener of this.#listeners) listener(this.#record);
  }
}

/** Returns the status message of a failed task. */
function messageOf(outcome: Outcome): { readonly statusMessage?: string } {
  return outcome.status === 'failed' ? { statusMessage: plainLine(outcome.error.message, MAX_MESSAGE_LENGTH) } : {};
}

/** Maximum bytes of a checkpoint as JSON. */
const MAX_BYTES = 64 * 1024;

/**
 * Returns the task info for a handler.
 *
 * @param written resolves when the store has the writes of a task
 */
export function taskInfo(task: RunningTask, written: (id: string) => Promise<void>): TaskInfo {
  const { id } = task.record;
  return {
    id,
    get checkpoint() {
      return task.resumption?.checkpoint;
    },
    save: async (checkpoint) => {
      const json = JSON.stringify(checkpoint) as string | undefined;
      if (json === undefined) throw new TypeError('A checkpoint must be JSON-serializable');
      const bytes = new TextEncoder().encode(json).length;
      if (bytes > MAX_BYTES) {
        throw new RangeError(`The checkpoint has ${bytes} bytes as JSON: at most ${MAX_BYTES} are allowed`);
      }
      // A checkpoint proves progress, so the count of runs restarts. A task that repeatedly kills its process saves none.
      task.keep({ checkpoint: JSON.parse(json) as unknown, runs: 1 });
      await written(id);
    },
  };
}
