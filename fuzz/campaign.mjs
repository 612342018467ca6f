/** Runs the rounds of one target: those that are stored, then new ones. */
import { heldBytes, makeRound, runRound, shrink } from './rounds.mjs';

/** Failures after which a target is skipped. */
const FAILURES = 5;

/** Messages between two measurements of the heap. */
const HEAP_INTERVAL = 2_000;

/** The bytes by which the heap may grow between the first measurements and the last. */
const HEAP_LIMIT = 12 * 1_048_576;

export class Campaign {
  #target;
  #limits;
  #onFailure;
  #failures = 0;
  #messages = 0;
  #heap = [];
  #measured = 0;

  /**
   * @param {{ milliseconds: number, messages: number, rounds: number }} limits each ends the campaign
   * @param onFailure called with the problems of a round, and the shortest one that fails
   */
  constructor(target, limits, onFailure) {
    this.#target = target;
    this.#limits = limits;
    this.#onFailure = onFailure;
  }

  async run(seed, stored) {
    for (const { name, round } of stored) await this.#try({ name, seed, round });
    const { milliseconds, messages, rounds } = this.#limits;
    const started = performance.now();
    let count = 0;
    for (; count < rounds && this.#messages < messages && performance.now() - started < milliseconds; count++) {
      await this.#try({ seed: seed + count, round: makeRound(this.#target, seed + count) });
      if (this.#failures >= FAILURES) break;
    }
    const growth = this.#growth;
    if (growth !== undefined && growth > HEAP_LIMIT) {
      const problem = `the heap has grown by ${(growth / 1_048_576).toFixed(1)} MiB`;
      this.#onFailure({ seed, problems: [problem], round: {} });
    }
    return { messages: this.#messages, rounds: count, milliseconds: performance.now() - started, growth };
  }

  async #try({ name, seed, round }) {
    const { problems, messages } = await runRound(this.#target, round);
    this.#messages += messages;
    if (problems.length > 0) {
      this.#failures++;
      this.#onFailure({ name, seed, problems, round: await shrink(this.#target, round) });
    }
    if (this.#messages - this.#measured < HEAP_INTERVAL) return;
    this.#measured = this.#messages;
    const held = heldBytes();
    if (held !== undefined) this.#heap.push(held);
  }

  /** How much more is held in the last quarter of the measurements than in the second: caches fill in the first. */
  get #growth() {
    const quarter = Math.floor(this.#heap.length / 4);
    if (quarter === 0) return undefined;
    const least = (from) => Math.min(...this.#heap.slice(from, from + quarter));
    return least(this.#heap.length - quarter) - least(quarter);
  }
}
