/** A server over HTTP, called through `handler.fetch`, and the program as any number of clients. */
import { Ledger } from '@mcp-gen/runtime';
import { createHandler } from '@mcp-gen/sdk/http';
import { ClientMessages, initialize, INITIALIZED, ANSWERS } from '../clientMessages.mjs';
import { answersTo } from '../drive.mjs';
import { cancelledKey, keyOf, NO_ID, requestKeys } from '../expectations.mjs';
import { mutateText } from '../mutate.mjs';
import { toText } from '../recipes.mjs';
import { makeServer } from '../server.mjs';
import { SESSION_REVISIONS } from '../shapes.mjs';
import { EventReader } from '../eventReader.mjs';

const URL_OF_SERVER = 'http://localhost:1/mcp';
const LIMIT = 65_536;
const JSON_TYPE = 'application/json';
const POST = { 'content-type': JSON_TYPE, accept: `${JSON_TYPE}, text/event-stream` };

/** Values that headers can have in a `Request`. */
const ODD_HEADERS = {
  'content-type': ['text/plain', '', 'application/json; charset=latin1', 'application/jsonx'],
  accept: ['text/html', JSON_TYPE, 'text/event-stream', '*/*', ''],
  'mcp-protocol-version': ['2024-11-05', '2025-11-25', '1', 'x'.repeat(5_000), ''],
  'mcp-session-id': ['', 'x', '__proto__', 'x'.repeat(10_000), '\u00e9'],
  'last-event-id': ['0', '', 'x.1', '1.1.1', '-1', 'x'.repeat(5_000)],
  host: ['evil.example', '', 'localhost:1'],
  origin: ['https://evil.example', 'null', 'http://localhost:1', ''],
  'content-length': ['0', '999999'],
};

let probe;
const { server, release } = makeServer({ onError: (error) => probe?.reported(error) });

export const httpServer = {
  name: 'http-server',
  make(random) {
    const revision = random.pick(SESSION_REVISIONS);
    const messages = new ClientMessages(random, revision);
    const steps = [{ post: initialize(revision), session: 'none' }];
    if (random.chance(0.9)) steps.push({ wait: 3 }, { post: INITIALIZED });
    for (let left = 60 + random.below(240); left > 0; left--) steps.push(makeStep(random, messages, revision));
    return {
      steps,
      answers: Array.from({ length: 4 }, () => random.pick(ANSWERS)),
      withoutSessions: random.chance(0.15),
      stream: random.chance(0.3),
    };
  },
  async run(round, watching) {
    probe = watching;
    await new HttpRound(round).run();
  },
};

function makeStep(random, messages, revision) {
  const kind = random.weighted([
    [60, 'post'],
    [6, 'open'],
    [12, 'wait'],
    [5, 'get'],
    [2, 'delete'],
    [8, 'text'],
    [2, 'method'],
  ]);
  const session = random.weighted([
    [80, 'last'],
    [8, 'first'],
    [6, 'none'],
    [6, 'unknown'],
  ]);
  const headers = {};
  if (random.chance(0.12)) {
    const name = random.pick(Object.keys(ODD_HEADERS));
    headers[name] = random.pick(ODD_HEADERS[name]);
  }
  const abandon = random.chance(0.08) ? random.below(4) : undefined;
  if (kind === 'wait') return { wait: 1 + random.below(4) };
  if (kind === 'open')
    return { post: initialize(revision, random.chance(0.8) ? 'open' : {}), session: 'none', headers, abandon };
  if (kind === 'get') return { get: true, session, headers, abandon: random.below(8) };
  if (kind === 'delete') return { delete: true, session, headers };
  if (kind === 'method') return { method: random.pick(['PUT', 'OPTIONS', 'HEAD', 'PATCH']), session, headers };
  if (kind === 'text') return { text: mutateText(random, toText(messages.next())), session, headers, abandon };
  return { post: messages.next(), session, headers, abandon };
}

class HttpRound {
  #round;
  #handler;
  #sessions = [];
  #exchanges = [];
  #asked = 0;
  #isEnding = false;
  /** Sessions that the server may keep: their client left before it could learn of them, or has ended them. */
  #uncertain = 0;
  #deleted = new Set();
  #cancelled = new Set();

