import { inspect, isDeepStrictEqual } from 'node:util';
import type { ConnectionClosedError } from '../errors.js';
import type { JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import type { Message, RequestId } from '../jsonrpc/messages.js';
import type { Receiver, SendOptions, Transport } from '../transports/transport.js';
import { after, pause, settlesWithin } from '../timers.js';

/** An event at one end of a connection. */
export type Arrival =
  | { readonly kind: 'message'; readonly value: unknown }
  | { readonly kind: 'malformed'; readonly error: JsonRpcError }
  | { readonly kind: 'failed'; readonly id: RequestId; readonly error: Error }
  | { readonly kind: 'ended' | 'closed'; readonly error: ConnectionClosedError }
  /** Marks a rejection of a promise that `send` has returned. */
  | { readonly kind: 'unsent'; readonly error: unknown };

/** Milliseconds without an event that count as quiet. */
const QUIET = 40;

/** State that the two ends of a connection share. */
export interface Line {
  /** Whether `send` of one of them is running. */
  sending: boolean;
  /** Whether a receiver was called while `send` was running. */
  calledWithinSend: boolean;
}

/** One end of a connection under test: records events, and waits for them. */
export class End {
  readonly name: string;
  readonly transport: Transport;
  readonly #timeout: number;
  readonly #arrivals: Arrival[] = [];
  readonly #line: Line;
  #wake: () => void = () => undefined;
  #closedAfterEnd: Promise<void> | undefined;

  /** @param timeout milliseconds to wait for an expected event */
  constructor(name: string, transport: Transport, line: Line, timeout: number) {
    this.name = name;
    this.transport = transport;
    this.#line = line;
    this.#timeout = timeout;
  }

  async start(): Promise<void> {
    await this.wait(Promise.resolve(this.transport.start(this.receiver)), 'start');
  }

  /** Sends a message, and records a later failure. */
  send(message: Message | readonly Message[], options?: SendOptions): void | Promise<void> {
    this.#line.sending = true;
    try {
      const sent = this.transport.send(message, options);
      if (sent !== undefined) sent.catch((error: unknown) => this.#put({ kind: 'unsent', error }));
      return sent;
    } finally {
      this.#line.sending = false;
    }
  }

  async close(): Promise<void> {
    await this.#closedAfterEnd;
    await this.wait(Promise.resolve(this.transport.close()), 'close');
  }

  /** Waits for a promise of the transport. @throws {Error} if it takes too long, or is rejected. */
  async wait(promise: Promise<unknown>, what: string): Promise<void> {
    if (!(await settlesWithin(this.#timeout, promise))) {
      throw new Error(`${what} of the ${this.name}'s transport did not settle within ${this.#timeout} ms`);
    }
  }

  /** Returns the next event of this end. @param expected the expected event, for the error */
  async next(expected: string): Promise<Arrival> {
    if (this.#arrivals.length === 0) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      if (!(await settlesWithin(this.#timeout, woken))) {
        throw new Error(`The ${this.name} waited ${this.#timeout} ms for ${expected}, but received nothing`);
      }
    }
    return this.#arrivals.shift() as Arrival;
  }

  /** Puts back an event: it is returned next. */
  putBack(arrival: Arrival): void {
    this.#arrivals.unshift(arrival);
  }

  /** Returns whether a matching event has arrived. If so, earlier events are dropped. */
  take(isWanted: (arrival: Arrival) => boolean): boolean {
    const at = this.#arrivals.findIndex(isWanted);
    this.#arrivals.splice(0, at + 1);
    return at >= 0;
  }

  /** Waits for these messages or batches, in this order, without other events between them. */
  async expect(...values: readonly unknown[]): Promise<void> {
    for (const value of values) {
      const arrival = await this.next(describe(value));
      if (arrival.kind !== 'message' || !isDeepStrictEqual(arrival.value, value)) {
        throw new Error(`The ${this.name} expected ${describe(value)}, but received ${describeArrival(arrival)}`);
      }
    }
  }

  /** Waits for the end of the connection. */
  async expectEnd(): Promise<void> {
    const arrival = await this.next('the end of the connection');
    if (arrival.kind !== 'ended' && arrival.kind !== 'closed') {
      throw new Error(`The ${this.name} expected the end of the connection, but received ${describeArrival(arrival)}`);
    }
  }

  /** Waits a short time. @throws {Error} if an event arrives meanwhile, or an unexpected one has arrived before. */
  async expectQuiet(why: string): Promise<void> {
    await pause(QUIET);
    const [arrival] = this.#arrivals;
    if (arrival !== undefined) throw new Error(`The ${this.name} received ${describeArrival(arrival)} ${why}`);
  }

  readonly receiver: Receiver = {
    message: (value) => this.#put({ kind: 'message', value }),
    malformed: (error) => this.#put({ kind: 'malformed', error }),
    failed: (id, error) => this.#put({ kind: 'failed', id, error }),
    ended: (error) => this.#put({ kind: 'ended', error }),
    closed: (error) => this.#put({ kind: 'closed', error }),
  };

  #put(arrival: Arrival): void {
    if (this.#line.sending) this.#line.calledWithinSend = true;
    this.#arrivals.push(arrival);
    this.#wake();
    if (arrival.kind === 'ended' || arrival.kind === 'closed')
      after(QUIET, () => this.#closeAfterEnd(), { keepsAlive: true });
  }

  /** Closes the transport, as every receiver must after the end. Delayed, since no event may arrive meanwhile. */
  #closeAfterEnd(): void {
    this.#closedAfterEnd = this.close();
    // The next caller of `close` receives the error.
    this.#closedAfterEnd.catch(() => undefined);
  }
}

/** Describes an event, truncated. */
export function describeArrival(arrival: Arrival): string {
  switch (arrival.kind) {
    case 'message':
      return describe(arrival.value);
    case 'failed':
      return `failed(${JSON.stringify(arrival.id)}, ${String(arrival.error)})`;
    case 'unsent':
      return `a rejection of what it sent: ${String(arrival.error)}`;
    default:
      return `${arrival.kind}(${String(arrival.error)})`;
  }
}

function describe(value: unknown): string {
  return inspect(value, { breakLength: Infinity, depth: 5, maxStringLength: 60, maxArrayLength: 3 });
}
