/** Streamable HTTP on Node's own server: the fast way. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyTooLargeError, type EventSink, type HttpExchange, type HttpHeaders } from './exchange.js';
import type { HttpHandler } from './handler.js';

/** Answers a request of `node:http`, and of frameworks that are built on it. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Makes a listener for `http.createServer`, or for a route of Express: `app.all('/mcp', nodeListener(handler))`. */
export function nodeListener(handler: HttpHandler): NodeListener {
  return (request, response) => void handler.handle(new NodeExchange(request, response));
}

class NodeExchange implements HttpExchange {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
  }

  get method(): string {
    return this.#request.method ?? '';
  }

  get path(): string {
    return this.#request.url ?? '';
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  readBody(limit: number): Promise<string> {
    // A framework that has read the body leaves it here, parsed.
    if (this.#request.readableEnded) return Promise.resolve(textOf((this.#request as { body?: unknown }).body));
    return new Promise((resolve, reject) => {
      const leave = (): void => reject(new Error('The client went away before its request was complete'));
      if (this.#request.destroyed) leave();
      const chunks: Buffer[] = [];
      let size = 0;
      this.#request
        .on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= limit) chunks.push(chunk);
          else {
            chunks.length = 0;
            reject(new BodyTooLargeError(`the body is larger than the limit of ${limit} bytes`));
          }
        })
        .on('end', () => resolve(chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString()))
        .on('error', reject)
        .on('close', leave);
    });
  }

  respond(status: number, headers: HttpHeaders, body?: string): void {
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    const framed = status === 204 ? headers : { ...headers, 'content-length': length };
    // The rest of a body that was not read would be taken for the next request.
    if (!this.#request.complete) this.#response.shouldKeepAlive = false;
    this.#response.writeHead(status, framed).end(body);
  }

  stream(headers: HttpHeaders): EventSink {
    this.#response.writeHead(200, headers).flushHeaders();
    return new NodeSink(this.#response);
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body === undefined) return '';
  return Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
}

class NodeSink implements EventSink {
  readonly #response: ServerResponse;
  #drained: Promise<void> | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
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
  }

  onGone(listener: () => void): void {
    this.#response.once('close', listener);
  }
}