  constructor(round) {
    this.#round = round;
    this.#handler = createHandler(server, {
      limits: { bodyLimit: LIMIT },
      streams: { streamAfter: 5, retryDelay: 1, ...(round.stream && { responses: 'stream' }) },
      shutdownTimeout: 1,
      // All clients are one caller.
      ledger: probe.watch(new Ledger({ requestRate: Infinity })),
      ...(round.withoutSessions && { sessions: 'none' }),
    });
  }

  async run() {
    for (const step of this.#round.steps) {
      if ('wait' in step) for (let left = step.wait; left > 0; left--) await probe.turn();
      else this.#send(step);
    }
    await probe.turn();
    this.#isEnding = true;
    // Questions of the server wait until its client is ready.
    for (const session of this.#sessions) this.#post(INITIALIZED, session);
    const isOver = () => {
      release();
      return this.#exchanges.every((exchange) => exchange.isOver || exchange.isOpen);
    };
    if (!(await probe.until(isOver))) {
      const open = this.#exchanges.filter(({ isOver, isOpen }) => !isOver && !isOpen);
      probe.fail(`${open.length} requests got no answer, among them ${open[0].name}`);
    }
    await this.#checkAlive();
    const open = this.#sessions.length - this.#deleted.size;
    const count = this.#handler.sessionCount;
    // The one of `checkAlive` is closed again. What was deleted may have been opened again under another name.
    if (count < open || count > open + this.#uncertain) {
      probe.fail(`${count} sessions are open, expected ${open} to ${open + this.#uncertain}`);
    }
    await probe.settles('closing the handler', this.#handler.close());
    if (this.#handler.sessionCount > 0) probe.fail('sessions are left after the end');
    for (const { leave } of this.#exchanges) leave();
  }

  /** A good client is served, whatever the others have sent. */
  async #checkAlive() {
    const session = this.#round.withoutSessions ? {} : await this.#openGood();
    if (session === undefined) return;
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 'last', method: 'ping' });
    const headers = { ...POST, 'mcp-protocol-version': '2025-11-25', ...session };
    const answer = await this.#fetch({ method: 'POST', headers, body: ping });
    if (!(await answer?.text())?.includes('"id":"last","result"')) probe.fail('a good client got no answer to a ping');
    if (!this.#round.withoutSessions) await this.#fetch({ method: 'DELETE', headers });
  }

  async #openGood() {
    const body = JSON.stringify(initialize('2025-11-25', 'good'));
    const opened = await this.#fetch({ method: 'POST', headers: POST, body });
    const id = opened?.headers.get('mcp-session-id');
    await opened?.text();
    if (id !== null && id !== undefined) return { 'mcp-session-id': id };
    probe.fail('a good client got no session');
    return undefined;
  }

  #fetch(init) {
    return probe.settles('a good request', this.#handler.fetch(new Request(URL_OF_SERVER, init)));
  }

  #send(step) {
    const isPost = 'post' in step || 'text' in step;
    // UTF-8 has no half of a pair: the server gets another character in its place.
    const text = isPost ? (step.text ?? probe.own(() => toText(step.post))).toWellFormed() : undefined;
    const method = step.method ?? (isPost ? 'POST' : step.get ? 'GET' : 'DELETE');
    const session = this.#sessionOf(step.session ?? 'last');
    const controller = new AbortController();
    const headers = { ...(isPost ? POST : { accept: 'text/event-stream' }) };
    if (session !== undefined) headers['mcp-session-id'] = session;
    let request;
    try {
      const init = { method, headers: { ...headers, ...step.headers }, body: text, signal: controller.signal };
      request = new Request(URL_OF_SERVER, init);
    } catch {
      // This platform does not send such a request.
      return;
    }
    probe.note(text ?? '');
    const exchange = {
      name: `${method} ${(text ?? '').slice(0, 80)}`,
      isOver: false,
      isOpen: step.get === true,
      listensTo: step.get === true ? session : undefined,
      leave() {},
    };
    this.#exchanges.push(exchange);
    if (isPost) this.#noteCancelled(text);
    const answered = this.#handler
      .fetch(request)
      .then((response) => this.#take(exchange, step, text, session, response));
    answered.then(
      () => (exchange.isOver = true),
      (error) => {
        exchange.isOver = true;
        if (controller.signal.aborted || this.#isReplaced(exchange)) return;
        probe.fail(`an answer could not be read: ${error?.stack ?? error}`);
      },
    );
    exchange.leave = () => controller.abort();
    if (step.abandon !== undefined) {
      exchange.isAbandoned = true;
      if (text?.includes('initialize')) this.#uncertain++;
      void this.#abandon(step.abandon, exchange);
    }
  }

  /** Whether a newer GET took the stream of its session over. */
  #isReplaced(exchange) {
    const { listensTo } = exchange;
    return listensTo !== undefined && this.#exchanges.findLast((other) => other.listensTo === listensTo) !== exchange;
  }

  async #abandon(turns, exchange) {
    for (let left = turns; left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
    exchange.isOpen = true;
    exchange.leave();
  }

  #sessionOf(which) {
    if (which === 'last') return this.#sessions.at(-1);
    if (which === 'first') return this.#sessions[0];
    return which === 'unknown' ? 'unknown' : undefined;
  }

  #noteCancelled(text) {
    for (const value of [probe.own(() => parse(text))].flat()) {
      const key = cancelledKey(value);
      if (key !== undefined) this.#cancelled.add(key);
    }
  }

  async #take(exchange, step, text, session, response) {
    const { status } = response;
    const id = response.headers.get('mcp-session-id');
    if (id !== null && !this.#sessions.includes(id)) this.#sessions.push(id);
    if (step.delete === true && status === 204 && session !== undefined) this.#deleted.add(session);
    if (status >= 500) probe.fail(`status ${status} for ${exchange.name}`);
    const isStream = response.headers.get('content-type') === 'text/event-stream';
    const answers = isStream ? await this.#readEvents(response, session ?? id) : await readAnswer(response);
    if (step.get === true || exchange.isAbandoned || text === undefined || this.#deleted.has(session)) return;
    this.#check(exchange, parse(text), status, answers);
  }

  async #readEvents(response, session) {
    const answers = [];
    const reader = new EventReader((data) => {
      for (const message of [JSON.parse(data)].flat()) {
        if (message.method === undefined) answers.push(message);
        else if (message.id !== undefined) this.#answer(message, session);
      }
    });
    for await (const chunk of response.body) reader.push(chunk);
    return answers;
  }

  #answer(request, session) {
    const way = this.#isEnding ? 'valid' : this.#round.answers[this.#asked++ % this.#round.answers.length];
    const messages = answersTo(request, way);
    // What nobody answers is answered at last, so that the round ends.
    const last = way === 'valid' || way === 'error' || way === 'twice' ? [] : answersTo(request, 'error');
    setImmediate(() => {
      for (const post of messages) this.#post(post, session);
      setTimeout(() => last.forEach((post) => this.#post(post, session)), 5);
    });
  }

  #post(message, session) {
    const headers = session === undefined || session === null ? POST : { ...POST, 'mcp-session-id': session };
    const body = JSON.stringify(message);
    void this.#handler
      .fetch(new Request(URL_OF_SERVER, { method: 'POST', headers, body }))
      .then((response) => response.text());
  }

  #check({ name }, value, status, answers) {
    const ids = value === undefined ? [NO_ID] : requestKeys(value);
    if (status === 202 && ids.length > 0) probe.fail(`status 202 for ${name}`);
    // A refusal of the whole body.
    if (status >= 400 && answers.length === 1 && 'error' in answers[0]) {
      const key = keyOf(answers[0].id) ?? NO_ID;
      if (key !== NO_ID && !ids.includes(key)) probe.fail(`id ${key} refused for ${name}`);
      return;
    }
    const left = [...ids];
    for (const { id } of answers) {
      const at = left.indexOf(keyOf(id) ?? NO_ID);
      if (at === -1) probe.fail(`id ${keyOf(id) ?? NO_ID} answered once too often for ${name}`);
      else left.splice(at, 1);
    }
    const missing = left.filter((key) => !this.#cancelled.has(key));
    if (status === 200 && missing.length > 0) probe.fail(`id ${missing[0]} not answered for ${name}`);
  }
}

async function readAnswer(response) {
  const text = await response.text();
  return text === '' ? [] : [JSON.parse(text)].flat();
}

/** Reads a body as a server does: a byte order mark before it is left out. */
function parse(text) {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
