import { pause } from '@mcp-gen/runtime';
import type { Clock } from '../clock.js';

interface Due {
  at: number;
  readonly act: () => void;
  /** The interval of a repeated callback in milliseconds. Undefined: called once. */
  readonly interval: number | undefined;
}

/** Turns of the event loop in which messages within this process are delivered and answered. */
const TURNS = 10;

/**
 * A clock that a test advances: for the option `clock` of `tasks`, of servers and of clients. Tests can let tasks expire and polls become
 * due without waiting.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { Server } from '@mcp-gen/sdk';
 * import { tasks } from '@mcp-gen/sdk/tasks';
 * import { tasks as clientTasks } from '@mcp-gen/sdk/tasks/client';
 * import { testClient, TestClock } from '@mcp-gen/sdk/testing';
 *
 * const clock = new TestClock();
 * const server = new Server({ name: 'jobs', version: '1.0.0' }, { extensions: [tasks({ clock, ttl: 60_000, pollInterval: 5_000 })] });
 * server.tool('job', { task: 'required' }, () => 'done');
 * await using client = await testClient(server, { extensions: [clientTasks({ clock })] });
 * const calling = client.callTool('job');
 * await clock.waited();
 * await clock.advance(5_000);
 * assert.equal((await calling).text, 'done');
 * ```
 */
export class TestClock implements Clock {
  readonly #due = new Set<Due>();
  #time: number;
  #wake = (): void => {};

  /** @param time in milliseconds since 1970. Default: now */
  constructor(time: number = Date.now()) {
    this.#time = time;
  }

  /** The current time of the clock. */
  now(): number {
    return this.#time;
  }

  /** Calls a function once, when the clock has been advanced by some milliseconds. */
  after(milliseconds: number, act: () => void): () => void {
    return this.#add({ at: this.#time + milliseconds, act, interval: undefined });
  }

  /** Calls a function repeatedly, while the clock is advanced. */
  every(milliseconds: number, act: () => void): () => void {
    return this.#add({ at: this.#time + milliseconds, act, interval: milliseconds });
  }

  /** Resolves when a callback is scheduled, such as a client's next poll. */
  async waited(): Promise<void> {
    while (![...this.#due].some(({ interval }) => interval === undefined)) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Advances the clock. Due callbacks run in order, with time in between for messages within this process. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#time + milliseconds;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#time = next.at;
      if (next.interval === undefined) this.#due.delete(next);
      else next.at += next.interval;
      next.act();
      await settled();
    }
    this.#time = end;
  }

  #next(end: number): Due | undefined {
    const due = [...this.#due].filter(({ at }) => at <= end);
    return due.toSorted((one, other) => one.at - other.at)[0];
  }

  #add(due: Due): () => void {
    this.#due.add(due);
    this.#wake();
    return () => this.#due.delete(due);
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await pause(1);
}
