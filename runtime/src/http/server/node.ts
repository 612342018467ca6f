/** The adapter for `node:http` and `node:http2`. Imports no module of Node, since it is also loaded on platforms without them. */

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Quota } from '../../codegen/v1.js';
import { ByteGatherer, isUtf8 } from '../../codec/bytes.js';
import { Holding, OverBudgetError } from '../../ledger/index.js';
import { after, MAX_DELAY } from '../../timers.js';
import {
  BodyTooLargeError,
  IncompleteBodyError,
  type EventSink,
  type HttpBody,
  type HttpExchange,
  type HttpHeaders,
  type TurnOf,
  type UnreadBody,
} from '../shared/httpExchange.js';
import { keepPaused } from './pipeline.js';
import { UndecodableBodyError } from '../shared/readBody.js';

/** Bytes of a response that sockets accept at once. */
const SMALL = 65_536;

/** Milliseconds to wait for the rest of a body when the request has been answered. */
const DISCARD_TIME = 1_000;

/** The pseudo-header of HTTP/2 for the host. */
const AUTHORITY = ':authority';

/** Frameworks store a body that they have read in `body`. */
type MaybeRead = IncomingMessage & { readonly body?: unknown };

/** The stream of a response of HTTP/2, whose own properties do not tell how it has ended. */
function streamOf(response: ServerResponse): Http2ServerResponse['stream'] | undefined {
  return (response as { readonly stream?: Http2ServerResponse['stream'] }).stream;
}

/** Whether nothing can be sent to the client any more. */
function isGone(response: ServerResponse): boolean {
  return streamOf(response)?.destroyed ?? response.destroyed;
}

/** Whether all of the response was sent before its connection or stream was closed. */
function isSent(response: ServerResponse): boolean {
  const stream = streamOf(response);
  return stream === undefined ? response.writableFinished : !stream.aborted && stream.rstCode === 0;
}

