/** Options of `context.asTask`. */
export interface AsTaskOptions {
  /** Milliseconds after its creation at which the task is dropped. Default and limit: `ttl` of the tasks of the server. */
  readonly ttl?: number | undefined;
  /** What clients are told of the task until there is progress. Default: nothing. */
  readonly statusMessage?: string | undefined;
}

/** What a tool goes on with as a task. `context.asTask` makes it, and the tool returns it. */
export class TaskReturn<out Value = unknown> {
  readonly #run: (context: never) => Value | Promise<Value>;
  readonly #options: AsTaskOptions;

  /** @internal */
  constructor(run: (context: never) => Value | Promise<Value>, options: AsTaskOptions) {
    this.#run = run;
    this.#options = options;
  }

  /** What runs. */
  get run(): (context: never) => Value | Promise<Value> {
    return this.#run;
  }

  /** How it is kept. */
  get options(): AsTaskOptions {
    return this.#options;
  }
}
