/** A server without sessions over HTTP, called through `handler.fetch`. */
import { createHandler } from '@mcp-gen/sdk/http';
import { discover, nextMessage, problemOf, repeated, REVISION } from '../alone.mjs';
import { EventReader } from '../eventReader.mjs';
import { keyOf } from '../expectations.mjs';
import { mutateText } from '../mutate.mjs';
import { toText } from '../recipes.mjs';
import { makeServer } from '../server.mjs';

const URL_OF_SERVER = 'http://localhost:1/mcp';
const LIMIT = 65_536;

let probe;
const { server, release } = makeServer({ onError: (error) => probe?.reported(error), revisions: [REVISION] });

/** Values that headers can have in a `Request`. */
const ODD_HEADERS = {
  'mcp-protocol-version': ['2025-11-25', '1', ''],
  'mcp-method': ['tools/list', 'TOOLS/CALL', ''],
  'mcp-name': ['other', '=?base64?x', '=?base64?ZWNobw==?=', ''],
  accept: ['text/html', 'application/json', ''],
  'content-type': ['text/plain', ''],
};

export const aloneHttpServer = {
  name: 'alone-http-server',
  make(random) {
    const ids = [];
    const steps = Array.from({ length: 40 + random.below(120) }, () => {
      if (random.chance(0.15)) return { wait: 1 + random.below(4) };
      const post = nextMessage(random, ids);
      const name = random.pick(Object.keys(ODD_HEADERS));
      return {
        ...(random.chance(0.06) ? { text: mutateText(random, toText(post)) } : { post }),
        ...(random.chance(0.1) && { headers: { [name]: random.pick(ODD_HEADERS[name]) } }),
        ...(random.chance(0.1) && { abandon: random.below(5) }),
      };
    });
    const answers = Array.from({ length: 4 }, () => random.pick(['valid', 'misshapen', 'other', 'state', 'twice']));
    return { steps, answers, stream: random.chance(0.3) };
  },
  async run(round, watching) {
    probe = watching;
    const handler = createHandler(server, {
      allowedHosts: ['localhost'],
      limits: { bodyLimit: LIMIT },
      shutdownTimeout: 1,
      ...(round.stream && { streams: { responses: 'stream' } }),
    });
    await new Round(round, handler).run();
  },
};

class Round {
  #round;
  #handler;
  #open = new Set();
  #asked = 0;

  constructor(round, handler) {
    this.#round = round;
    this.#handler = handler;
  }

  async run() {
    for (const step of this.#round.steps) {
      if ('wait' in step) for (let left = step.wait; left > 0; left--) await probe.turn();
      else this.#send(step.text ?? probe.own(() => toText(step.post)), step);
    }
    await probe.turn();
    const ends = () => {
      release();
      // A stream lasts until its client leaves.
      for (const one of this.#open) if (one.listens) one.leave();
      return this.#open.size === 0;
    };
    if (!(await probe.until(ends))) probe.fail(`no answer came for ${[...this.#open][0].name}`);
    const last = this.#send(toText(discover('last')), {});
    await probe.until(() => this.#open.size === 0);
    if (last.result?.resultType !== 'complete') probe.fail('a good client got no answer to server/discover');
    await probe.settles('closing the handler', this.#handler.close());
    for (const { leave } of this.#open) leave();
  }

  #send(given, { headers = {}, abandon }) {
    const text = given.toWellFormed();
    const value = probe.own(() => parse(text));
    const controller = new AbortController();
    const exchange = {
      name: text.slice(0, 80),
      listens: value?.method === 'subscriptions/listen',
      result: undefined,
      signal: controller.signal,
      leave: () => controller.abort(),
    };
    let request;
    try {
      const own = { ...headersFor(value), ...headers };
      request = new Request(URL_OF_SERVER, { method: 'POST', headers: own, body: text, signal: controller.signal });
    } catch {
      // This platform does not send such a request.
      return exchange;
    }
    probe.note(text);
    this.#open.add(exchange);
    this.#handler
      .fetch(request)
      .then((response) => this.#take(exchange, value, response))
      .catch((error) => {
        if (!controller.signal.aborted) probe.fail(`an answer could not be read: ${error?.stack ?? error}`);
      })
      .finally(() => this.#open.delete(exchange));
    if (abandon !== undefined) void leaveAfter(abandon, exchange);
    return exchange;
  }

  async #take(exchange, value, response) {
    const { status } = response;
    const { signal } = exchange;
    if (status >= 500 && !signal.aborted) probe.fail(`status ${status} for ${exchange.name}`);
    const answers = [];
    const receive = (text) => {
      const message = JSON.parse(text);
      const problem = problemOf(message);
      if (problem !== undefined) probe.fail(problem);
      if (message.method === undefined) answers.push(message);
    };
    if (response.headers.get('content-type') === 'text/event-stream') {
      const reader = new EventReader(receive);
      const body = response.body.getReader();
      // A platform stops reading when the client has left.
      signal.addEventListener('abort', () => void body.cancel());
      for (let part = await body.read(); !part.done; part = await body.read()) reader.push(part.value);
    } else {
      const text = await response.text();
      if (text !== '') receive(text);
    }
    if (signal.aborted) return;
    if (answers.length > 1) probe.fail(`${answers.length} answers for ${exchange.name}`);
    const [answer] = answers;
    if (answer === undefined) {
      if (status !== 202) probe.fail(`status ${status} without an answer for ${exchange.name}`);
      return;
    }
    const key = keyOf(answer.id);
    if (key !== undefined && key !== keyOf(value?.id)) probe.fail(`id ${key} answered for ${exchange.name}`);
    exchange.result = answer.result;
    if (answer.result?.resultType !== 'input_required' || this.#asked > 40) return;
    const way = this.#round.answers[this.#asked++ % this.#round.answers.length];
    for (const again of repeated(value, answer.result, way, value.id)) this.#send(again, {});
  }
}

/** The headers that repeat what a body says. */
function headersFor(value) {
  const { method, params } = value ?? {};
  const name = params?.name ?? params?.uri;
  const isText = (text) => typeof text === 'string' && /^[\x20-\x7e]*$/.test(text);
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    ...(isText(method) && { 'mcp-method': method }),
    ...(isText(name) && { 'mcp-name': name }),
  };
}

async function leaveAfter(turns, exchange) {
  for (let left = turns; left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
  exchange.leave();
}

function parse(text) {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
