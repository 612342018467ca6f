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