/** An exchange for a request and response of `node:http`, or of `node:http2`, whose classes resemble them. */
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
    // HTTP/2 has the host in a field of its own, which takes precedence (RFC 9113, section 8.3.1).
    if (name === 'host' && this.#request.headers[AUTHORITY] !== undefined)
      return String(this.#request.headers[AUTHORITY]);
    // For duplicates, Node would keep only the first one.
    const { headersDistinct } = this.#request as Partial<IncomingMessage>;
    if (name === 'authorization' && headersDistinct !== undefined) return headersDistinct[name]?.join(', ');
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  headerNames(): readonly string[] {
    return Object.keys(this.#request.headers).filter((name) => !name.startsWith(':'));
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
        if (!isSent(response)) controller.abort();
      };
      if (isGone(response)) check();
      else response.once('close', check);
    }
    return this.#controller.signal;
  }

  readText(limit: number, reading: Quota, turn?: TurnOf): Promise<string> {
    const request = this.#request;
    return new Promise((resolve, reject) => {
      // The listeners live as long as the request. They must not keep the text, which the promise has.
      let settle: { readonly resolve: typeof resolve; readonly reject: typeof reject } | undefined = {
        resolve,
        reject,
      };
      const held = new Holding(reading, 'reading');
      const fail = (error: Error): void => {
        held.close();
        settle?.reject(error);
        settle = undefined;
      };
      const giveUp = (cause?: unknown): void => {
        // Every request emits "close" in the end; creating an error with its stack each time is slow.
        if (settle !== undefined) fail(new IncompleteBodyError(cause));
      };
      // The client disconnected before the body was read.
      if (request.destroyed) return giveUp(request.errored);
      const body = new ByteGatherer();
      const take = (chunk: Buffer): void => {
        const isTooLarge = body.length + chunk.length > limit;
        if (!isTooLarge && held.add(chunk.length)) return body.push(chunk);
        body.take();
        request.off('data', take);
        fail(isTooLarge ? new BodyTooLargeError(limit) : new OverBudgetError('reading'));
      };
      request
        .on('data', take)
        .on('end', () => {
          keepPaused(request.socket);
          if (settle === undefined) return;
          const complete = settle;
          settle = undefined;
          const finish = (): void => {
            const { buffer, byteOffset, length } = body.take();
            const text = decode(Buffer.from(buffer, byteOffset, length));
            held.close();
            if (text === undefined) complete.reject(new UndecodableBodyError());
            else complete.resolve(text);
          };
          const wait = turn?.(body.length);
          if (wait === undefined) finish();
          else void wait.then(finish);
        })
        .on('error', giveUp)
        .on('close', giveUp);
    });
  }

  respond(status: number, headers: HttpHeaders, body?: string | Uint8Array): void | Promise<void> {
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    const framed = status === 204 ? headers : withLength(headers, length);
    if (!this.#request.complete) this.#discardRest();
    this.#response.writeHead(status, framed).end(body);
    closeUnread(this.#response, this.#answerTimeout);
    const response = this.#response;
    if (length > SMALL && response.writableLength > 0 && !isGone(response)) {
      return new Promise((resolve) => void response.once('close', resolve));
    }
  }

  /** Reads the rest of the body: closing a connection while its client is sending resets it, and the response is lost. */
  #discardRest(): void {
    const request = this.#request;
    const stop = after(DISCARD_TIME, () => request.socket.destroy());
    request.on('end', stop).on('close', stop).resume();
  }

  stream(headers: HttpHeaders): EventSink {
    this.#response.writeHead(200, headers);
    return new NodeSink(this.#response, this.#answerTimeout);
  }
}

/** Returns headers with the length of the body, whatever they say about it. */
function withLength(headers: HttpHeaders, length: number): OutgoingHttpHeaders {
  // In Node.js 20, adding a property to a spread object takes twenty times as long as the other order.
  const all = { 'content-length': length, ...headers };
  all['content-length'] = length;
  return all;
}

/** Returns a body that a framework has read. */
function bodyOf(body: unknown): HttpBody {
  if (body === undefined) {
    throw new Error('The body has already been read. Set the property `body` of the request to it, parsed or unparsed');
  }
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return { value: body };
  const bytes = Buffer.from(body);
  return {
    readText(limit) {
      if (bytes.length > limit) return Promise.reject(new BodyTooLargeError(limit));
      const text = decode(bytes);
      return text === undefined ? Promise.reject(new UndecodableBodyError()) : Promise.resolve(text);
    },
  };
}

/** Returns undefined if the bytes are not UTF-8. */
function decode(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  // Decoding replaces invalid UTF-8 by this character, which a sender may also have sent.
  return text.includes('\ufffd') && !isUtf8(bytes) ? undefined : text;
}

/** Closes the connection if the client stops reading a complete response. */
function closeUnread(response: ServerResponse, timeout: number): void {
  if (response.writableLength > 0) response.setTimeout(Math.min(timeout, MAX_DELAY), () => response.destroy());
}

class NodeSink implements EventSink {
  readonly #response: ServerResponse;
  readonly #answerTimeout: number;
  #drained: Promise<void> | undefined;
  #begun = false;

  constructor(response: ServerResponse, answerTimeout: number) {
    this.#response = response;
    this.#answerTimeout = answerTimeout;
    // Headers are sent together with events of the same turn, or alone if there are none: one write is faster than two.
    process.nextTick(() => {
      if (!this.#begun && !isGone(response)) response.flushHeaders();
    });
  }

  get unsent(): number {
    return this.#response.writableLength;
  }

  write(text: string): void | Promise<void> {
    this.#begun = true;
    if (isGone(this.#response) || this.#response.write(text)) return;
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
    closeUnread(this.#response, this.#answerTimeout);
  }

  destroy(): void {
    this.#response.destroy();
  }

  onGone(listener: () => void): void {
    if (isGone(this.#response)) queueMicrotask(listener);
    else this.#response.once('close', listener);
  }
}
