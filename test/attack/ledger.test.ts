/** Attacks on the memory of a server over HTTP: callers are refused what is over their budget, and nothing is left of it. */

import type { SessionHandle } from '@mcp-gen/runtime';
import { expect, test, vi } from 'vitest';
import { Ledger, type LedgerOptions, type LedgerResource } from '../../runtime/src/ledger/index.js';
import { POST_HEADERS, rawRequest, rawStream } from '../support/rawHttp.js';
import { notification, pong, request } from '../support/rpc.js';
import {
  call,
  head,
  initialize,
  openSession,
  openSocket,
  startService,
  type TestService,
} from '../unit/runtime/httpSupport.js';
import { stopClock, stopDates } from '../support/clock.js';

const NO_BUDGETS: readonly LedgerResource[] = ['reading', 'retained', 'output'];

async function start(
  limits: LedgerOptions,
  options: Parameters<typeof startService>[0] = {},
): Promise<TestService & { readonly ledger: Ledger; held(): readonly number[] }> {
  const ledger = new Ledger(limits);
  const service = await startService({ ledger, ...options });
  return { ...service, ledger, held: () => NO_BUDGETS.map((resource) => ledger.used(resource)) };
}

const objects = (count: number): object[] => Array.from({ length: count }, () => ({}));

function introducing(capabilities: object, id: unknown = 1): object {
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'raw', version: '1.0.0' } };
  return request(id, 'initialize', params);
}

test('of what a client says of itself only known fields are kept', async () => {
  const { url, waiting, handler } = await start({});
  const { headers } = await rawRequest(url, {
    body: request(1, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: { roots: { listChanged: true }, unknown: objects(1_000), experimental: { mine: {} } },
      clientInfo: { name: 'raw', version: '1.0.0', unknown: objects(1_000) },
      unknown: objects(1_000),
    }),
  });
  const session = { 'mcp-session-id': String(headers['mcp-session-id']) };
  void rawRequest(url, { headers: session, body: call(2, 'wait') });
  const { context, answer } = await waiting.take();
  expect(context.peer).toEqual({
    name: 'raw',
    version: '1.0.0',
    capabilities: { roots: { listChanged: true }, experimental: { mine: {} } },
  });
  expect(handler.sessionCount).toBe(1);
  answer('');
});

test('a client that says very much of itself is refused, and nothing is left of it', async () => {
  const { url, handler, held } = await start({});
  const { json } = await rawRequest(url, { body: introducing({ experimental: { mine: { much: objects(50_000) } } }) });
  expect(json).toMatchObject({
    id: 1,
    error: { code: -32602, message: expect.stringContaining('larger than 64 KiB') },
  });
  await expect.poll(() => [handler.sessionCount, ...held()]).toEqual([0, 0, 0, 0]);
});

test.each([
  ['params that are missing', request(1, 'initialize')],
  [
    'a client without a name',
    request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }),
  ],
  ['capabilities that are not an object', introducing([1] as object)],
  ['an id that is null', { ...introducing({}), id: null }],
  ['an id that is an object', { ...introducing({}), id: {} }],
  ['another version of JSON-RPC', { ...introducing({}), jsonrpc: '1.0' }],
  ['params that are an array', { ...introducing({}), params: [] }],
  ['a result beside the method', { ...introducing({}), result: {} }],
  ['a batch of one', [introducing({})]],
])('initialize with %s leaves no session behind', async (_, body) => {
  const { url, handler, held } = await start({});
  expect((await rawRequest(url, { body })).headers['mcp-session-id']).toBeUndefined();
  await expect.poll(() => [handler.sessionCount, ...held()]).toEqual([0, 0, 0, 0]);
});

test('a session whose client never sends a second message is closed soon, and others are not', async () => {
  stopClock();
  const { url, handler, held } = await start({});
  const headers = await openSession(url);
  const before = held();
  for (let index = 0; index < 10; index++) await rawRequest(url, { body: initialize() });
  expect(handler.sessionCount).toBe(11);
  vi.advanceTimersByTime(35_000);
  await expect.poll(() => handler.sessionCount).toBe(1);
  expect(held()).toEqual(before);
  expect(await rawRequest(url, { headers, body: request(1, 'ping') })).toMatchObject({ json: pong(1) });
});

