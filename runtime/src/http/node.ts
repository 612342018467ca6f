/** Requests of Node's own server. Nothing of Node is imported, since this is loaded on platforms without it, too. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ByteGatherer } from '../codec/bytes.js';
import { later } from '../platform.js';
import {
  BodyTooLargeError,
  IncompleteBodyError,
  type EventSink,
  type HttpBody,
  type HttpExchange,
  type HttpHeaders,
  type UnreadBody,
} from './exchange.js';

/** Milliseconds that the rest of a body has to arrive when the request has been answered. */
const DISCARD_TIME = 1_000;

/** Frameworks leave here what they have read. */
type MaybeRead = IncomingMessage & { readonly body?: unknown };

/** A request of `node:http`, and the answer to it. */
export class NodeExchange implements HttpExchange, UnreadBody {
  readonly #request: MaybeRead;
  readonly #response: ServerResponse;
  readonly #answerTimeout: number;
  #controller: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, answerTimeout: number) {
    this.#request = request;
    this.#response = response;
    this.#answerTimeout = answerTimeout;
  }

  get method(): string {
    return this.#request.method ?? '';
  }

  get path(): string {
    return this.#request.url ?? '';
  }

  get secure(): boolean {
    return 'encrypted' in this.#request.socket;
  }

  get address(): string | undefined {
    return this.#request.socket.remoteAddress;
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  get body(): HttpBody {
    const { readableEnded, body } = this.#request;
    return readableEnded ? bodyOf(body) : this;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      const response = this.#response;
      const check = (): void => {
        if (!response.writableFinished) controller.abort();
      };
      if (response.destroyed) check();
      else response.once('close', check);
    }
    return this.#controller.signal;
  }

  readText(limit: number): Promise<string> {
    const request = this.#request;
    return new Promise((resolve, reject) => {
      let isOver = false;
      const giveUp = (cause?: unknown): void => {
        // Every request closes in the end, and an error with its stack is not made for nothing.
        if (!isOver) reject(new IncompleteBodyError(cause));
      };
      // It went away while nobody listened.
      if (request.destroyed) return giveUp(request.errored);
      const body = new ByteGatherer();
      const take = (chunk: Buffer): void => {
        if (body.length + chunk.length <= limit) return body.push(chunk);
        isOver = true;
        body.take();
        request.off('data', take);
        reject(new BodyTooLargeError(limit));
      };
      request
        .on('data', take)
        .on('end', () => {
          isOver = true;
          const { buffer, byteOffset, length } = body.take();
          resolve(Buffer.from(buffer, byteOffset, length).toString());
        })
        .on('error', giveUp)
        .on('close', giveUp);
    });
  }

  respond(status: number, headers: HttpHeaders, body?: string): void {
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    const framed = status === 204 ? headers : { ...headers, 'content-length': length };
    if (!this.#request.complete) this.#discardRest();
    this.#response.writeHead(status, framed).end(body);
    giveUpUnread(this.#response, this.#answerTimeout);
  }

  /** A connection that is closed while its client still sends takes the answer along: the system resets it. */
  #discardRest(): void {
    const request = this.#request;
    const stop = later(DISCARD_TIME, () => request.socket.destroy());
    request.on('end', stop).on('close', stop).resume();
  }

  stream(headers: HttpHeaders): EventSink {
    this.#response.writeHead(200, headers);
    return new NodeSink(this.#response, this.#answerTimeout);
  }
}

/** A body that was read before it came here. */
function bodyOf(body: unknown): HttpBody {
  if (body === undefined) {
    throw new Error('The body was read before it came here: hand it on, parsed or not, as `body` of the request');
  }
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return { value: body };
  const bytes = Buffer.from(body);
  return {
    readText: (limit) =>
      bytes.length > limit ? Promise.reject(new BodyTooLargeError(limit)) : Promise.resolve(bytes.toString()),
  };
}

/** An answer that is complete waits for its client only so long: it would be held for whoever stops reading. */
function giveUpUnread(response: ServerResponse, timeout: number): void {
  if (response.writableLength > 0) response.setTimeout(timeout, () => response.destroy());
}

class NodeSink implements EventSink {
  readonly #response: ServerResponse;
  readonly #answerTimeout: number;
  #drained: Promise<void> | undefined;
  #begun = false;

  constructor(response: ServerResponse, answerTimeout: number) {
    this.#response = response;
    this.#answerTimeout = answerTimeout;
    // The head leaves with the first events if those are there in this turn, and alone if they are not.
    process.nextTick(() => {
      if (!this.#begun && !response.destroyed) response.flushHeaders();
    });
  }

  get unsent(): number {
    return this.#response.writableLength;
  }

  write(text: string): void | Promise<void> {
    this.#begun = true;
    if (this.#response.destroyed || this.#response.write(text)) return;
    this.#drained ??= new Promise<void>((resolve) => {
      const done = (): void => {
        this.#drained = undefined;
        this.#response.off('drain', done).off('close', done);
        resolve();
      };
      this.#response.on('drain', done).on('close', done);
    });
    return this.#drained;
  }

  end(): void {
    this.#begun = true;
    this.#response.end();
    giveUpUnread(this.#response, this.#answerTimeout);
  }

  destroy(): void {
    this.#response.destroy();
  }

  onGone(listener: () => void): void {
    if (this.#response.destroyed) queueMicrotask(listener);
    else this.#response.once('close', listener);
  }
}
