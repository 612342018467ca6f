import { nextTurn } from '../platform.js';

/** A participant that takes turns. */
export class TurnTaker {
  /** Callbacks that wait for a turn, oldest first. */
  readonly waiting: (() => void)[] = [];
  /** The earliest time of its next turn, in milliseconds of `performance.now()`. */
  restsUntil = 0;
  /** Whether its last turn was long. */
  isHeavy = false;
  /** Returns whether there are other active participants. */
  readonly shares: (now: number) => boolean;
  /** When its oldest callback began to wait for the next turn, in milliseconds of `performance.now()`. */
  waitsSince = 0;
  /** Orders participants by the time of their recent turns. Does not change while that is forgotten, since all forget at the same rate. */
  rank: number = -Infinity;
  /** Milliseconds of its recent turns, at the time `#spentAt`. */
  #spent = 0;
  #spentAt = 0;

  /** @param shares returns whether there are other active participants */
  constructor(shares: (now: number) => boolean) {
    this.shares = shares;
  }

  /** Returns the milliseconds of its recent turns. */
  spent(now: number): number {
    return this.#spent * 2 ** ((this.#spentAt - now) / HALF_LIFE);
  }

  /** Adds a turn of so many milliseconds. */
  add(duration: number, now: number): void {
    this.#spent = this.spent(now) + duration;
    this.#spentAt = now;
    this.rank = Math.log2(this.#spent) + now / HALF_LIFE;
  }
}

/** Maximum milliseconds of a turn without a rest afterwards. */
const NOTICEABLE = 1;

/** Maximum milliseconds of a rest. */
const MAX_REST = 1_000;

/** Minimum milliseconds of a long turn. */
const LONG = 10;

/** Milliseconds after which half of the time of a turn is forgotten. */
const HALF_LIFE = 1_000;

/** Milliseconds after which who waits comes first, whatever time it has taken: newcomers must not keep it waiting for ever. */
const PATIENCE = 1_000;

/** The time for others after a turn, relative to the duration of the turn. */
const SHARE_OF_OTHERS = 2;

/**
 * Shares the event loop between callers. Work is done one piece at a time, first for the caller that has taken the least time recently, so
 * that a caller with few short turns waits for one turn of those with more, however many they are; and after a while for the one that waited
 * longest. After a turn, other callers get twice as much time. After a long one, nobody else with long turns comes next: many callers with
 * long turns take no more of the time of the rest than one.
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
  /** Whether the last turn was given for waiting long. The next one is not: many can wait long. */
  #wasLate = false;
  /** The timer until a resting participant may have a turn. */
  #alarm: ReturnType<typeof setTimeout> | undefined;

  /** Returns a promise for the next turn of the participant, or undefined if it can start now. */
  take(taker: TurnTaker): Promise<void> | undefined {
    const isKnown = this.#takers.has(taker);
    if (!isKnown && this.#mayBegin(taker, performance.now())) {
      this.#begin(taker);
      return undefined;
    }
    return new Promise((resolve) => {
      if (taker.waiting.length === 0) taker.waitsSince = performance.now();
      taker.waiting.push(resolve);
      if (isKnown) return;
      this.#takers.add(taker);
      if (!this.#isScheduled) this.#next(performance.now());
    });
  }

  /** Whether a participant that does not wait may start now: beside the turn of another one only if its own are short. */
  #mayBegin(taker: TurnTaker, now: number): boolean {
    if (taker.isHeavy && this.#heavyFrom > now) return false;
    return !this.#isScheduled || taker.spent(now) <= NOTICEABLE;
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
    const taker = this.#current;
    if (taker === undefined || !taker.shares(now)) return;
    const spent = now - this.#began;
    taker.add(spent, now);
    taker.isHeavy = spent > LONG;
    if (spent <= NOTICEABLE) return;
    const rest = now + Math.min(SHARE_OF_OTHERS * spent, MAX_REST);
    taker.restsUntil = rest;
    if (taker.isHeavy) this.#heavyFrom = rest;
  }

  /** Returns the earliest time of the next turn of a participant. */
  #earliest({ restsUntil, isHeavy }: TurnTaker): number {
    return isHeavy ? Math.max(restsUntil, this.#heavyFrom) : restsUntil;
  }

  #next(now: number): void {
    clearTimeout(this.#alarm);
    this.#current = undefined;
    let earliest = Infinity;
    let least: TurnTaker | undefined;
    let late: TurnTaker | undefined;
    for (const taker of this.#takers) {
      const from = this.#earliest(taker);
      if (from > now) earliest = Math.min(earliest, from);
      else if (taker.waiting.length === 0) this.#takers.delete(taker);
      else {
        if (least === undefined || taker.rank < least.rank) least = taker;
        if (now - taker.waitsSince > PATIENCE && (late === undefined || taker.waitsSince < late.waitsSince))
          late = taker;
      }
    }
    const next = this.#wasLate ? least : (late ?? least);
    this.#wasLate = next !== undefined && next === late;
    if (next !== undefined) {
      const act = next.waiting.shift();
      next.waitsSince = now;
      this.#begin(next);
      return act?.();
    }
    if (earliest === Infinity) return;
    this.#alarm = setTimeout(() => this.#next(performance.now()), Math.ceil(earliest - now));
  }
}
