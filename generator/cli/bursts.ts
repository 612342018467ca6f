import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** Collects events that come in bursts, and returns them when a burst is over. */
export class Bursts<Item> {
  readonly #quiet: number;
  readonly #items = new Set<Item>();
  readonly #events = new EventEmitter();
  #count = 0;

  /** @param quiet milliseconds without an event after which a burst is over */
  constructor(quiet: number) {
    this.#quiet = quiet;
  }

  /** Adds an event, with its items if they are known. */
  add(...items: readonly Item[]): void {
    for (const item of items) this.#items.add(item);
    this.#count++;
    this.#events.emit('event');
  }

  /**
   * Waits for the end of the next burst. Resolves with the items of its events.
   *
   * @throws the reason of the signal, if it is aborted
   */
  async next(signal: AbortSignal): Promise<Item[]> {
    if (this.#count === 0) await once(this.#events, 'event', { signal });
    let seen: number;
    do {
      seen = this.#count;
      await setTimeout(this.#quiet, undefined, { signal });
    } while (seen !== this.#count);
    const items = [...this.#items];
    this.#items.clear();
    this.#count = 0;
    return items;
  }
}
