// A client of the kill test: a session, a stream that is resumed whenever it breaks, and calls with progress.
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Milliseconds between two attempts. */
const RETRY = 100;

/** Milliseconds after which an answer counts as missing. */
const TIMEOUT = 30_000;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class KillClient {
  /** Ids of the events of the client's own stream, in the order of arrival. */
  received = [];
  /** When the stream was there again, by `performance.now()`. */
  resumed = [];
  /** When the stream broke. */
  broken = [];
  calls = { answered: 0, ended: 0, broken: 0, missing: 0 };
  /** Statuses that mean that the session is lost. */
  lostSession = 0;
  /** Streams that could not be resumed. */
  refusedResume = 0;
  session;
  #port;
  #ids = 0;
  #last;
  #stopped = false;
  #runs = [];

  constructor(port) {
    this.#port = port;
  }

  async open() {
    const clientInfo = { name: 'kill', version: '1.0.0' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const { response, text } = await this.#post({ jsonrpc: '2.0', id: ++this.#ids, method: 'initialize', params });
    if (response.statusCode !== 200) throw new Error(`initialize: ${response.statusCode} ${text}`);
    this.session = response.headers['mcp-session-id'];
    await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await this.#post({ jsonrpc: '2.0', id: ++this.#ids, method: 'resources/subscribe', params: { uri: 'tick:1' } });
  }

  /** Begins to listen, and to call. */
  start() {
    this.#runs = [this.#listen(), this.#call()];
  }

  async stop() {
    this.#stopped = true;
    this.#stream?.destroy();
    await Promise.all(this.#runs);
  }

  #stream;

  async #listen() {
    while (!this.#stopped) {
      try {
        const { response } = await this.#send('GET', this.#last === undefined ? {} : { 'last-event-id': this.#last });
        this.#stream = response;
        if (response.statusCode === 200) {
          this.resumed.push(performance.now());
          await readEvents(response, ({ id, data }) => {
            if (id === undefined) return;
            this.#last = id;
            if (data !== '') this.received.push(id);
          });
          if (!this.#stopped) this.broken.push(performance.now());
        } else {
          response.resume();
          if (response.statusCode === 404) this.lostSession++;
          if (response.statusCode === 400) {
            this.refusedResume++;
            this.#last = undefined;
          }
        }
      } catch {
        // The node is gone, or the connection.
      }
      if (!this.#stopped) await pause(RETRY);
    }
  }

  async #call() {
    await pause(Math.random() * 2_000);
    while (!this.#stopped) {
      await this.#callOnce();
      await pause(1_500 + Math.random() * 1_000);
    }
  }

  async #callOnce() {
    const id = ++this.#ids;
    const params = { name: 'work', arguments: {}, _meta: { progressToken: id } };
    const deadline = performance.now() + TIMEOUT;
    let last;
    let answer;
    const take = (event) => {
      if (event.id !== undefined) last = event.id;
      if (event.data === '') return;
      const message = JSON.parse(event.data);
      if (message.id === id) answer = message;
    };
    try {
      const { response, text } = await this.#post({ jsonrpc: '2.0', id, method: 'tools/call', params }, take);
      if (response.statusCode === 404) this.lostSession++;
      if (response.statusCode === 503) return this.calls.broken++;
      if (text !== undefined && text !== '') answer = JSON.parse(text);
    } catch {
      // Resumed below, if the stream had begun.
    }
    while (answer === undefined && last !== undefined && performance.now() < deadline && !this.#stopped) {
      await pause(RETRY);
      try {
        const { response } = await this.#send('GET', { 'last-event-id': last });
        if (response.statusCode === 200) await readEvents(response, take);
        else {
          response.resume();
          if (response.statusCode === 400) break;
        }
      } catch {
        // Again.
      }
    }
    if (answer?.error !== undefined) this.calls.ended++;
    else if (answer !== undefined) this.calls.answered++;
    else if (this.#stopped) return;
    else if (last === undefined) this.calls.broken++;
    else this.calls.missing++;
  }

  async #post(message, onEvent = () => undefined) {
    const { response } = await this.#send('POST', { 'content-type': 'application/json' }, JSON.stringify(message));
    if (response.headers['content-type'] === 'text/event-stream') {
      await readEvents(response, onEvent);
      return { response };
    }
    response.setEncoding('utf8');
    let text = '';
    for await (const chunk of response) text += chunk;
    return { response, text };
  }

  #send(method, headers, body) {
    return new Promise((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        port: this.#port,
        path: '/mcp',
        method,
        agent,
        headers: {
          accept: 'application/json, text/event-stream',
          ...(this.session !== undefined && { 'mcp-session-id': this.session }),
          ...headers,
        },
      });
      sent.on('response', (response) => resolve({ response }));
      sent.on('error', reject);
      sent.setTimeout(TIMEOUT, () => sent.destroy(new Error('No answer')));
      sent.end(body);
    });
  }
}

/** Resolves at the end of a stream, also if it breaks. */
function readEvents(response, take) {
  return new Promise((resolve) => {
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (chunk) => {
      rest += chunk;
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const lines = rest.slice(0, end).split('\n');
        rest = rest.slice(end + 2);
        const field = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const data = field('data') ?? (lines.includes('data: ') ? '' : undefined);
        if (data !== undefined) take({ id: field('id'), data });
      }
    });
    response.on('error', () => undefined);
    response.on('close', resolve);
  });
}
