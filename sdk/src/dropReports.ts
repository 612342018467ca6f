import type { ErrorListener } from '@mcp-gen/runtime';

/** Milliseconds between two reports. */
const REPORT_EVERY = 60_000;

/** Counts notifications that are dropped above a rate. Reports the first one at once, and further ones once a minute. */
export class DropReports {
  readonly #what: string;
  readonly #advice: string;
  readonly #report: ErrorListener;
  #count = 0;
  #reported = -Infinity;

  /**
   * @param what begins the report: `The server sends log entries`
   * @param option the option that raises the rate, and where it is set. Default: there is none
   */
  constructor(what: string, report: ErrorListener, option?: string) {
    this.#what = what;
    this.#advice = option === undefined ? '' : `. The option ${option} raises the limit`;
    this.#report = report;
  }

  add(): void {
    this.#count++;
    const now = performance.now();
    if (now - this.#reported < REPORT_EVERY) return;
    this.#report(new Error(`${this.#what} faster than the rate limit: dropped ${this.#count}${this.#advice}`));
    this.#reported = now;
    this.#count = 0;
  }
}
