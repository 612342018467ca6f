/** Watches the process while a round runs: the event loop, errors that nobody catches, and what is left behind. */
import { setTimeout as sleep } from 'node:timers/promises';
import { processLedger } from '@mcp-gen/runtime';

/**
 * The milliseconds for which a turn of the event loop may run, beside three times what `JSON.parse` takes for what was sent, and a
 * little for each message.
 */
const PAUSE = 50;
const PAUSE_OF_MESSAGE = 2;

/** Milliseconds after which what has not come is missing. */
const TIMEOUT = 5_000;

/** What says that an error was not thrown on purpose. */
const ACCIDENT =
  /^(?:Cannot (?:read|set|convert|destructure|use)|.*is not (?:a function|iterable|defined|a constructor))/;

export class Probe {
  static timeout = TIMEOUT;
  problems = [];
  messages = 0;
  #texts = [];
  #ledgers = [processLedger()];
  #longest = 0;
  #turned = performance.now();
  #worked = cpuTime();
  #noted = 0;

  constructor() {
    this.#onFailure = (error) => this.fail(`nobody caught: ${error?.stack ?? error}`);
    process.on('unhandledRejection', this.#onFailure).on('uncaughtException', this.#onFailure);
  }

  #onFailure;

  fail(problem) {
    if (this.problems.length < 10) this.problems.push(problem);
  }

  /** Takes an error that was reported. What peers cause is expected; what looks like a mistake of the program is not. */
  reported = (error) => {
    const isAccident = error instanceof ReferenceError || (error instanceof TypeError && ACCIDENT.test(error.message));
    if (isAccident) this.fail(`an accident was reported: ${error.stack}`);
  };

  /** Watches a ledger: at the end nothing may be counted, since everything is closed. Returns it. */
  watch(ledger) {
    this.#ledgers.push(ledger);
    return ledger;
  }

  /** What the ledgers still count, by resource. */
  get counted() {
    return this.#ledgers.flatMap((ledger) =>
      ['reading', 'retained', 'output']
        .filter((resource) => ledger.used(resource) !== 0)
        .map((resource) => `${ledger.used(resource)} bytes of ${resource}`),
    );
  }

  /** Notes a text that is handed over: reading it may take its time. */
  note(text) {
    this.messages++;
    this.#noted++;
    if (text.length > 10_000) this.#texts.push(text);
  }

  /** Runs what is work of the fuzzer itself, which does not count as a pause. */
  own(act) {
    const [started, worked] = [performance.now(), cpuTime()];
    const result = act();
    this.#turned += performance.now() - started;
    this.#worked += cpuTime() - worked;
    return result;
  }

  /** Lets the event loop turn once, and measures for how long it was busy. */
  async turn() {
    await new Promise((resolve) => setImmediate(resolve));
    const [now, worked] = [performance.now(), cpuTime()];
    // On a busy machine a turn takes long for which this process does not work.
    const busy = Math.min(now - this.#turned, worked - this.#worked) - this.#noted * PAUSE_OF_MESSAGE;
    this.#longest = Math.max(this.#longest, busy);
    this.#turned = now;
    this.#worked = worked;
    this.#noted = 0;
  }

  /** Waits until something holds. Returns whether it does. */
  async until(holds) {
    const started = performance.now();
    for (let turns = 0; ; turns++) {
      if (holds()) return true;
      if (turns < 200) await this.turn();
      else if (performance.now() - started > Probe.timeout) return false;
      else {
        await sleep(2);
        this.#turned = performance.now();
        this.#worked = cpuTime();
      }
    }
  }

  /** Waits for a promise that has to settle. Returns its value; undefined if it rejects, or does not settle. */
  async settles(name, promise) {
    let isSettled = false;
    let value;
    promise.then(
      (result) => {
        isSettled = true;
        value = result;
      },
      () => (isSettled = true),
    );
    if (!(await this.until(() => isSettled))) this.fail(`${name} did not end`);
    return value;
  }

  /** The milliseconds by which a turn was longer than it may be; 0 or less if none was. */
  get pause() {
    if (this.#longest < PAUSE) return 0;
    const started = performance.now();
    for (const text of this.#texts) {
      try {
        JSON.parse(text);
      } catch {
        // It took its time all the same.
      }
    }
    return this.#longest - PAUSE - 3 * (performance.now() - started);
  }

  get longest() {
    return this.#longest;
  }

  /** Ends the watch. What nobody has caught shows a turn later. */
  async end() {
    await this.turn();
    if (!(await this.until(() => this.counted.length === 0))) this.fail(`still counted: ${this.counted.join(', ')}`);
    process.off('unhandledRejection', this.#onFailure).off('uncaughtException', this.#onFailure);
  }
}

/** The milliseconds for which this process has used a processor. */
function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Counts what keeps the process running, by kind, and the listeners on the process. */
export function resources() {
  const counts = new Map();
  const count = (kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const kind of process.getActiveResourcesInfo()) if (kind !== 'Immediate') count(kind);
  for (const event of process.eventNames()) {
    for (let left = process.listenerCount(event); left > 0; left--) count(`listener of ${String(event)}`);
  }
  return counts;
}

/** Waits until there is no more than there was. Returns what there is more. */
export async function leftovers(before) {
  const more = () =>
    [...resources()]
      .filter(([kind, count]) => count > (before.get(kind) ?? 0))
      .map(([kind, count]) => `${count} x ${kind}`);
  for (let waited = 0; waited < Probe.timeout && more().length > 0; waited += 5) await sleep(5);
  return more();
}
