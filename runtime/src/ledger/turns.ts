import { after, nextTurn, type Stop } from '../timers.js';
import { PART } from './shares.js';

/** The time of the recent turns of a participant, or of all participants of a network. */
class RecentTime {
  /** Orders by this time. Does not change while that is forgotten, since all forget at the same rate. */
  rank: number = -Infinity;
  /** Milliseconds, at the time `#spentAt`. */
  #spent = 0;
  #spentAt = 0;

  /** Returns the milliseconds. */
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

/**
 * What a turn is for. `body`: decoding and parsing a large body, which is long if it is noticeable. `rest`: what is left to do with such a
 * body, which goes on before the next turn that is long.
 */
export type TurnKind = 'request' | 'body' | 'rest';

/** A callback that waits for a turn. */
interface Waiting {
  readonly begin: () => void;
  readonly work: TurnKind;
}

/** A participant that takes turns. */
export class TurnTaker {
  /** What waits for a turn, oldest first, except that what is left of a body comes first. */
  readonly waiting: Waiting[] = [];
  /** The earliest time of its next turn, in milliseconds of `performance.now()`. */
  restsUntil = 0;
  /** Whether its last turn for a request was long. */
  hasHeavyRequests = false;
  /** Whether its last turn for a body was long. The short one for the head of the request, which came before, says nothing about that. */
  hasHeavyBodies = false;
  /** The milliseconds of the turn for a body whose rest waits. */
  unfinished = 0;
  /** Returns whether there are other active participants. */
  readonly shares: (now: number) => boolean;
  /** When its oldest callback began to wait for the next turn, in milliseconds of `performance.now()`. */
  waitsSince = 0;
  /** Its rank when it was last compared with others. */
  rankBefore = 0;
  /** The names of the networks around it, widest first. */
  readonly networks: readonly string[];
  /** The times of these networks. */
  times: readonly RecentTime[] = [];
  readonly #time = new RecentTime();

  /**
   * @param networks the names of the networks around it, widest first
   * @param shares returns whether there are other active participants
   */
  constructor(networks: readonly string[], shares: (now: number) => boolean) {
    this.networks = networks;
    this.shares = shares;
  }

  /** Orders participants by the time of their recent turns: their own, or the part that counts of a network around them if that is more. */
  get rank(): number {
    let rank = this.#time.rank;
    let part = this.times.length * LOG_PART;
    for (const time of this.times) {
      rank = Math.max(rank, time.rank + part);
      part -= LOG_PART;
    }
    return rank;
  }

  /** Orders participants by the time of their own turns alone. */
  get ownRank(): number {
    return this.#time.rank;
  }

  /** Whether the turn that it waits for will probably be long. */
  get isHeavy(): boolean {
    const [next] = this.waiting;
    if (next === undefined) return false;
    return next.work === 'request' ? this.hasHeavyRequests : this.hasHeavyBodies;
  }

