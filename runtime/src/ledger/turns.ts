import { nextTurn } from '../platform.js';

/** A participant that takes turns. */
export interface TurnTaker {
  /** Callbacks that wait for a turn, oldest first. */
  readonly waiting: (() => void)[];
  /** The earliest time of its next turn, in milliseconds of `performance.now()`. */
  restsUntil: number;
  /** Whether its last turn was long. */
  isHeavy: boolean;
  /** Returns whether there are other active participants. */
  shares(now: number): boolean;
}

/** Maximum milliseconds of a turn without a rest afterwards. */
const NOTICEABLE = 1;

/** Maximum milliseconds of a rest. */
const MAX_REST = 1_000;

/** Minimum milliseconds of a long turn. */
const LONG = 10;

/** The time for others after a turn, relative to the duration of the turn. */
const SHARE_OF_OTHERS = 2;

/**
 * Shares the event loop between callers. Work is done one piece at a time, for each caller in turn, so that no caller waits for all work of
 * another one. After a turn, other callers get twice as much time. After a long one, nobody else with long turns comes next: many callers
 * with long turns take no more of the time of the rest than one.
 */
export class Turns {
  /** Recent participants. The next one is first. */
  readonly #takers = new Set<TurnTaker>();
  #current: TurnTaker | undefined;
  #began = 0;
  /** The earliest time of the next turn of a participant whose last one was long, in milliseconds of `performance.now()`. */
  #heavyFrom = 0;
  /** Whether the end of the current turn is scheduled. */
  #isScheduled = false;
  /** The timer until a resting participant may have a turn. */
  #alarm: ReturnType<typeof setTimeout> | undefined;

  /** Returns a promise for the next turn of the participant, or undefined if it can start now. */
  take(taker: TurnTaker): Promise<void> | undefined {
    const isKnown = this.#takers.has(taker);
    if (!isKnown && !(taker.isHeavy && this.#heavyFrom > performance.now())) {
      this.#begin(taker);
      return undefined;
    }
    return new Promise((resolve) => {
      taker.waiting.push(resolve);
      if (isKnown) return;
      this.#takers.add(taker);
      if (!this.#isScheduled) this.#next(performance.now());
    });
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
    if (this.#current === undefined || !this.#current.shares(now)) return;
    this.#current.isHeavy = spent > LONG;
    if (spent <= NOTICEABLE) return;
    const rest = now + Math.min(SHARE_OF_OTHERS * spent, MAX_REST);
    this.#current.restsUntil = rest;
    if (this.#current.isHeavy) this.#heavyFrom = rest;
  }

  /** Returns the earliest time of the next turn of a participant. */
  #earliest({ restsUntil, isHeavy }: TurnTaker): number {
    return isHeavy ? Math.max(restsUntil, this.#heavyFrom) : restsUntil;
  }

  #next(now: number): void {
    clearTimeout(this.#alarm);
    this.#current = undefined;
    let earliest = Infinity;
    for (const taker of this.#takers) {
      const next = this.#earliest(taker);
      if (next > now) {
        earliest = Math.min(earliest, next);
        continue;
      }
      const act = taker.waiting.shift();
      if (act !== undefined) {
        this.#begin(taker);
        return act();
      }
      this.#takers.delete(taker);
    }
    if (earliest === Infinity) return;
    this.#alarm = setTimeout(() => this.#next(performance.now()), Math.ceil(earliest - now));
  }
}
