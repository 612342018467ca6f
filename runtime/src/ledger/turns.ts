/** One who takes turns. */
export interface TurnTaker {
  /** What waits for a turn, the oldest first. */
  readonly waiting: (() => void)[];
  /** When it may have its next turn, in milliseconds of `performance.now()`. */
  restsUntil: number;
  /** Returns whether there are others who take turns. */
  shares(now: number): boolean;
}

/** Milliseconds of a turn that others hardly notice. */
const NOTICEABLE = 1;

/** Milliseconds that a taker rests at most. */
const LONGEST_REST = 1_000;

/** How much time others have after a turn, in relation to what it has taken. */
const SHARE_OF_OTHERS = 2;

/** Calls back when what has arrived meanwhile has been read. */
const nextTurn: (act: () => void) => unknown =
  typeof setImmediate === 'function' ? (act) => setImmediate(act) : (act) => setTimeout(act, 0);

/**
 * Shares the event loop between callers. One piece of work is done at a time, of each caller in turn, so that no caller waits for all
 * that another one has sent; and after a turn that took long, others have twice as much time.
 */
export class Turns {
  /** Those who have had a turn lately. The next one is first. */
  readonly #takers = new Set<TurnTaker>();
  #current: TurnTaker | undefined;
  #began = 0;
  /** Whether the end of the current turn is scheduled. */
  #isScheduled = false;
  /** Waits until one who rests may have a turn. */
  #alarm: ReturnType<typeof setTimeout> | undefined;

  /** Returns a promise for the next turn of the taker, or nothing if it can begin now. */
  take(taker: TurnTaker): Promise<void> | undefined {
    if (this.#takers.has(taker)) return new Promise((resolve) => taker.waiting.push(resolve));
    this.#begin(taker);
    return undefined;
  }

  #begin(taker: TurnTaker): void {
    const now = performance.now();
    this.#charge(now);
    this.#takers.delete(taker);
    this.#takers.add(taker);
    this.#current = taker;
    this.#began = now;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    clearTimeout(this.#alarm);
    nextTurn(() => this.#end());
  }

  /** Ends a turn, and begins the next one. */
  #end(): void {
    this.#isScheduled = false;
    const now = performance.now();
    this.#charge(now);
    this.#next(now);
  }

  /** Lets the taker rest whose turn is over: at its end, or because another one begins while requests are read. */
  #charge(now: number): void {
    const spent = now - this.#began;
    if (this.#current === undefined || spent <= NOTICEABLE || !this.#current.shares(now)) return;
    this.#current.restsUntil = now + Math.min(SHARE_OF_OTHERS * spent, LONGEST_REST);
  }

  #next(now: number): void {
    this.#current = undefined;
    let earliest = Infinity;
    for (const taker of this.#takers) {
      if (taker.restsUntil > now) {
        earliest = Math.min(earliest, taker.restsUntil);
        continue;
      }
      const next = taker.waiting.shift();
      if (next !== undefined) {
        this.#begin(taker);
        return next();
      }
      this.#takers.delete(taker);
    }
    if (earliest === Infinity) return;
    this.#alarm = setTimeout(() => this.#next(performance.now()), Math.ceil(earliest - now));
  }
}
