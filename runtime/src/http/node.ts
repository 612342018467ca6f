/** Streamable HTTP on Node's own server: the fast way. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ByteGatherer } from '../codec/bytes.js';
import { later } from '../platform.js';
import {
  BodyTooLargeError,
  IncompleteBodyError,
  type EventSink,
  type HttpExchange,
  type HttpHeaders,
} from './exchange.js';
import type { HttpEndpoint } from './endpoint.js';

/** Answers a request of `node:http`, and of frameworks that are built on it. */
export type NodeRequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Makes a listener for `http.createServer`, or for a route of Express: `app.all('/mcp', nodeListener(handler))`. */
export function nodeListener(handler: HttpEndpoint): NodeRequestListener {
  return (request, response) => void handler.handle(new NodeExchange(request, response, handler.answerTimeout));
}

/** Milliseconds that the rest of a body has to arrive when the request has been answered. */
const DISCARD_TIME = 1_000;

class NodeExchange implements HttpExchange {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #answerTimeout: number;

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

  readBody(limit: number): Promise<string> {
    const request: IncomingMessage & { readonly body?: unknown } = this.#request;
    return new Promise((resolve, reject) => {
      const giveUp = (cause?: unknown): void => reject(new IncompleteBodyError(cause));
      // A framework that has read the body leaves it here, parsed.
      if (request.readableEnded) return resolve(textOf(request.body));
      // It went away while nobody listened.
      if (request.destroyed) return giveUp(request.errored);
      const body = new ByteGatherer();
      const take = (chunk: Buffer): void => {
        if (body.length + chunk.length <= limit) return body.push(chunk);
        body.take();
        request.off('data', take);
        reject(new BodyTooLargeError(limit));
      };
      request
        .on('data', take)
        .on('end', () => {
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
    this.#response.writeHead(200, headers).flushHeaders();
    return new NodeSink(this.#response, this.#answerTimeout);
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body === undefined) {
    throw new Error('The body was read before it came here: hand it on, parsed or not, as `body` of the request');
  }
  return Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
}

/** An answer that is complete waits for its client only so long: it would be held for whoever stops reading. */
function giveUpUnread(response: ServerResponse, timeout: number): void {
  if (response.writableLength > 0) response.setTimeout(timeout, () => response.destroy());
}

class NodeSink implements EventSink {
  readonly #response: ServerResponse;
  readonly #answerTimeout: number;
  #drained: Promise<void> | undefined;

  constructor(response: ServerResponse, answerTimeout: number) {
    this.#response = response;
    this.#answerTimeout = answerTimeout;
  }

  get unsent(): number {
    return this.#response.writableLength;
  }

  write(text: string): void | Promise<void> {
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
