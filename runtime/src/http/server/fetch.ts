/** The adapter for web `Request` and `Response`: Hono, Deno, Bun, and edge functions. */

import type { Quota } from '../../codegen/v1.js';
import { ConnectionClosedError } from '../../errors.js';
import { OverBudgetError } from '../../ledger/index.js';
import {
  BodyTooLargeError,
  IncompleteBodyError,
  type EventSink,
  type HttpExchange,
  type HttpHeaders,
  type TurnOf,
  type UnreadBody,
} from '../shared/httpExchange.js';
import { readBodyText, readChunks, UndecodableBodyError } from '../shared/readBody.js';

/** Errors about a body that has arrived. Any other error means that it has not. */
const PASSED = [BodyTooLargeError, OverBudgetError, UndecodableBodyError];

/** An exchange for a `Request` and its `Response`. */
export class FetchExchange implements HttpExchange, UnreadBody {
  readonly method: string;
  readonly path: string;
  readonly secure: boolean;
  readonly #request: Request;
  readonly #host: string;
  readonly #answer: (response: Response) => void;

  constructor(request: Request, answer: (response: Response) => void) {
    const { pathname, search, host, protocol } = new URL(request.url);
    this.method = request.method;
    this.path = pathname + search;
    this.secure = protocol === 'https:';
    this.#request = request;
    this.#host = host;
    this.#answer = answer;
  }

  header(name: string): string | undefined {
    // Some platforms put the host into the URL and omit the header.
    return this.#request.headers.get(name) ?? (name === 'host' ? this.#host : undefined);
  }

  headerNames(): readonly string[] {
    const names: string[] = [];
    this.#request.headers.forEach((_, name) => names.push(name));
    return names;
  }

  get body(): this {
    return this;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  async readText(limit: number, reading: Quota, turn?: TurnOf): Promise<string> {
    if (this.#request.bodyUsed) {
      throw new Error('The body has already been read. Pass a clone of the request');
    }
    try {
      return await readBodyText((take) => readChunks(this.#request.body?.getReader(), take), limit, reading, turn);
    } catch (error) {
      if (PASSED.some((errorClass) => error instanceof errorClass)) throw error;
      throw new IncompleteBodyError(error instanceof ConnectionClosedError ? error.cause : error);
    }
  }

  respond(status: number, headers: HttpHeaders, body?: string | Uint8Array): void {
    this.#answer(new Response((body ?? null) as string | Uint8Array<ArrayBuffer> | null, { status, headers }));
  }

  stream(headers: HttpHeaders): EventSink {
    const sink = new FetchSink(this.#request.signal);
    this.#answer(new Response(sink.body, { status: 200, headers }));
    return sink;
  }
}

/** Unsent characters from which on `write` makes its caller wait. */
const HIGH_WATER_MARK = 65_536;

class FetchSink implements EventSink {
  readonly body: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #gone: (() => void) | undefined;
  #over = false;
  #drained: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  /** @param signal the signal of the request: aborted when the client disconnects, possibly before the body is read */
  constructor(signal: AbortSignal) {
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#release(),
        cancel: () => this.#lose(),
      },
      { highWaterMark: HIGH_WATER_MARK, size: (chunk) => chunk.length },
    );
    if (signal.aborted) queueMicrotask(() => this.#lose());
    else signal.addEventListener('abort', () => this.#lose(), { once: true });
  }

  get unsent(): number {
    return this.#over ? 0 : HIGH_WATER_MARK - (this.#controller.desiredSize ?? HIGH_WATER_MARK);
  }

  write(text: string): void | Promise<void> {
    if (this.#over) return;
    this.#controller.enqueue(this.#encoder.encode(text));
    if ((this.#controller.desiredSize ?? 0) > 0) return;
    this.#drained ??= deferred();
    return this.#drained.promise;
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#controller.close();
    this.#release();
  }

  destroy(): void {
    if (this.#over) return;
    this.#over = true;
    this.#controller.error(new Error('The client does not read the response'));
    this.#release();
  }

  onGone(listener: () => void): void {
    this.#gone = listener;
  }

  #lose(): void {
    if (this.#over) return;
    this.#over = true;
    this.#release();
    this.#gone?.();
  }

  #release(): void {
    this.#drained?.resolve();
    this.#drained = undefined;
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
