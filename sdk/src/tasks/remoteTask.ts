import { after, ErrorCode, type Stop } from '@mcp-gen/runtime';
import type { Awaitable } from '../awaitable.js';
import { errorOf, type TaskCommand } from './commands.js';
import { isFinal, type OngoingTask, type TaskQuestion, type TaskRecord } from './taskRecord.js';

/** Dependencies of {@link RemoteTask}. */
export interface RemoteTaskParts {
  /** Reads the current record; undefined if the task no longer exists. */
  readonly read: () => Awaitable<TaskRecord | undefined>;
  /** Sends a command to the process that runs the task. */
  readonly send: (command: TaskCommand) => Promise<void>;
  /** The revision of the answers. */
  readonly revision: string;
  readonly report: (error: unknown) => void;
}

/** A task of another process. Its record is read again at the task's poll interval, while there are listeners. */
export class RemoteTask implements OngoingTask {
  readonly #parts: RemoteTaskParts;
  readonly #listeners = new Set<(record: TaskRecord) => void>();
  #record: TaskRecord;
  /** Stops the timer of the next poll. */
  #stop: Stop | undefined;

  /** @param record the record that was read first */
  constructor(record: TaskRecord, parts: RemoteTaskParts) {
    this.#record = record;
    this.#parts = parts;
  }

  get record(): TaskRecord {
    return this.#record;
  }

  get questions(): ReadonlyMap<string, { readonly question: TaskQuestion }> {
    return new Map(Object.entries(this.#record.questions ?? {}).map(([key, question]) => [key, { question }]));
  }

  listen(listener: (record: TaskRecord) => void): () => void {
    this.#listeners.add(listener);
    this.#stop ??= this.#later();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  async answer(answers: readonly (readonly [key: string, answer: unknown])[]): Promise<void> {
    const { send, revision } = this.#parts;
    await send({ taskId: this.#record.id, type: 'answer', answers: Object.fromEntries(answers), revision });
  }

  async refuse(key: string, error: unknown): Promise<void> {
    await this.#parts.send({ taskId: this.#record.id, type: 'refuse', key, error: errorOf(error) });
  }

  #later(): Stop {
    return after(Math.max(this.#record.pollInterval, 1), () => void this.#poll());
  }

  async #poll(): Promise<void> {
    const polled = this.#stop;
    try {
      const record = (await this.#parts.read()) ?? expired(this.#record);
      if (!isSame(record, this.#record)) {
        this.#record = record;
        for (const listener of [...this.#listeners]) listener(record);
      }
    } catch (error) {
      this.#parts.report(error);
    }
    // Listeners may have gone meanwhile, and others come.
    if (this.#stop === polled) this.#stop = isFinal(this.#record.status) ? undefined : this.#later();
  }
}

/** Returns whether two records of a task look the same to clients. */
function isSame(one: TaskRecord, other: TaskRecord): boolean {
  return (
    one.updatedAt === other.updatedAt &&
    one.status === other.status &&
    JSON.stringify(one.questions) === JSON.stringify(other.questions)
  );
}

function expired({ questions: _, resumption: __, ...record }: TaskRecord): TaskRecord {
  return {
    ...record,
    status: 'failed',
    error: { code: ErrorCode.InternalError, message: 'The task no longer exists' },
  };
}
