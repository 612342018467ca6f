/** Requests that a client sends before earlier ones of its connection are answered (RFC 9112, section 9.3.2), on `node:http`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Holding, OverBudgetError, REQUEST_BYTES, type Ledger } from '../../ledger/index.js';
import type { ErrorListener } from '../../report.js';
import { nextTurn } from '../../timers.js';
import { callerName } from './caller.js';

/** The pipelines of connections on which requests wait for earlier ones. */
const pipelines = new WeakMap<Socket, Pipeline>();

/** What the pipelines of an endpoint have in common. */
export interface PipelineSettings {
  /** The requests of one connection that are handled at a time. */
  readonly pipelineLimit: number;
  /** Counts those that wait. */
  readonly ledger: Ledger;
  readonly report: ErrorListener;
}

/** The unanswered requests of one connection, from the second one on. */
class Pipeline {
  readonly #socket: Socket;
  readonly #settings: PipelineSettings;
  readonly #unanswered = new Set<ServerResponse>();
  /** Handles those that wait, oldest first. */
  readonly #waiting: (() => void)[] = [];
  readonly #held: Holding;
  #isScheduled = false;

  constructor(socket: Socket, settings: PipelineSettings) {
    this.#socket = socket;
    this.#settings = settings;
    const { ledger } = settings;
    const caller = callerName(undefined, { address: socket.remoteAddress }, undefined);
    this.#held = new Holding(caller === undefined ? ledger.anyone : ledger.account(caller), 'retained');
    // One listener for all requests. Node closes a response only once it has a socket: when all earlier ones are sent.
    socket.once('close', () => {
      this.#waiting.length = 0;
      this.#held.close();
      for (const response of this.#unanswered) if (response.socket === null) response.destroy().emit('close');
    });
  }

  add(response: ServerResponse, handle: () => void): void {
    // A fallback has passed on a request that was handled here before.
    if (this.#unanswered.has(response)) return handle();
    this.#unanswered.add(response);
    response.once('close', () => {
      this.#unanswered.delete(response);
      this.#next();
    });
    // The first unanswered request of the connection is not counted here.
    if (this.#socket.destroyed || (this.#waiting.length === 0 && this.#unanswered.size < this.#settings.pipelineLimit))
      return handle();
    this.#waiting.push(handle);
    this.pause();
    if (this.#held.add(REQUEST_BYTES.unhandled)) return;
    // No answer can be sent before those of earlier requests.
    this.#settings.report(new OverBudgetError('retained'));
    this.#socket.destroy();
  }

  /** Stops reading, also after this turn: when a body ends, Node schedules that the connection is read on. */
  pause(): void {
    this.#stopReading();
    queueMicrotask(() => this.#stopReading());
  }

  #stopReading(): void {
    if (this.#waiting.length === 0) return;
    // A connection that is paused already is nevertheless read, and tells nobody of a second pause.
    if (this.#socket.isPaused()) this.#socket.emit('pause');
    else this.#socket.pause();
  }

  /** Handles those that wait, one in each turn of the event loop: a chunk of a connection can have thousands. */
  #next(): void {
    if (this.#waiting.length === 0) this.#socket.resume();
    else if (!this.#isScheduled && this.#unanswered.size - this.#waiting.length < this.#settings.pipelineLimit) {
      this.#isScheduled = true;
      nextTurn(() => {
        this.#isScheduled = false;
        const handle = this.#waiting.shift();
        // The connection was closed.
        if (handle === undefined) return;
        this.#held.add(-REQUEST_BYTES.unhandled);
        handle();
        this.#next();
      });
    }
  }
}

/**
 * Handles a request, later if too many requests of its connection are unanswered. The connection is not read until then. A connection with
 * more waiting requests than its caller may hold is closed, and reported.
 */
export function inPipeline(
  { socket }: IncomingMessage,
  response: ServerResponse,
  settings: PipelineSettings,
  handle: () => void,
): void {
  // A response has its socket at once if no earlier one waits.
  if (response.socket !== null) return handle();
  let pipeline = pipelines.get(socket);
  if (pipeline === undefined) pipelines.set(socket, (pipeline = new Pipeline(socket, settings)));
  pipeline.add(response, handle);
}

/** Called when a body has been read, since Node then reads on: pauses the connection again if requests wait. */
export function keepPaused(socket: Socket): void {
  pipelines.get(socket)?.pause();
}
