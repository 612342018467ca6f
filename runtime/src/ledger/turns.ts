/** A participant that takes turns. */
export interface TurnTaker {
  /** Callbacks that wait for a turn, oldest first. */
  readonly waiting: (() => void)[];
  /** The earliest time of its next turn, in milliseconds of `performance.now()`. */
  restsUntil: number;
  /** Returns whether there are other active participants. */
  shares(now: number): boolean;
}

/** Maximum milliseconds of a turn without a rest afterwards. */
const NOTICEABLE = 1;

/** Maximum milliseconds of a rest. */
const MAX_REST = 1_000;

/** The time for others after a turn, relative to the duration of the turn. */
const SHARE_OF_OTHERS = 2;

/** Calls a function after pending input has been read. */
const nextTurn: (act: () => void) => unknown =
  typeof setImmediate === 'function' ? (act) => setImmediate(act) : (act) => setTimeout(act, 0);

/**
 * Shares the event loop between callers. Work is done one piece at a time, for each caller in turn, so that no caller waits for all work of
 * another one. After a long turn, other callers get twice as much time.
 */
export class Turns {
  /** Recent participants. The next one is first. */
  readonly #takers = new Set<TurnTaker>();
  #current: TurnTaker | undefined;
  #began = 0;
  /** Whether the end of the current turn is scheduled. */
  #isScheduled = false;
  /** The timer until a resting participant may have a turn. */
  #alarm: ReturnType<typeof setTimeout> | undefined;

  /** Returns a promise for the next turn of the participant, or undefined if it can start now. */
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

  /** Ends a turn, and starts the next one. */
  #end(): void {
    this.#isScheduled = false;
    const now = performance.now();
    this.#charge(now);
    this.#next(now);
  }

  /** Lets the participant of the last turn rest: called at its end, or when another one starts while requests are read. */
  #charge(now: number): void {
    const spent = now - this.#began;
    if (this.#current === undefined || spent <= NOTICEABLE || !this.#current.shares(now)) return;
    this.#current.restsUntil = now + Math.min(SHARE_OF_OTHERS * spent, MAX_REST);
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
