import { attempt, type ErrorListener } from '../report.js';

/** Who is told that this side begins to close. */
export class Closing {
  readonly #listeners = new Set<() => void>();
  #begun = false;

  /** Calls back when closing begins, or soon if it has begun. Returns what takes the callback back. */
  add(listener: () => void): () => void {
    const own = (): void => listener();
    if (this.#begun) queueMicrotask(own);
    else this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Tells everyone. Returns whether there was anyone to tell. */
  begin(report: ErrorListener): boolean {
    this.#begun = true;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) void attempt(listener, report);
    return listeners.length > 0;
  }
}
