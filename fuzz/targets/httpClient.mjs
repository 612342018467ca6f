/** A client over HTTP, whose `fetch` plays the hostile server. */
import { driveClient, serverSteps } from '../client.mjs';
import { HostileServer } from '../hostile.mjs';
import { mutateText } from '../mutate.mjs';
import { Random } from '../random.mjs';
import { SESSION_REVISIONS } from '../shapes.mjs';

const OPTIONS = {
  timeout: 1_000,
  limits: { messageLimit: 1_000_000 },
  retry: { retryDelay: 1, maxRetryDelay: 5, retryLimit: 2, retryAfterAttempts: 1, retryAfterLimit: 10 },
  shutdownTimeout: 20,
};

const STATUSES = [200, 201, 202, 204, 302, 307, 400, 401, 404, 405, 409, 429, 500, 503];
const TYPES = ['application/json', 'text/event-stream', 'text/html', 'application/json; charset=x', ''];
const FIELDS = [
  'data: {}',
  'id: ',
  'id: a\0b',
  'retry: 0',
  'retry: 99999999999',
  'event: endpoint',
  ': comment',
  'data',
  '\ufeff',
];

export const httpClient = {
  name: 'http-client',
  make: (random) => serverSteps(random, SESSION_REVISIONS, 40 + random.below(300)),
  async run(round, probe) {
    const random = new Random(round.seed);
    const server = new HostileServer(round);
    const fetch = async (_url, { method, body, signal }) => {
      signal?.throwIfAborted();
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      const note = (text) => probe.note(text);
      return probe.own(() =>
        method === 'POST'
          ? answerPost(random, server, body, signal, note)
          : answerOther(random, server, method, signal, note),
      );
    };
    await driveClient(round, { probe, options: { ...OPTIONS, fetch } }, 'http://127.0.0.1:9/mcp');
  },
};

function answerPost(random, server, body, signal, note) {
  const message = JSON.parse(body);
  const requests = [message].flat().filter(({ method, id }) => method !== undefined && id !== undefined);
  const isOpening = requests.some(({ method }) => method === 'initialize');
  if (random.chance(isOpening && server.opens ? 0 : 0.1)) return oddResponse(random, signal);
  if (requests.length === 0) return new Response(null, { status: 202 });
  const texts = requests.flatMap((request) => server.answersTo(request));
  texts.forEach(note);
  const headers = isOpening && random.chance(0.8) ? { 'mcp-session-id': `s${random.below(3)}` } : {};
  if (texts.length === 1 && random.chance(0.5)) {
    return new Response(texts[0], { headers: { ...headers, 'content-type': 'application/json' } });
  }
  return events(random, server, texts, headers, signal, isOpening && server.opens);
}

function answerOther(random, server, method, signal, note) {
  if (method === 'DELETE') return new Response(null, { status: random.pick([200, 204, 405, 500]) });
  if (random.chance(0.4)) return oddResponse(random, signal);
  const texts = Array.from({ length: random.below(8) }, () => server.unasked(random));
  texts.forEach(note);
  return events(random, server, texts, {}, signal, false);
}

/** A stream of events, which may have odd fields, and may end early or never. */
function events(random, server, texts, headers, signal, isGood) {
  const lines = texts.map((text) => {
    const id = random.chance(0.3) ? `id: ${random.below(5)}\n` : '';
    const odd = !isGood && random.chance(0.1) ? `${random.pick(FIELDS)}\n` : '';
    return `${odd}${id}data: ${text}${random.pick(['\n\n', '\r\n\r\n', '\n\n\n'])}`;
  });
  const bytes = new TextEncoder().encode(lines.join(''));
  const cut = !isGood && random.chance(0.15) ? random.below(bytes.length + 1) : bytes.length;
  const end = isGood ? 'close' : random.pick(['close', 'close', 'error', 'hang']);
  return new Response(body(bytes.subarray(0, cut), end, signal), {
    headers: { ...headers, 'content-type': 'text/event-stream' },
  });
}

function oddResponse(random, signal) {
  const status = random.pick(STATUSES);
  const headers = { 'content-type': random.pick(TYPES) };
  if (random.chance(0.3))
    headers['retry-after'] = random.pick(['0', '-1', '1e9', 'x', 'Thu, 01 Jan 1970 00:00:00 GMT']);
  if (status === 302 || status === 307) headers.location = random.pick(['/mcp', 'http://127.0.0.1:8/other', '::', '']);
  if (status === 204) return new Response(null, { status, headers });
  const text = mutateText(random, '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no","data":{}}}');
  return new Response(body(new TextEncoder().encode(text), random.pick(['close', 'error', 'hang']), signal), {
    status,
    headers,
  });
}

/** A body that ends, breaks, or goes on until the client has gone. */
function body(bytes, end, signal) {
  return new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      if (end === 'close') controller.close();
      else if (end === 'error') controller.error(new Error('broken on purpose'));
      else signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
  });
}
