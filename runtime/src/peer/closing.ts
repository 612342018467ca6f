import { attempt, type ErrorListener } from '../report.js';

/** Who is told that this side begins to close. */
export class Closing {
  readonly #listeners = new Set<() => void>();
  #report: ErrorListener | undefined;

  /** Calls back when closing begins, or soon if it has begun. Returns what takes the callback back. */
  add(listener: () => void): () => void {
    const own = (): void => listener();
    this.#listeners.add(own);
    const report = this.#report;
    if (report !== undefined) queueMicrotask(() => this.#tell(own, report));
    return () => void this.#listeners.delete(own);
  }

  /** Tells everyone. Returns whether there was anyone to tell. */
  begin(report: ErrorListener): boolean {
    this.#report = report;
    const listeners = [...this.#listeners];
    for (const listener of listeners) this.#tell(listener, report);
    return listeners.length > 0;
  }

  /** Tells a listener that was not taken back, and was not told before. */
  #tell(listener: () => void, report: ErrorListener): void {
    if (this.#listeners.delete(listener)) void attempt(listener, report);
  }
}
