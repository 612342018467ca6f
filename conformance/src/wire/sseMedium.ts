/** HTTP with SSE, of 2024-11-05: one stream of events, and POST requests to the address that its first event names. */

import type { EventSourceMessage } from 'eventsource-parser';
import { readEvents, readText } from './eventStream.js';
import type { Fetch } from './httpMedium.js';
import type { Medium, Reply, Sending, SentHeaders, Sink } from './medium.js';

export class SseMedium implements Medium {
  readonly transport = 'sse';
  readonly url: string;
  /** Every event of the stream. */
  readonly events: EventSourceMessage[] = [];
  /** Where messages go. */
  endpoint: string | undefined;
  readonly #fetch: Fetch;
  readonly #stream = new AbortController();

  constructor(url: string, fetch: Fetch = globalThis.fetch) {
    this.url = url;
    this.#fetch = fetch;
  }

  async start(sink: Sink): Promise<void> {
    const response = await this.open(this.#stream.signal);
    const { body, status } = response;
    if (status !== 200 || body === null) throw new Error(`GET ${this.url} is answered with ${status}`);
    await new Promise<void>((resolve, reject) => {
      readEvents(body, (event) => {
        this.events.push(event);
        if (event.event === 'endpoint') {
          this.endpoint = new URL(event.data, this.url).href;
          resolve();
        } else sink.text(event.data, 'sse');
      }).then(
        () => {
          sink.closed('The stream has ended');
          reject(new Error('The stream ended without an event that names the endpoint'));
        },
        (error: unknown) => {
          sink.closed(String(error));
          reject(new Error('The stream broke before it named the endpoint', { cause: error }));
        },
      );
    });
  }

  /** Asks for a stream of events. */
  open(signal: AbortSignal, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.#fetch(this.url, { headers: { accept: 'text/event-stream', ...headers }, signal });
  }

  async send(text: string, { headers = {}, signal }: Sending = {}): Promise<Reply> {
    if (this.endpoint === undefined) throw new Error('The stream has not named the endpoint yet');
    const given: SentHeaders = { 'content-type': 'application/json', ...headers };
    const response = await this.#fetch(this.endpoint, {
      method: 'POST',
      headers: Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
      body: text,
      signal: signal ?? this.#stream.signal,
    });
    const body = response.body === null ? '' : await readText(response.body);
    return {
      status: response.status,
      headers: response.headers,
      type: response.headers.get('content-type') ?? '',
      stream: 'POST',
      body: Promise.resolve(body),
      abort: () => undefined,
    };
  }

  close(): Promise<void> {
    this.#stream.abort();
    return Promise.resolve();
  }
}