test('sessions that were not used give way to new ones, and used ones do not', async () => {
  stopDates();
  const { url, handler } = await start({}, { limits: { sessionLimit: 3 } });
  const headers = await openSession(url);
  for (let index = 0; index < 2; index++) await rawRequest(url, { body: initialize() });
  expect((await rawRequest(url, { body: initialize() })).status).toBe(503);
  vi.advanceTimersByTime(2_000);
  const [second, third] = [await openSession(url), await openSession(url)];
  expect(handler.sessionCount).toBe(3);
  expect((await rawRequest(url, { body: initialize() })).status).toBe(503);
  for (const session of [headers, second, third]) {
    expect(await rawRequest(url, { headers: session, body: request(1, 'ping') })).toMatchObject({ json: pong(1) });
  }
});

test('a session does not give way to one that is over the budget', async () => {
  stopDates();
  const authenticate = ({ header }: { header: (name: string) => string | undefined }): string => header('who') ?? '';
  const { url, handler } = await start({ retained: { caller: 18_000 } }, { limits: { sessionLimit: 2 }, authenticate });
  const open = async (who: string, body = initialize()): Promise<number> =>
    (await rawRequest(url, { headers: { who }, body })).status;
  expect([
    await open('ada'),
    await open('eve', introducing({ experimental: { mine: { text: 'x'.repeat(12_000) } } })),
  ]).toEqual([200, 200]);
  vi.advanceTimersByTime(2_000);
  expect([await open('eve'), handler.sessionCount]).toEqual([503, 2]);
  expect([await open('bob'), handler.sessionCount]).toEqual([200, 2]);
});

test('a caller with too many sessions loses the one that it has not used for longest, and others lose none', async () => {
  const authenticate = ({ header }: { header: (name: string) => string | undefined }): string => header('who') ?? '';
  const { url } = await start({}, { limits: { callerSessionLimit: 2 }, authenticate });
  const open = async (who: string): Promise<{ readonly [name: string]: string }> => {
    const { headers } = await rawRequest(url, { headers: { who }, body: initialize() });
    const session = { who, 'mcp-session-id': String(headers['mcp-session-id']) };
    await rawRequest(url, { headers: session, body: notification('notifications/initialized') });
    return session;
  };
  const good = await open('ada');
  const [first, second] = [await open('eve'), await open('eve')];
  await rawRequest(url, { headers: first, body: request(1, 'ping') });
  const third = await open('eve');
  const status = async (headers: { readonly [name: string]: string }): Promise<number> =>
    (await rawRequest(url, { headers, body: request(1, 'ping') })).status;
  expect([await status(good), await status(first), await status(second), await status(third)]).toEqual([
    200, 200, 404, 200,
  ]);
});

test('a caller whose sessions are all connected is refused one more', async () => {
  const { url } = await start({}, { limits: { callerSessionLimit: 1 } });
  const headers = await openSession(url);
  const { destroy } = await rawStream(url, { method: 'GET', headers: { ...headers, accept: 'text/event-stream' } });
  const { status, headers: answered } = await rawRequest(url, { body: initialize() });
  expect([status, answered['retry-after']]).toEqual([429, '10']);
  destroy();
});

test('bodies that do not arrive are counted, and refused beyond the budget of a caller', async () => {
  const { url, held } = await start({ reading: { caller: 100_000 } });
  const headers = await openSession(url);
  const sockets = [];
  for (let index = 0; index < 3; index++) {
    const socket = await openSocket(url);
    socket.write(`${head({ ...POST_HEADERS, ...headers, 'content-length': 50_000 })}${'x'.repeat(30_000)}`);
    sockets.push(socket);
  }
  await expect.poll(() => held()[0]).toBe(90_000);
  const {
    status,
    json,
    headers: answered,
  } = await rawRequest(url, { headers, body: call(1, 'echo', 'x'.repeat(30_000)) });
  expect([status, answered['retry-after']]).toEqual([503, '1']);
  expect(json).toMatchObject({ error: { code: -32603, data: { resource: 'reading', retryAfter: 1_000 } } });
  expect(await rawRequest(url, { headers, body: request(1, 'ping') })).toMatchObject({ json: pong(1) });
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => held()[0]).toBe(0);
});

test('the arguments of running handlers are counted, and refused beyond the budget', async () => {
  const { url, held, waiting } = await start({ retained: { caller: 600_000 } });
  const headers = await openSession(url);
  const [, before = 0] = held();
  const large = (id: number): object =>
    request(id, 'tools/call', { name: 'wait', arguments: { much: objects(6_000) } });
  const first = rawRequest(url, { headers, body: large(1) });
  const { answer } = await waiting.take();
  expect(held()[1]).toBeGreaterThan(before + 6_000 * 56);
  const second = await rawRequest(url, { headers, body: large(2) });
  expect(second.json).toMatchObject({ id: 2, error: { code: -32603, data: { resource: 'retained' } } });
  answer('done');
  await first;
  expect(held()[1]).toBe(before);
});

