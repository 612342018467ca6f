/** Streamable HTTP: a POST for each message, and streams of events. */

import type { EventSourceMessage } from 'eventsource-parser';
import { readEvents, readText } from './eventStream.js';
import type { Medium, Reply, Sending, SentHeaders, Sink } from './medium.js';

/** A request as it is sent. */
export interface HttpRequest extends Sending {
  readonly method: 'POST' | 'GET' | 'DELETE' | 'PUT' | 'OPTIONS';
  readonly body?: string;
}

/** An event, with the stream that it came on. */
export interface StreamedEvent extends EventSourceMessage {
  readonly stream: string;
}

/** How long the end of a session may take. Milliseconds. */
const CLOSE_TIMEOUT = 500;

/** Sends a request, as the global function does. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export class HttpMedium implements Medium {
  readonly transport = 'http';
  readonly url: string;
  /** Every event of every stream. */
  readonly events: StreamedEvent[] = [];
  /** What is sent with each request beside what all have: the session and the revision. */
  standing: SentHeaders = {};
  readonly #fetch: Fetch;
  readonly #open = new Set<AbortController>();
  #sink: Sink | undefined;
  #streams = 0;

  constructor(url: string, fetch: Fetch = globalThis.fetch) {
    this.url = url;
    this.#fetch = fetch;
  }

  start(sink: Sink): Promise<void> {
    this.#sink = sink;
    return Promise.resolve();
  }

  send(text: string, more: Sending = {}): Promise<Reply> {
    return this.exchange({ ...more, method: 'POST', body: text });
  }

  /** Opens the stream for what belongs to no request. */
  listen(headers: SentHeaders = {}): Promise<Reply> {
    return this.exchange({ method: 'GET', headers });
  }

  /** Sends a request, and hands on what its body says. Resolves with the headers of the answer. */
  async exchange({ method, headers = {}, body, signal }: HttpRequest): Promise<Reply> {
    const stream = `${method} ${++this.#streams}`;
    const controller = new AbortController();
    this.#open.add(controller);
    // A signal belongs to one request.
    signal?.addEventListener('abort', () => controller.abort(), { once: true });
    const given = { ...DEFAULTS[method], ...this.standing, ...headers };
    const sent = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await this.#fetch(this.url, {
      method,
      headers: sent,
      redirect: 'manual',
      signal: controller.signal,
      ...(body !== undefined && { body }),
    });
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const read = this.#read(response, type, stream).finally(() => this.#open.delete(controller));
    // A caller that waits for the body receives the error; no caller has to.
    read.catch(() => undefined);
    if (type !== 'text/event-stream') await read.catch(() => undefined);
    return {
      status: response.status,
      headers: response.headers,
      type,
      stream,
      body: read,
      abort: () => {
        controller.abort();
      },
    };
  }

  async close(): Promise<void> {
    // A server that keeps sessions keeps few of a client.
    if (this.standing['mcp-session-id'] !== undefined) {
      const ended = this.exchange({ method: 'DELETE', signal: AbortSignal.timeout(CLOSE_TIMEOUT) });
      await ended.catch(() => undefined);
    }
    for (const controller of this.#open) controller.abort();
  }

  async #read({ body }: Response, type: string, stream: string): Promise<string> {
    if (body === null) return '';
    if (type === 'text/event-stream') {
      return readEvents(body, (event) => {
        this.events.push({ ...event, stream });
        if (event.data !== '') this.#sink?.text(event.data, stream);
      });
    }
    const text = await readText(body);
    // A body that is empty is the lack of a message.
    if (type === 'application/json' && text !== '') this.#sink?.text(text, stream);
    return text;
  }
}

const DEFAULTS: Readonly<Record<HttpRequest['method'], Readonly<Record<string, string>>>> = {
  POST: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  GET: { accept: 'text/event-stream' },
  DELETE: {},
  PUT: {},
  OPTIONS: {},
};
