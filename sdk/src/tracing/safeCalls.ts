/** Keeps errors of a meter or tracer of the application away from messages. */

import { safeListener, type ErrorListener } from '@mcp-gen/runtime';

/** Calls a meter or tracer. Its errors do not reach messages; the first one is reported. */
export class SafeCalls {
  readonly #what: string;
  #report: ErrorListener = safeListener();
  #hasReported = false;

  /** @param what what it calls, for errors: `meter` */
  constructor(what: string) {
    this.#what = what;
  }

  /** Reports errors to the server or client that has added the middleware. Default: to standard error. */
  reportTo(report: ErrorListener): void {
    this.#report = report;
  }

  /** Calls a function, if it does not throw. */
  run(act: () => unknown): void {
    try {
      act();
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Runs a function within another one, such as a span. It runs once, even if the other one throws before, afterwards, or does not call it.
   *
   * @param run must not throw
   */
  within<Value, Result>(
    enter: (run: (value?: Value) => Promise<Result>) => unknown,
    run: (value?: Value) => Promise<Result>,
  ): Promise<Result> {
    let running: Promise<Result> | undefined;
    this.run(() => {
      const entered = enter((value) => (running ??= run(value)));
      // What it has made of the promise may fail on its own.
      if (entered !== running)
        void Promise.resolve(entered).catch((error: unknown) => running?.then(() => this.#fail(error), ignore));
    });
    return (running ??= run());
  }

  #fail(cause: unknown): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    this.#report(new Error(`The ${this.#what} has failed. Its further errors are not reported`, { cause }));
  }
}

function ignore(): void {}
