import type { RequestState } from './requestState.js';

/** Maximum number of remembered runs of one caller. */
const MAX_OF_CALLER = 1_000;
/** Maximum number of remembered runs of all callers. */
const MOST = 50_000;

/**
 * The runs of this process with answers, each remembered for the lifetime of its state: a repeated run with the same answers is not new.
 * Only new runs count for rate limits. Whether a state may be used again is decided by `UsedStates`.
 */
export class Runs {
  /** The expiry of the states of runs, by caller and id. */
  readonly #callers = new Map<string, Map<string, number>>();
  #size = 0;
  #nextSweep = 0;

  /**
   * Returns whether a run is the first one with its state. Nothing is forgotten before it expires: a caller with too many runs has no new
   * ones. Other callers are affected only if all of them together have too many.
   */
  isNew({ id, expires }: Pick<RequestState, 'id' | 'expires'>, caller: string): boolean {
    const now = Date.now();
    if (expires <= now) return true;
    if (this.#callers.get(caller)?.has(id) === true) return false;
    if (this.#isFull(caller) && now >= this.#nextSweep) this.#forgetExpired(now);
    if (this.#isFull(caller)) return false;
    const own = this.#callers.get(caller) ?? new Map<string, number>();
    own.set(id, expires);
    this.#callers.set(caller, own);
    this.#size++;
    return true;
  }

  #isFull(caller: string): boolean {
    return this.#size >= MOST || (this.#callers.get(caller)?.size ?? 0) >= MAX_OF_CALLER;
  }

  /** At most once a second, since it takes linear time. */
  #forgetExpired(now: number): void {
    this.#nextSweep = now + 1_000;
    for (const [caller, own] of this.#callers) {
      for (const [id, expires] of own) if (expires <= now && own.delete(id)) this.#size--;
      if (own.size === 0) this.#callers.delete(caller);
    }
  }
}
