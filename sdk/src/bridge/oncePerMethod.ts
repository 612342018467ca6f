import type { ErrorListener } from '@mcp-gen/runtime';

/** Maximum number of methods that are reported: the other side can make up any number of them. */
const MAX_METHODS = 100;

/** Reports what happens to messages of a connection once for each method, since the same happens to every further message. */
export class OncePerMethod {
  readonly #report: ErrorListener;
  readonly #reported = new Set<string>();

  constructor(report: ErrorListener) {
    this.#report = report;
  }

  /** Reports an error, unless one was reported for the method, or for many others. */
  report(method: string, message: string): void {
    if (this.#reported.has(method) || this.#reported.size >= MAX_METHODS) return;
    this.#reported.add(method);
    this.#report(new Error(message));
  }
}