  /** Adds a turn of so many milliseconds. */
  add(duration: number, now: number): void {
    for (const time of [this.#time, ...this.times]) time.add(duration, now);
  }
}

/** The part of the time of a network that counts for each of its participants, as a term of their rank. */
const LOG_PART = Math.log2(PART);

/** Maximum milliseconds of a turn without a rest afterwards. Turns that begin in one turn of the event loop begin within as many. */
const NOTICEABLE = 1;

/** Milliseconds that each turn counts as at least: reading a request belongs to no turn. */
const LEAST = 0.1;

/** Maximum number of turns in a turn of the event loop. */
const MAX_TURNS = 16;

/** Maximum milliseconds of a rest. */
const MAX_REST = 1_000;

/** Minimum milliseconds of a long turn. */
const LONG = 10;

/** Milliseconds after which half of the time of a turn is forgotten. */
const HALF_LIFE = 1_000;

/** Milliseconds of the turns of a network below which they are forgotten. */
const NEGLIGIBLE = 0.01;

/** The number of networks from which on those without recent turns are forgotten. */
const MANY_NETWORKS = 1_000;

/** Milliseconds after which who waits comes first, whatever time it has taken: newcomers must not keep it waiting for ever. */
const PATIENCE = 1_000;

/** The time for others after a turn, relative to the duration of the turn. */
const SHARE_OF_OTHERS = 2;

/**
 * Shares the event loop between callers. Work is done one piece at a time, first for the caller that has taken the least time recently, so
 * that a caller with few short turns waits for one turn of those with more, however many they are; and after a while for the one that waited
 * longest. The time of the networks around a caller counts like everything that callers share. After a turn, other callers get twice as much
 * time. After a long one, nobody else with long turns comes next: many callers with long turns take no more of the time of the rest than one.
 * A large body has two turns, which count as one. Others with short turns come between them.
 *
 * Turns are taken between two times at which Node reads input, so that nobody pays for the connections and requests of others. What goes on
 * after other input, such as that of a timer, a file, or a store, belongs to no turn.
 */
export class Turns {
  /** Recent participants. */
  readonly #takers = new Set<TurnTaker>();
  /** The times of networks by name. */
  readonly #networks = new Map<string, RecentTime>();
  /** The number of networks at which those without recent turns are forgotten. */
  #manyNetworks = MANY_NETWORKS;
  #current: TurnTaker | undefined;
  #work: TurnKind = 'request';
  #began = 0;
  /** The earliest time of the next turn of a participant whose last one of its kind was long, in milliseconds of `performance.now()`. */
  #heavyFrom = 0;
  /** The one whose body waits for its rest. */
  #unfinished: TurnTaker | undefined;
  /** Steps that are scheduled. In each the turn before ends, and another one can begin, except in the last one. */
  #steps = 0;
  /** When no other turn begins in this turn of the event loop. */
  #until = 0;
  /** Whether the last turn was given for waiting long. The next one is not: many can wait long. */
  #wasLate = false;
  /**
   * Those that come first in this turn of the event loop: by their recent time, and of those that waited long, by that. So not all are
   * compared for each turn.
   */
  #least: TurnTaker[] = [];
  #late: TurnTaker[] = [];
  /** The one whose turn began last. */
  #last: TurnTaker | undefined;
  /** Stops the timer until a resting participant may have a turn. */
  #stopAlarm: Stop | undefined;

  /** Resolves in the next turn of the participant. */
  take(taker: TurnTaker, work: TurnKind = 'request'): Promise<void> {
    const now = performance.now();
    return new Promise((begin) => {
      if (taker.waiting.length === 0) taker.waitsSince = now;
      if (work === 'rest') taker.waiting.unshift({ begin, work });
      else taker.waiting.push({ begin, work });
      if (this.#takers.has(taker)) return;
      taker.times = taker.networks.map((name) => this.#timeOf(name, now));
      this.#takers.add(taker);
      if (this.#steps === 0) this.#schedule(now);
    });
  }

  /** Returns whether the turn that began last is one of the participant, and not over. */
  isTakenBy(taker: TurnTaker): boolean {
    return this.#current === taker;
  }

  /** Returns the time of the turns of a network. */
  #timeOf(network: string, now: number): RecentTime {
    const known = this.#networks.get(network);
    if (known !== undefined) return known;
    if (this.#networks.size >= this.#manyNetworks) {
      const used = new Set([...this.#takers].flatMap(({ networks }) => networks));
      for (const [name, time] of this.#networks) {
        if (time.spent(now) < NEGLIGIBLE && !used.has(name)) this.#networks.delete(name);
      }
      this.#manyNetworks = Math.max(MANY_NETWORKS, 2 * this.#networks.size);
    }
    const time = new RecentTime();
    this.#networks.set(network, time);
    return time;
  }

  /** Schedules the steps for the next time at which all input has been read. */
  #scheduleSteps(): void {
    this.#least = [];
    this.#late = [];
    this.#last = undefined;
    this.#until = Infinity;
    for (; this.#steps <= MAX_TURNS; this.#steps++) nextTurn(this.#step);
  }

  /** Ends a turn, and starts the next one. Everything that a turn can do without input is done between two steps. */
  readonly #step = (): void => {
    this.#steps--;
    const now = performance.now();
    this.#endTurn(now);
    if (this.#steps === 0) return this.#schedule(now);
    this.#until = Math.min(this.#until, now + NOTICEABLE);
    if (now < this.#until) this.#next(now);
  };

  /** Ends the current turn, and lets its participant rest. */
  #endTurn(now: number): void {
    const taker = this.#current;
    this.#current = undefined;
    if (taker === undefined) return;
    const spent = now - this.#began + taker.unfinished;
    taker.unfinished = 0;
    if (!taker.shares(now)) return;
    if (taker.waiting[0]?.work === 'rest') {
      taker.unfinished = spent;
      this.#unfinished = taker;
      return;
    }
    taker.add(Math.max(spent, LEAST), now);
    const isRequest = this.#work === 'request';
    const isHeavy = spent > (isRequest ? LONG : NOTICEABLE);
    if (isRequest) taker.hasHeavyRequests = isHeavy;
    else taker.hasHeavyBodies = isHeavy;
    if (spent <= NOTICEABLE) return;
    const rest = now + Math.min(SHARE_OF_OTHERS * spent, MAX_REST);
    taker.restsUntil = rest;
    if (isHeavy) this.#heavyFrom = rest;
  }

  /** Returns the earliest time of the next turn of a participant. */
  #earliest(taker: TurnTaker): number {
    const { restsUntil, isHeavy, waiting } = taker;
    if (this.#unfinished !== undefined) {
      if (taker === this.#unfinished) return 0;
      if (isHeavy || waiting[0]?.work === 'body') return Infinity;
    }
    return isHeavy ? Math.max(restsUntil, this.#heavyFrom) : restsUntil;
  }

  /** Schedules the next turns, if any participant waits: when the first of them may have one. */
  #schedule(now: number): void {
    this.#stopAlarm?.();
    let earliest = Infinity;
    for (const taker of this.#takers) {
      const from = this.#earliest(taker);
      if (from <= now && taker.waiting.length === 0) this.#takers.delete(taker);
      else earliest = Math.min(earliest, from);
    }
    if (earliest <= now) this.#scheduleSteps();
    else if (earliest < Infinity)
      this.#stopAlarm = after(Math.ceil(earliest - now), () => this.#schedule(performance.now()), { keepsAlive: true });
  }

  #next(now: number): void {
    // The last one gets another turn at once if it has taken less time than the others even now.
    const last = this.#last;
    if (last !== undefined && last.waiting.length > 0 && this.#least.length > 0) {
      last.rankBefore = last.rank;
      if (comesBefore(last, this.#least.at(-1) as TurnTaker)) insert(last, this.#least, comesBefore);
    }
    let next = this.#choose(now);
    if (next === undefined) {
      this.#order(now);
      next = this.#choose(now);
    }
    this.#last = next;
    const first = next?.waiting.shift();
    if (next === undefined || first === undefined) return;
    if (next === this.#unfinished) this.#unfinished = undefined;
    for (const list of [this.#least, this.#late]) if (list.includes(next)) list.splice(list.indexOf(next), 1);
    next.waitsSince = now;
    // Of those with equal times, the one without a turn for longest comes first.
    this.#takers.delete(next);
    this.#takers.add(next);
    this.#current = next;
    this.#work = first.work;
    this.#began = performance.now();
    first.begin();
  }

  /** Returns the participant that comes next; undefined if none of those in order may have a turn now. */
  #choose(now: number): TurnTaker | undefined {
    const mayBegin = (taker: TurnTaker): boolean => this.#earliest(taker) <= now;
    const late = this.#wasLate ? undefined : this.#late.find(mayBegin);
    const next = late ?? this.#least.find(mayBegin);
    if (next !== undefined) this.#wasLate = next === late;
    return next;
  }

  /** Finds those that come first, of all participants that wait. */
  #order(now: number): void {
    this.#least = [];
    this.#late = [];
    for (const taker of this.#takers) {
      if (taker.waiting.length === 0 || this.#earliest(taker) > now) continue;
      taker.rankBefore = taker.rank;
      insert(taker, this.#least, comesBefore);
      if (now - taker.waitsSince > PATIENCE) insert(taker, this.#late, waitsLonger);
    }
  }
}

function comesBefore(one: TurnTaker, other: TurnTaker): boolean {
  return one.rankBefore < other.rankBefore || (one.rankBefore === other.rankBefore && one.ownRank < other.ownRank);
}

function waitsLonger(one: TurnTaker, other: TurnTaker): boolean {
  return one.waitsSince < other.waitsSince;
}

/** Inserts a participant into a list of those that come first, which has as many as there can be turns. */
function insert(taker: TurnTaker, first: TurnTaker[], isBefore: (one: TurnTaker, other: TurnTaker) => boolean): void {
  let at = first.length;
  while (at > 0 && isBefore(taker, first[at - 1] as TurnTaker)) at--;
  if (at === MAX_TURNS) return;
  first.splice(at, 0, taker);
  if (first.length > MAX_TURNS) first.pop();
}
