/** The task of a handler. */
export interface TaskInfo {
  /** The id of the task. */
  readonly id: string;
  /** The last checkpoint that the handler saved, possibly in an earlier process. `undefined` if there is none. */
  readonly checkpoint: unknown;
  /**
   * Saves a checkpoint from which the handler continues if it is called again: a JSON value of at most 64 KiB. Resolves when the store has
   * saved it. Without the option `resume` of the tool, nothing is saved.
   *
   * @throws {TypeError} if it is not JSON-serializable.
   * @throws {RangeError} if it is too large, or exceeds the limit of the caller.
   */
  save(checkpoint: unknown): Promise<void>;
}

/** Options of `context.asTask`. */
export interface AsTaskOptions {
  /** Time to live of the task: milliseconds from creation until it is dropped. Default and maximum: `ttl` of the tasks of the server. */
  readonly ttl?: number | undefined;
  /** The status message until the first progress report. Default: none. */
  readonly statusMessage?: string | undefined;
}

/** A tool that continues as a task. `context.asTask` creates it, and the tool returns it. */
export class TaskReturn<out Value = unknown> {
  readonly #run: (context: never) => Value | Promise<Value>;
  readonly #options: AsTaskOptions;

  /** @internal */
  constructor(run: (context: never) => Value | Promise<Value>, options: AsTaskOptions) {
    this.#run = run;
    this.#options = options;
  }

  /** The function that runs as a task. */
  get run(): (context: never) => Value | Promise<Value> {
    return this.#run;
  }

  /** The options of the task. */
  get options(): AsTaskOptions {
    return this.#options;
  }
}
