/** Runs actions sequentially: immediately while none is running, otherwise when all earlier ones have settled. */
export class Sequence {
  #last: Promise<void> | undefined;

  /** Resolves when all actions so far have settled. */
  get settled(): Promise<void> {
    return this.#last ?? Promise.resolve();
  }

  /** Returns the result of the action, as a promise if it is asynchronous or has to wait. A failure does not stop later actions. */
  run<Value>(act: () => Value | Promise<Value>): Value | Promise<Value> {
    const result = this.#last === undefined ? act() : this.#last.then(act);
    if (!(result instanceof Promise)) return result;
    const settled = result.then(ignore, ignore);
    this.#last = settled;
    void settled.then(() => {
      if (this.#last === settled) this.#last = undefined;
    });
    return result;
  }
}

function ignore(): void {
  // The caller of `run` receives the error.
}