test('small arguments count as well while their handlers run, and no handler begins that is refused', async () => {
  const { url, held, waiting } = await start({ retained: { caller: 30_000 } }, { streams: { streamAfter: 0 } });
  const headers = await openSession(url);
  let refused = 0;
  const calls = Array.from({ length: 40 }, async (_, id) => {
    const { json } = await rawRequest(url, { headers, body: call(id, 'wait', 'x'.repeat(1_000)) });
    if ((json as { error?: { code: number } }).error?.code === -32603) refused++;
  });
  const running: Awaited<ReturnType<typeof waiting.take>>[] = [];
  const collect = async (): Promise<never> => {
    for (;;) running.push(await waiting.take());
  };
  void collect();
  await expect.poll(() => running.length + refused).toBe(40);
  expect(refused).toBeGreaterThan(10);
  expect(held()[1]).toBeGreaterThan(29_000);
  expect(running.some(({ context }) => context.signal.aborted)).toBe(false);
  for (const { answer } of running) answer('done');
  await Promise.all(calls);
  expect(running.length + refused).toBe(40);
});

test('the answers to a batch are gathered within the budget', async () => {
  const { url, held } = await start({ output: { caller: 100_000 } });
  const headers = await openSession(url, '2025-03-26');
  const body = Array.from({ length: 20 }, (_, id) => call(id, 'later', 'x'.repeat(10_000)));
  const { json } = await rawRequest(url, { headers, body });
  const answers = json as { id: number; result?: object; error?: { code: number; data: unknown } }[];
  expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, id) => id));
  const refused = answers.filter(({ error }) => error !== undefined);
  expect(refused.length).toBeGreaterThan(5);
  expect(refused[0]?.error).toMatchObject({ code: -32603, data: { resource: 'output' } });
  await expect.poll(() => held()[2]).toBe(0);
});

test.each<
  [string, Parameters<typeof startService>[0], (service: TestService, url: string, headers: object) => unknown]
>([
  [
    'its session ends',
    {},
    (_, url, headers) => rawRequest(url, { method: 'DELETE', headers: headers as { readonly [name: string]: string } }),
  ],
  ['the server is closed', { sessions: 'none' }, ({ handler }) => handler.close()],
])('the answers to a batch are not kept when %s before the last one is there', async (_, options, end) => {
  const service = await start({}, options);
  const { url, waiting, held } = service;
  const headers = options?.sessions === 'none' ? {} : await openSession(url, '2025-03-26');
  const body = [call(1, 'echo', 'x'.repeat(100_000)), call(2, 'wait')];
  const refused = rawRequest(url, { headers, body });
  await waiting.take();
  expect(held()[2]).toBeGreaterThan(100_000);
  await end(service, url, headers);
  await expect.poll(held).toEqual([0, 0, 0]);
  await refused;
});

test('a batch with too many messages is refused before any of them is examined', async () => {
  const { url } = await start({}, { limits: { batchLimit: 3 } });
  const headers = await openSession(url, '2025-03-26');
  const { status, json } = await rawRequest(url, { headers, body: `[${'1,'.repeat(1_000)}1]` });
  expect(status).toBe(400);
  expect(json).toMatchObject({ error: { code: -32600, message: expect.stringContaining('more than 3 messages') } });
});

test('answers that nobody reads are counted, and refused beyond the budget', async () => {
  const { url, held } = await start({ output: { caller: 50_000_000 } }, { limits: { bodyLimit: 100_000_000 } });
  const headers = await openSession(url);
  const body = JSON.stringify(call(1, 'echo', 'x'.repeat(30_000_000)));
  const deaf = await openSocket(url);
  deaf.pause();
  deaf.write(`${head({ ...POST_HEADERS, ...headers, 'content-length': body.length })}${body}`);
  await expect.poll(() => held()[2]).toBeGreaterThan(30_000_000);
  const { status, json } = await rawRequest(url, { headers, body });
  expect([status, json]).toMatchObject([503, { error: { data: { resource: 'output' } } }]);
  deaf.destroy();
  await expect.poll(() => held()[2]).toBe(0);
});

