/** A client of several nodes that shows every event with its id, and says which node takes each of its requests. */

import type { HttpHandler } from '@mcp-gen/sdk/http';

export interface SentEvent {
  readonly id: string | undefined;
  readonly message: { readonly [member: string]: unknown };
}

/** What a node answers with. */
export interface NodeAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; undefined if it is a stream, or empty. */
  readonly body: { readonly [member: string]: unknown } | undefined;
  /** The events of a stream. */
  readonly events: EventReader | undefined;
}

const URL = 'http://localhost/mcp';

/** A client of the session era, at the level of HTTP. */
export class NodeClient {
  session: string | undefined;
  readonly #headers: { readonly [name: string]: string };
  #ids = 0;

  constructor(headers: { readonly [name: string]: string } = {}) {
    this.#headers = headers;
  }

  /** Opens a session at a node. */
  async open(node: HttpHandler, capabilities: object = {}): Promise<void> {
    const clientInfo = { name: 'test', version: '1.0.0' };
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
    const answer = await this.request(node, 'initialize', params);
    this.session = answer.headers.get('mcp-session-id') ?? undefined;
    if (answer.status !== 200) throw new Error(`initialize was answered with ${answer.status}`);
    await this.post(node, { jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  request(node: HttpHandler, method: string, params?: object): Promise<NodeAnswer> {
    return this.post(node, { jsonrpc: '2.0', id: ++this.#ids, method, ...(params && { params }) });
  }

  post(node: HttpHandler, message: object): Promise<NodeAnswer> {
    return this.#send(node, 'POST', {}, JSON.stringify(message));
  }

  /** Opens, or resumes, a stream. */
  async listen(node: HttpHandler, lastEventId?: string): Promise<EventReader> {
    const answer = await this.get(node, lastEventId);
    if (answer.events === undefined) throw new Error(`GET was answered with ${answer.status}`);
    return answer.events;
  }

  get(node: HttpHandler, lastEventId?: string): Promise<NodeAnswer> {
    return this.#send(node, 'GET', lastEventId === undefined ? {} : { 'last-event-id': lastEventId });
  }

  end(node: HttpHandler): Promise<NodeAnswer> {
    return this.#send(node, 'DELETE', {});
  }

  async #send(
    node: HttpHandler,
    method: string,
    headers: { readonly [name: string]: string },
    body?: string,
  ): Promise<NodeAnswer> {
    const controller = new AbortController();
    const response = await node.fetch(
      new Request(URL, {
        method,
        signal: controller.signal,
        headers: {
          accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
          host: 'localhost',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(this.session !== undefined && { 'mcp-session-id': this.session, 'mcp-protocol-version': '2025-11-25' }),
          ...this.#headers,
          ...headers,
        },
        ...(body !== undefined && { body }),
      }),
    );
    const { status } = response;
    const isStream = response.headers.get('content-type') === 'text/event-stream';
    const text = isStream ? '' : await response.text();
    return {
      status,
      headers: response.headers,
      body: text === '' ? undefined : (JSON.parse(text) as NodeAnswer['body']),
      events: isStream && response.body !== null ? new EventReader(response.body, controller) : undefined,
    };
  }
}

/** Reads the events of one connection. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #controller: AbortController;
  #rest = '';
  /** The id of the last event that was read. */
  last: string | undefined;

  constructor(body: ReadableStream<Uint8Array>, controller: AbortController) {
    this.#reader = body.pipeThrough(new TextDecoderStream()).getReader();
    this.#controller = controller;
  }

  /** Resolves with the next message; undefined at the end, also if the connection breaks. */
  async next(): Promise<SentEvent | undefined> {
    for (;;) {
      const end = this.#rest.indexOf('\n\n');
      if (end < 0) {
        const read = await this.#reader.read().catch(() => undefined);
        if (read?.value === undefined) return undefined;
        this.#rest += read.value;
        continue;
      }
      const lines = this.#rest.slice(0, end).split('\n');
      this.#rest = this.#rest.slice(end + 2);
      const field = (name: string): string | undefined =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const id = field('id');
      if (id !== undefined) this.last = id;
      const data = field('data');
      if (data !== undefined && data !== '') return { id, message: JSON.parse(data) as SentEvent['message'] };
    }
  }

  /** Reads until the end. */
  async all(): Promise<readonly SentEvent[]> {
    const events: SentEvent[] = [];
    for (let event = await this.next(); event !== undefined; event = await this.next()) events.push(event);
    return events;
  }

  /** Breaks the connection. */
  break(): void {
    this.#controller.abort();
    void this.#reader.cancel().catch(() => undefined);
  }
}
