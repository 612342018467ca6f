import { attempt, type ErrorListener } from '../report.js';

/** Listeners that are called when closing begins. */
export class Closing {
  readonly #listeners = new Set<() => void>();
  #report: ErrorListener | undefined;

  /** Calls the listener when closing begins, or asynchronously if it has begun. Returns a function that removes the listener. */
  add(listener: () => void): () => void {
    const own = (): void => listener();
    this.#listeners.add(own);
    const report = this.#report;
    if (report !== undefined) queueMicrotask(() => this.#call(own, report));
    return () => void this.#listeners.delete(own);
  }

  /** Calls all listeners. Returns whether there were any. */
  begin(report: ErrorListener): boolean {
    this.#report = report;
    const listeners = [...this.#listeners];
    for (const listener of listeners) this.#call(listener, report);
    return listeners.length > 0;
  }

  /** Calls a listener, unless it was removed or already called. */
  #call(listener: () => void, report: ErrorListener): void {
    if (this.#listeners.delete(listener)) void attempt(listener, report);
  }
}