test.each([['none' as const], [undefined]])(
  'answers behind one that takes long are not kept when their connection is lost (sessions: %s)',
  async (sessions) => {
    const { url, held, waiting } = await start({}, { sessions });
    const headers = sessions === 'none' ? {} : await openSession(url);
    const socket = await openSocket(url);
    for (const message of [
      call(1, 'wait'),
      call(2, 'echo', 'x'.repeat(1_000_000)),
      call(3, 'echo', 'x'.repeat(1_000_000)),
    ]) {
      const body = JSON.stringify(message);
      socket.write(`${head({ ...POST_HEADERS, ...headers, 'content-length': body.length })}${body}`);
    }
    const { answer } = await waiting.take();
    await expect.poll(() => held()[2]).toBeGreaterThan(1_000_000);
    socket.destroy();
    await expect.poll(() => held()[2]).toBe(0);
    answer('');
  },
);

test('a stream behind an answer that nobody reads is closed with their connection', async () => {
  const sessions: SessionHandle[] = [];
  const { url, waiting } = await start({}, { onSession: (session) => void sessions.push(session) });
  const headers = await openSession(url);
  const body = JSON.stringify(call(1, 'wait'));
  const deaf = await openSocket(url);
  const post = `${head({ ...POST_HEADERS, ...headers, 'content-length': body.length })}${body}`;
  deaf.write(post + head({ accept: 'text/event-stream', ...headers }, 'GET /mcp'));
  const { answer } = await waiting.take();
  const listen = { method: 'GET', headers: { accept: 'text/event-stream', ...headers } };
  deaf.destroy();
  // What is said to a connection that seems to be open is lost with it.
  const say = (data: string) => sessions[0]?.notify('notifications/message', { level: 'info', data });
  const isTold = async (): Promise<boolean> => {
    await say('while nobody listened');
    const stream = await rawStream(url, listen);
    await say('the last');
    let told = '';
    while (!told.includes('the last')) told += (await stream.events.take()).data;
    const gone = stream.ended;
    stream.destroy();
    await gone;
    return told.includes('while nobody listened');
  };
  await expect.poll(isTold).toBe(true);
  answer('');
});

test('a stream that nobody reads is counted, and its connection closed beyond the budget', async () => {
  const { url, held } = await start(
    { output: { caller: 1_000_000 } },
    { streams: { responses: 'stream' }, eventStore: false },
  );
  const headers = await openSession(url);
  const body = JSON.stringify(call(1, 'echo', 'x'.repeat(3_000_000)));
  const deaf = await openSocket(url);
  deaf.pause();
  const closed = new Promise((resolve) => deaf.once('close', resolve));
  deaf.write(`${head({ ...POST_HEADERS, ...headers, 'content-length': body.length })}${body}`);
  deaf.resume();
  await closed;
  expect(held()[2]).toBe(0);
  expect(await rawRequest(url, { headers, body: request(1, 'ping') })).toMatchObject({ status: 200 });
});

test('a session whose stream nobody reads ends beyond the budget, on platforms of the web, too', async () => {
  const { handler, held } = await start({ output: { total: 200_000 } }, { sse: { stream: '/sse', messages: '/post' } });
  const { body } = await handler.fetch(new Request('http://localhost/sse'));
  const { value } = await (body as ReadableStream<Uint8Array>).getReader().read();
  const [, path] = /data: (.*)/.exec(new TextDecoder().decode(value)) ?? [];
  const post = async (message: object): Promise<void> => {
    const init = { method: 'POST', headers: POST_HEADERS, body: JSON.stringify(message) };
    expect((await handler.fetch(new Request(`http://localhost${path}`, init))).status).toBe(202);
  };
  await post(initialize('2024-11-05'));
  await post(call(1, 'echo', 'x'.repeat(300_000)));
  await expect.poll(() => handler.sessionCount).toBe(0);
  await expect.poll(held).toEqual([0, 0, 0]);
});

test.each([
  ['values', objects(1_000)],
  ['keys', Object.fromEntries(Array.from({ length: 600 }, (_, index) => [index, 0]))],
])('a body with too many %s is refused before it is parsed', async (_, much) => {
  const { url } = await start({}, { limits: { valueLimit: 1_000 } });
  const headers = await openSession(url);
  const { status, json } = await rawRequest(url, { headers, body: request(1, 'ping', { much }) });
  expect(status).toBe(413);
  expect(json).toMatchObject({ error: { message: expect.stringContaining('more values than the limit of 1000') } });
});

test('without an option, a body of anybody may have 200,000 values', async () => {
  const { url } = await start({});
  const headers = await openSession(url);
  const ping = (count: number): Promise<unknown> =>
    rawRequest(url, { headers, body: request(1, 'ping', { much: objects(count) }) }).then(({ status }) => status);
  // Each object is a value, and so is the comma before it.
  expect([await ping(99_000), await ping(101_000)]).toEqual([200, 413]);
});

