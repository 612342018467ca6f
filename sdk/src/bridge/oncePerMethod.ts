import type { ErrorListener } from '@mcp-gen/runtime';

/** Reports what happens to messages of a connection once for each method, since the same happens to every further message. */
export class OncePerMethod {
  readonly #report: ErrorListener;
  readonly #reported = new Set<string>();

  constructor(report: ErrorListener) {
    this.#report = report;
  }

  /** Reports an error, unless one was reported for the method. */
  report(method: string, message: string): void {
    if (this.#reported.has(method)) return;
    this.#reported.add(method);
    this.#report(new Error(message));
  }
}
