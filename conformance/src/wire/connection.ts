/** A connection of the suite to a server: raw messages in both directions, and what is needed to wait for them. */

import { hasSessions, isSince, type CheckedRevision, type CheckedTransport } from '../revisions.js';
import { notApplicable, quoted, violated, ViolationError } from '../violation.js';
import { allCapabilities, introduction, metaOf, mirroredHeaders } from './claims.js';
import { HttpMedium } from './httpMedium.js';
import type { Medium, Reply, Sending, SentHeaders } from './medium.js';
import { fieldsOf, isNotification, isObject, isRequest, isResponse, type Fields } from './message.js';
import { SseMedium } from './sseMedium.js';
import { StdioMedium } from './stdioMedium.js';
import { within, type Timing } from './waiting.js';

/** A message of the server. */
export interface Received {
  readonly message: Fields;
  /** `stdout`, `sse`, or the method and number of the HTTP request that it came in answer to. */
  readonly stream: string;
  /** Whether it stood in an array. */
  readonly isBatched: boolean;
}

/** What the server asked of the client, in either era. */
export interface Question {
  readonly method: string;
  readonly params: Fields;
}

/** An answer to a request: the message, or the status of HTTP where there is none. */
export interface Answer {
  readonly id: unknown;
  readonly result?: Fields;
  readonly error?: Fields;
  readonly status?: number;
  readonly stream?: string;
}

export interface RequestOptions {
  readonly id?: string | number | undefined;
  /** More `_meta`. */
  readonly meta?: Fields | undefined;
  readonly headers?: SentHeaders | undefined;
  /** Where each request stands alone: what the client can do. */
  readonly capabilities?: Fields | undefined;
}

/** A request that has been sent. */
export interface Pending {
  readonly id: string | number;
  /** How HTTP answers it. */
  readonly reply: Promise<Reply | undefined>;
  readonly answer: Promise<Answer>;
  /** Cancels it as the revision and the transport have it. */
  readonly cancel: () => Promise<void>;
}

/** What becomes of each text: any number of others. */
export interface Alteration {
  readonly sent?: (text: string) => readonly string[];
  readonly received?: (text: string) => readonly string[];
}

/** Answers a question. What it throws is sent as an error. */
export type Answerer = (params: Fields) => Fields;

export class Connection {
  readonly revision: CheckedRevision;
  readonly medium: Medium;
  readonly timing: Timing;
  /** Every message of the server, oldest first. */
  readonly received: Received[] = [];
  /** What stood where a message should be, and is not JSON. */
  readonly noise: string[] = [];
  /** The ids of all requests that were sent. */
  readonly ids: unknown[] = [];
  readonly questions: Question[] = [];
  readonly answers = new Map<string, Answerer>(DEFAULT_ANSWERS);
  capabilities: Fields;
  /** What the server said of itself when the connection was opened. */
  introduction: Fields = {};
  /** Why no more messages come. */
  closedBy: string | undefined;
  readonly #alter: Alteration;
  readonly #waiting = new Set<() => void>();
  #ids = 0;

  /** @param alter changes what is sent and received, to see checks fail */
  constructor(medium: Medium, revision: CheckedRevision, timing: Timing, alter: Alteration = {}) {
    this.#alter = alter;
    this.medium = medium;
    this.revision = revision;
    this.timing = timing;
    this.capabilities = allCapabilities(revision);
  }

  get transport(): CheckedTransport {
    return this.medium.transport;
  }

  /** The medium, for checks of one transport. */
  get http(): HttpMedium {
    return this.medium instanceof HttpMedium ? this.medium : notApplicable('It is not Streamable HTTP');
  }

  get sse(): SseMedium {
    return this.medium instanceof SseMedium ? this.medium : notApplicable('It is not HTTP with SSE');
  }

  get stdio(): StdioMedium {
    return this.medium instanceof StdioMedium ? this.medium : notApplicable('It is not stdio');
  }

  get hasSessions(): boolean {
    return hasSessions(this.revision);
  }

  /** What the server declares. */
  get offered(): Fields {
    return fieldsOf(this.introduction, 'capabilities');
  }

