import type { ErrorListener } from '../report.js';
import { RateLimit } from './rateLimit.js';

/** Maximum number of reports in a second. */
const REPORTS_A_SECOND = 100;

/** Reports notifications that are ignored. The other side can send them at any rate, so the rate of reports is limited. */
export class IgnoredNotifications {
  readonly #limit = new RateLimit(REPORTS_A_SECOND);
  #isOver = false;

  /**
   * Reports an ignored notification. Over the rate, only the first one is reported, without its reason.
   *
   * @param explain returns the error. Not called over the rate
   */
  report(to: ErrorListener, explain: () => Error | Promise<Error>): void {
    if (this.#limit.pass()) {
      this.#isOver = false;
      const error = explain();
      if (error instanceof Promise) void error.then(to);
      else to(error);
    } else if (!this.#isOver) {
      this.#isOver = true;
      to(new Error(`Ignored more than ${REPORTS_A_SECOND} notifications in a second. The others are not reported`));
    }
  }
}
