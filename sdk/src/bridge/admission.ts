import { callerName, type ErrorListener, type HandlerContext } from '@mcp-gen/runtime';
import { DropReports } from '../dropReports.js';
import { Limits, type RateLimits } from '../server/limits.js';

/** Limits the notifications that a bridge forwards for each caller. */
export class Admission {
  readonly #limits: Limits;
  readonly #drops: DropReports;

  constructor(options: Pick<RateLimits, 'notifications'> | false | undefined, report: ErrorListener) {
    this.#limits = new Limits(options !== false && { notifications: options?.notifications }, report);
    this.#drops = new DropReports('Clients send notifications', report, 'rateLimits.notifications of the bridge');
  }

  /**
   * Forwards a notification, or drops it above the limit of its caller.
   *
   * @param connection the caller of a transport without addresses
   */
  forward({ auth, http }: HandlerContext, connection: string, send: () => unknown): unknown {
    const take = (isAdmitted: boolean): unknown => {
      if (isAdmitted) return send();
      this.#drops.add();
      return undefined;
    };
    const admitted = this.#limits.admits('notifications', callerName(auth, http, connection));
    return admitted instanceof Promise ? admitted.then(take) : take(admitted);
  }
}
