import { Shares, type SharedLimit } from '../ledger/index.js';
import type { RequestState } from './requestState.js';

/** Maximum number of remembered runs of one caller. */
const MAX_OF_CALLER = 1_000;

/** The limit on remembered runs, which all callers share. */
export const REMEMBERED_RUNS: SharedLimit = {
  what: 'runs with answers that are remembered',
  most: 50_000,
  loses: 'its oldest run, which is new again if it is repeated',
  refused: 'a run that counts as a call for `rateLimits`',
};

interface Run {
  readonly caller: string;
  /** When its state expires, in milliseconds since 1970. */
  readonly expires: number;
}

/**
 * The runs of this process with answers, each remembered for the lifetime of its state: a repeated run with the same answers is not new.
 * Only new runs count for rate limits. Whether a state may be used again is decided by `UsedStates`.
 */
export class Runs {
  /** By the id of the state, which this process has made. */
  readonly #runs = new Map<string, Run>();
  readonly #shares: Shares<string>;
  #nextSweep = 0;

  /** @param limit the maximum number of runs of all callers */
  constructor(limit: number = REMEMBERED_RUNS.most) {
    this.#shares = new Shares(limit);
  }

  /**
   * Returns whether a run is the first one with its state. A caller with too many runs has no new ones until the first of them expire. At
   * the limit of all callers, the one with the most has no new ones, and its oldest run is forgotten if another one needs the place.
   */
  isNew({ id, expires }: Pick<RequestState, 'id' | 'expires'>, caller: string): boolean {
    const now = Date.now();
    if (expires <= now) return true;
    if (this.#runs.has(id)) return false;
    const isFull = this.#shares.used >= this.#shares.limit || this.#hasTooMany(caller);
    if (isFull && now >= this.#nextSweep) this.#forgetExpired(now);
    if (this.#hasTooMany(caller) || !this.#shares.makeRoom(caller, (lost) => this.#runs.delete(lost))) return false;
    this.#runs.set(id, { caller, expires });
    this.#shares.add(caller, id);
    return true;
  }

  #hasTooMany(caller: string): boolean {
    return this.#shares.count(caller) >= MAX_OF_CALLER;
  }

  /** At most once a second, since it takes linear time. */
  #forgetExpired(now: number): void {
    this.#nextSweep = now + 1_000;
    for (const [id, { caller, expires }] of this.#runs) {
      if (expires > now) continue;
      this.#runs.delete(id);
      this.#shares.delete(caller, id);
    }
  }
}