test.each([
  // Three bytes for each character, of which a text has two.
  ['a large body', '\u4e2d'.repeat(300_000)],
  ['a body that arrives late', ''],
])('%s is decoded when it is the turn of its caller', async (_, text) => {
  const authenticate = ({ header }: { header: (name: string) => string | undefined }): string => header('who') ?? '';
  const { url, ledger } = await start({}, { authenticate });
  const body = Buffer.from(JSON.stringify(request(1, 'ping', { text })));
  const socket = await openSocket(url);
  const answered = new Promise<string>((resolve) => socket.once('data', (data: Buffer) => resolve(data.toString())));
  socket.write(head({ ...POST_HEADERS, who: 'ada', 'content-length': body.length }));
  socket.write(body.subarray(0, 10));
  await expect.poll(() => ledger.used('reading')).toBe(10);
  await rawRequest(url, { headers: { who: 'eve' }, body: initialize() });
  const account = ledger.account('caller ada');
  await account.turn();
  // A long turn, and the rest after it.
  const end = performance.now() + 500;
  while (performance.now() < end);
  socket.write(body.subarray(10));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(ledger.used('reading')).toBe(body.length);
  expect(await answered).toMatch(/^HTTP\/1.1 \d/);
  expect(ledger.used('reading')).toBe(0);
});

test('a body that is not UTF-8 is refused', async () => {
  const { url } = await start({});
  const headers = await openSession(url);
  const body = Buffer.from(JSON.stringify(call(1, 'echo', 'caf\u00e9')), 'latin1');
  const socket = await openSocket(url);
  const answered = new Promise<string>((resolve) => socket.once('data', (data: Buffer) => resolve(data.toString())));
  socket.write(head({ ...POST_HEADERS, ...headers, 'content-length': body.length }));
  socket.write(body);
  expect(await answered).toMatch(/^HTTP\/1.1 400 [^]*"code":-32700,"message":"Parse error: the body is not UTF-8"/);
});

test('a session over the budget is refused with what there is too much of', async () => {
  const { url, handler } = await start({ retained: { caller: 1_000 } });
  const { status, json, headers } = await rawRequest(url, { body: initialize() });
  expect([status, headers['retry-after'], handler.sessionCount]).toEqual([503, '1', 0]);
  expect(json).toMatchObject({ error: { code: -32603, data: { resource: 'retained' } } });
});

test('routes may answer with large bodies', async () => {
  const body = 'x'.repeat(200_000);
  const { url } = await start({}, { routes: { '/large': () => ({ body }) } });
  const { status, text } = await rawRequest(url.replace('/mcp', '/large'), { method: 'GET' });
  expect([status, text.length]).toEqual([200, body.length]);
});

test('requests beyond the rate of a caller are refused with the time to wait', async () => {
  const authenticate = ({ header }: { header: (name: string) => string | undefined }): string => header('who') ?? 'ada';
  const { url } = await start({ requestRate: 0.1, requestBurst: 3 }, { authenticate });
  const headers = await openSession(url);
  expect((await rawRequest(url, { headers, body: request(1, 'ping') })).status).toBe(200);
  const { status, headers: answered } = await rawRequest(url, { headers, body: request(1, 'ping') });
  expect([status, answered['retry-after']]).toEqual([429, '10']);
  expect((await rawRequest(url, { headers: { who: 'bob' }, body: initialize() })).status).toBe(200);
});

test('a caller that has used up the total leaves the reserve to others', async () => {
  const authenticate = ({ header }: { header: (name: string) => string | undefined }): string => header('who') ?? '';
  const { url, waiting } = await start({ retained: { caller: 200_000, total: 200_000 } }, { authenticate });
  const open = async (who: string): Promise<{ readonly [name: string]: string }> => {
    const { headers } = await rawRequest(url, { headers: { who }, body: initialize() });
    return { who, 'mcp-session-id': String(headers['mcp-session-id']) };
  };
  const eve = await open('eve');
  void rawRequest(url, {
    headers: eve,
    body: request(1, 'tools/call', { name: 'wait', arguments: { much: objects(2_600) } }),
  });
  const { answer } = await waiting.take();
  const ada = await open('ada');
  // More than is left of the total, and less than the half beyond it.
  const running = rawRequest(url, {
    headers: ada,
    body: request(2, 'tools/call', { name: 'wait', arguments: { much: objects(900) } }),
  });
  const waitingToo = await waiting.take();
  expect(await rawRequest(url, { headers: eve, body: call(2, 'echo', 'more') })).toMatchObject({
    json: { error: { data: { resource: 'retained' } } },
  });
  waitingToo.answer('');
  expect(await running).toMatchObject({ status: 200 });
  answer('');
});
