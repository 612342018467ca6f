import type { RequestState } from './requestState.js';

/** Runs of one caller that are remembered. */
const MOST_OF_CALLER = 1_000;
/** Runs of all callers that are remembered. */
const MOST = 50_000;

/**
 * The runs that handlers of this process were given answers in, each for the lifetime of its state: a run that comes again with the same
 * answers is not new. This decides what counts for rate limits. Whether a state may be used again is what `UsedStates` decides.
 */
export class Runs {
  /** When the states of runs expire, by the ids of the states, by caller. */
  readonly #callers = new Map<string, Map<string, number>>();
  #size = 0;
  #nextSweep = 0;

  /**
   * Returns whether a run is the first one with its state, as far as that is remembered. Nothing is forgotten before it expires: a caller
   * with too many runs has no new ones, and others are not concerned as long as all of them together are not too many.
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
    return this.#size >= MOST || (this.#callers.get(caller)?.size ?? 0) >= MOST_OF_CALLER;
  }

  /** Once a second: it takes as long as there are runs. */
  #forgetExpired(now: number): void {
    this.#nextSweep = now + 1_000;
    for (const [caller, own] of this.#callers) {
      for (const [id, expires] of own) if (expires <= now && own.delete(id)) this.#size--;
      if (own.size === 0) this.#callers.delete(caller);
    }
  }
}
