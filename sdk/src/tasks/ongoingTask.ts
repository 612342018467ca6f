import type { TaskQuestion, TaskRecord } from './taskRecord.js';

/** A task that has not ended, of this process or of another one. */
export interface OngoingTask {
  /** The current record. */
  readonly record: TaskRecord;
  /** The open questions. */
  readonly questions: ReadonlyMap<string, { readonly question: TaskQuestion }>;
  /** Adds a listener for every change. Returns a function that removes it. */
  listen(listener: (record: TaskRecord) => void): () => void;
  /** Adds answers. Answers without an open question are ignored. Throws, or rejects, if they are not accepted. */
  answer(answers: readonly (readonly [key: string, answer: unknown])[]): void | Promise<void>;
  /** Rejects a question. */
  refuse(key: string, error: unknown): void | Promise<void>;
}