  async start(): Promise<void> {
    const started = this.medium.start({
      text: (text, stream) => {
        for (const each of this.#alter.received?.(text) ?? [text]) this.#take(each, stream);
      },
      closed: (reason) => {
        this.closedBy ??= reason;
        this.#wake();
      },
    });
    await within(this.timing.open ?? this.timing.answer, 'the connection', started);
  }

  /** Opens a session, or asks the server who it is. */
  async open(): Promise<void> {
    if (!this.hasSessions) {
      const { result, error, status } = await this.ask('server/discover');
      if (result === undefined) {
        notApplicable(`The server does not speak ${this.revision}: server/discover gets ${quoted(error ?? status)}`);
      }
      this.introduction = result;
      return;
    }
    const params = introduction(this.revision, this.capabilities);
    const { result, error, status, stream } = await this.initialize(params);
    if (result === undefined) {
      violated(`initialize should have a result, and got ${error ? quoted(error) : `status ${status}`}`);
    }
    if (result['protocolVersion'] !== this.revision) {
      notApplicable(`The server does not speak ${this.revision}: it answers with ${quoted(result['protocolVersion'])}`);
    }
    this.introduction = result;
    await this.notify('notifications/initialized');
    if (stream !== undefined && this.medium instanceof HttpMedium) await this.listen();
  }

  /** Sends `initialize`, and takes the session that HTTP names. */
  async initialize(params: Fields): Promise<Answer> {
    const pending = this.send('initialize', params);
    const answer = await pending.answer;
    const version = answer.result?.['protocolVersion'];
    if (this.medium instanceof HttpMedium) {
      const session = (await pending.reply)?.headers.get('mcp-session-id') ?? undefined;
      const named = typeof version === 'string' && isSince(this.revision, '2025-06-18') ? version : undefined;
      this.medium.standing = { 'mcp-session-id': session, 'mcp-protocol-version': named };
    }
    return answer;
  }

  /** Opens the stream of a session over HTTP. A server need not have one. */
  async listen(): Promise<Reply> {
    return within(this.timing.answer, 'the answer to GET', this.http.listen());
  }

  /** Sends a request, and does not wait for its answer. */
  send(method: string, params?: Fields, options: RequestOptions = {}): Pending {
    const id = options.id ?? ++this.#ids;
    const from = this.received.length;
    const message = this.request(method, params, { ...options, id });
    const headers = { ...this.headersFor(method, fieldsOf(message, 'params')), ...options.headers };
    this.ids.push(id);
    const controller = new AbortController();
    const reply = this.#send(JSON.stringify(message), { headers, signal: controller.signal });
    const answer = this.#answer(id, method, from, reply);
    // Either may be what a check does not wait for.
    reply.catch(() => undefined);
    answer.catch(() => undefined);
    const cancel = async (): Promise<void> => {
      if (!this.hasSessions && this.transport === 'http') controller.abort();
      else await this.notify('notifications/cancelled', { requestId: id, reason: 'No longer needed' });
    };
    return { id, answer, reply, cancel };
  }

  /** The message of a request, as the revision has it. */
  request(
    method: string,
    params: Fields | undefined,
    options: Omit<RequestOptions, 'id'> & { readonly id: unknown },
  ): Fields {
    const { id, meta, capabilities = this.capabilities } = options;
    const own = { ...(!this.hasSessions && metaOf(this.revision, capabilities)), ...meta };
    const hasMeta = Object.keys(own).length > 0;
    const given = hasMeta ? { ...params, _meta: { ...own, ...fieldsOf(params, '_meta') } } : params;
    return { jsonrpc: '2.0', id, method, ...(given && { params: given }) };
  }

  /** The headers that go with a request. */
  headersFor(method: string, params: Fields): Readonly<Record<string, string>> {
    return this.hasSessions ? {} : mirroredHeaders(this.revision, method, params);
  }

  /** Sends a request, and waits for its answer. */
  async ask(method: string, params?: Fields, options?: RequestOptions): Promise<Answer> {
    return this.send(method, params, options).answer;
  }

  /** Sends a request that has to be answered with a result. */
  async result(method: string, params?: Fields, options?: RequestOptions): Promise<Fields> {
    const { result, error, status } = await this.ask(method, params, options);
    if (result !== undefined) return result;
    violated(`${method} should have a result, and got ${error ? `the error ${quoted(error)}` : `status ${status}`}`);
  }

  /** Sends a request that has to be answered with an error of JSON-RPC. */
  async failure(method: string, params?: Fields, options?: RequestOptions): Promise<Fields> {
    const { result, error, status } = await this.ask(method, params, options);
    if (error !== undefined) return error;
    violated(`${method} should have an error, and got ${result ? `the result ${quoted(result)}` : `status ${status}`}`);
  }

  /** Calls a tool, and answers what is asked on the way. */
  async call(name: string, args: Fields = {}, options: RequestOptions = {}): Promise<Fields> {
    const { result, error, status } = await this.callAsked(name, args, options);
    if (result !== undefined) return result;
    violated(
      `The tool ${name} should have a result, and got ${error ? `the error ${quoted(error)}` : `status ${status}`}`,
    );
  }

  /** The same, for a call that may fail. */
  async callAsked(name: string, args: Fields = {}, options: RequestOptions = {}): Promise<Answer> {
    let more: Fields = {};
    for (let round = 0; round < 5; round++) {
      const answer = await this.ask('tools/call', { name, arguments: args, ...more }, options);
      const { result } = answer;
      if (this.hasSessions || result?.['resultType'] !== 'input_required') return answer;
      const asked = Object.entries(fieldsOf(result, 'inputRequests'));
      const inputResponses = Object.fromEntries(asked.map(([key, each]) => [key, this.#answerTo(fieldsOf(each))]));
      const { requestState } = result;
      more = { inputResponses, ...(requestState !== undefined && { requestState }) };
    }
    violated(`The tool ${name} asks again and again`);
  }

  /** Sends a notification. Resolves with how HTTP took it. */
  async notify(method: string, params?: Fields): Promise<Reply | undefined> {
    const own = this.hasSessions ? params : { ...params, _meta: metaOf(this.revision, this.capabilities) };
    return this.sendRaw({ jsonrpc: '2.0', method, ...(own && { params: own }) }, this.headersFor(method, {}));
  }

  /** Sends any JSON, or text as it is. */
  async sendRaw(message: unknown, headers?: SentHeaders): Promise<Reply | undefined> {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    const sent = this.#send(text, headers && { headers });
    return within(this.timing.answer, 'the answer of HTTP', sent);
  }

  /** Waits for a message. */
  async waitFor(
    what: string,
    isWanted: (received: Received) => boolean,
    from = 0,
    timeout = this.timing.answer,
  ): Promise<Received> {
    let at = from;
    const find = async (): Promise<Received> => {
      for (;;) {
        for (; at < this.received.length; at++) {
          const received = this.received[at];
          if (received !== undefined && isWanted(received)) return received;
        }
        if (this.closedBy !== undefined) throw new ViolationError(`Waited for ${what}: ${this.closedBy}`);
        await new Promise<void>((resolve) => this.#waiting.add(resolve));
      }
    };
    return within(timeout, what, find());
  }

  /** Waits for a notification. */
  async notified(method: string, from = 0): Promise<Fields> {
    const { message } = await this.waitFor(method, ({ message }) => message['method'] === method, from);
    return fieldsOf(message, 'params');
  }

  /** Lets everything arrive that the server sends now. */
  async settle(): Promise<void> {
    await this.ask(this.hasSessions ? 'ping' : 'server/discover');
    await new Promise((resolve) => setTimeout(resolve, this.timing.quiet));
  }

  notifications(from = 0): readonly Fields[] {
    return this.#messages(from).filter(isNotification);
  }

  requests(from = 0): readonly Fields[] {
    return this.#messages(from).filter(isRequest);
  }

  responses(from = 0): readonly Fields[] {
    return this.#messages(from).filter(isResponse);
  }

  async close(): Promise<void> {
    this.closedBy ??= 'The suite has closed the connection';
    this.#wake();
    await this.medium.close();
  }

  async #send(text: string, more?: Sending): Promise<Reply | undefined> {
    let reply: Reply | undefined;
    for (const each of this.#alter.sent?.(text) ?? [text]) reply = await this.medium.send(each, more);
    return reply;
  }

  #messages(from: number): readonly Fields[] {
    return this.received.slice(from).map(({ message }) => message);
  }

  async #answer(id: unknown, method: string, from: number, reply: Promise<Reply | undefined>): Promise<Answer> {
    const find = ({ message }: Received): boolean => message['id'] === id && isResponse(message);
    const refused = reply.then(async (given) => {
      // A refusal that is not a message answers nothing else.
      if (given === undefined || given.status < 400) return new Promise<never>(() => undefined);
      const body = parse(await given.body);
      const error = isObject(body) && isObject(body['error']) ? body['error'] : undefined;
      return { id: fieldsOf(body)['id'], status: given.status, stream: given.stream, ...(error && { error }) };
    });
    const isOpening = method === 'initialize' || method === 'server/discover';
    const timeout = isOpening ? this.timing.open : undefined;
    const answered = this.waitFor(`the answer to ${method}`, find, from, timeout).then(async ({ message, stream }) => {
      const status = this.transport === 'stdio' ? undefined : (await reply)?.status;
      const { result, error } = message;
      return {
        id,
        stream,
        ...(status !== undefined && { status }),
        ...(isObject(result) && { result }),
        ...(isObject(error) && { error }),
      };
    });
    answered.catch(() => undefined);
    return Promise.race([answered, refused]);
  }

  #take(text: string, stream: string): void {
    const value = parse(text);
    const messages = Array.isArray(value) ? value : [value];
    for (const message of messages) {
      if (!isObject(message)) {
        this.noise.push(text);
        continue;
      }
      this.received.push({ message, stream, isBatched: Array.isArray(value) });
      if (isRequest(message)) void this.#reply(message);
    }
    this.#wake();
  }

  async #reply(message: Fields): Promise<void> {
    const { id } = message;
    const answer = this.#answerTo(message);
    const isError = 'code' in answer && 'message' in answer;
    await this.sendRaw({ jsonrpc: '2.0', id, [isError ? 'error' : 'result']: answer }).catch(() => undefined);
  }

  #answerTo(message: Fields): Fields {
    const { method } = message;
    const params = fieldsOf(message, 'params');
    this.questions.push({ method: String(method), params });
    const answer = this.answers.get(String(method));
    return answer === undefined ? { code: -32601, message: 'Method not found' } : answer(params);
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** A client that answers everything. */
const DEFAULT_ANSWERS: readonly (readonly [string, Answerer])[] = [
  ['ping', () => ({})],
  ['roots/list', () => ({ roots: [{ uri: 'file:///workspace', name: 'workspace' }] })],
  [
    'sampling/createMessage',
    () => ({ role: 'assistant', model: 'none', content: { type: 'text', text: 'sampled' }, stopReason: 'endTurn' }),
  ],
  [
    'elicitation/create',
    ({ mode }) => (mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: 'Ada' } }),
  ],
];

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
