/** Attacks on a server over HTTP: it stays up, keeps sessions apart, and keeps little. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { IncompleteBodyError } from '../../runtime/src/http/shared/httpExchange.js';
import { Ledger } from '../../runtime/src/ledger/index.js';
import { POST_HEADERS, rawRequest, rawStream } from '../support/rawHttp.js';
import { heldBytes } from '../support/heap.js';
import { deepArray, deepObject, MEBIBYTE, notification, pong, request, rpc } from '../support/rpc.js';
import {
  call,
  head,
  initialize,
  openSession,
  openSocket,
  startService,
  textOf,
  type TestService,
} from '../unit/runtime/httpSupport.js';
import { covers } from '../support/covers.js';
import { stopDates } from '../support/clock.js';

/** Whether the server still answers. */
async function isAlive({ url }: TestService): Promise<boolean> {
  return textOf(await rawRequest(url, { headers: await openSession(url), body: call(1, 'echo', 'alive') })) === 'alive';
}

test('hundreds of clients with equal ids get their own answers', async () => {
  // On a busy machine, answers to so many take longer than an answer may before it is streamed.
  const service = await startService({ streams: { streamAfter: 0 } });
  const clients = Array.from({ length: 300 }, (_, at) => `client ${at}`);
  const opened: Awaited<ReturnType<typeof openSession>>[] = [];
  // A system keeps some hundred connections until they are accepted. Of more it drops some, which are tried again after seconds.
  for (const some of slices(clients)) opened.push(...(await Promise.all(some.map(() => openSession(service.url)))));
  for (const some of slices(clients.map((text, at) => ({ text, headers: opened[at] ?? {} })))) {
    const answers = await Promise.all(
      some.flatMap(({ text, headers }) => [
        rawRequest(service.url, { headers, body: call(1, 'later', `${text} a`) }),
        rawRequest(service.url, { headers, body: call('1', 'later', `${text} b`) }),
      ]),
    );
    expect(answers.map(textOf)).toEqual(some.flatMap(({ text }) => [`${text} a`, `${text} b`]));
    expect(answers.map(({ json }) => (json as { id: unknown }).id)).toEqual(some.flatMap(() => [1, '1']));
  }
});

function slices<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const size = 50;
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

describe('a body', () => {
  const MILLION_KEYS = `{${Array.from({ length: 200_000 }, (_, at) => `"k${at}":1`).join()}}`;

  test.each([
    ['nested without end', deepArray],
    ['an object nested without end', `{"jsonrpc":"2.0","id":1,"method":"ping","params":${deepObject}}`],
    ['with very many keys', `{"jsonrpc":"2.0","id":1,"method":"ping","params":${MILLION_KEYS}}`],
    ['a batch of very many', `[${'{},'.repeat(100_000)}{}]`],
    [
      'with a prototype',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"__proto__":{"polluted":1},"name":"echo"}}',
    ],
    ['with a key twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}'],
    ['with half a character', '{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}'],
    ['behind a byte order mark', '\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}'],
    ['with a number that is none', '{"jsonrpc":"2.0","id":NaN,"method":"ping"}'],
    ['with a fractional id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}'],
    ['with an id beyond all', '{"jsonrpc":"2.0","id":1e21,"method":"ping"}'],
    ['with an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
    ['with a method of the prototype', '{"jsonrpc":"2.0","id":1,"method":"constructor"}'],
    ['with the method __proto__', '{"jsonrpc":"2.0","id":1,"method":"__proto__"}'],
    ['empty', ''],
  ])('%s gets an answer, and harms nobody', async (_, body) => {
    const service = await startService();
    const { status } = await rawRequest(service.url, { headers: await openSession(service.url), body });
    expect([200, 400, 413]).toContain(status);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(await isAlive(service)).toBe(true);
  });

  test('that never ends is cut off at the limit', async () => {
    const service = await startService({ limits: { bodyLimit: 100_000 } });
    const socket = await openSocket(service.url);
    socket.write(head({ ...POST_HEADERS, 'transfer-encoding': 'chunked' }));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    // It goes on when the answer is there, and the answer must not get lost over that.
    for (let sent = 0; !socket.destroyed; sent++) {
      if (sent === 100) expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      socket.write(chunk);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await closed;
    expect(await isAlive(service)).toBe(true);
  });

  test('that comes byte by byte takes no more memory than one that comes at once', async () => {
    const service = await startService();
    const socket = await openSocket(service.url);
    socket.write(head({ ...POST_HEADERS, 'transfer-encoding': 'chunked' }));
    const before = await heldBytes();
    const pieces = '1\r\nx\r\n'.repeat(10_000);
    // Few enough that a busy machine reads them within the time that a request has.
    for (let sent = 0; sent < 25; sent++) await new Promise((resolve) => socket.write(pieces, resolve));
    expect(await isAlive(service)).toBe(true);
    expect((await heldBytes()) - before).toBeLessThan(5 * MEBIBYTE);
    socket.end('0\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('that stops half-way holds nobody else up, and leaves nothing behind', async () => {
    const service = await startService();
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(service.url)));
    for (const socket of sockets) socket.write(`${head({ ...POST_HEADERS, 'content-length': 1_000 })}{"jsonrpc"`);
    expect(await isAlive(service)).toBe(true);
    for (const socket of sockets) socket.destroy();
    for (let count = 0; count < sockets.length; count++) {
      expect(await service.errors.take()).toBeInstanceOf(IncompleteBodyError);
    }
    expect(await isAlive(service)).toBe(true);
    expect(service.handler.sessionCount).toBe(2);
  });

  test('that says it is longer than it is, is not taken for the next request', async () => {
    const service = await startService();
    const socket = await openSocket(service.url);
    const smuggled = `${head({ ...POST_HEADERS, 'content-length': 2 })}{}`;
    socket.write(
      `${head({ ...POST_HEADERS, 'content-type': 'text/plain', 'content-length': smuggled.length })}${smuggled}`,
    );
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    await once(socket, 'close');
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer).toMatch(/^HTTP\/1\.1 415 /);
  });
});

describe('sessions', () => {
  test('cannot be guessed: ids are random, and of one length', async () => {
    covers('http-session-id-secure');
    const { url } = await startService();
    const ids = await Promise.all(Array.from({ length: 50 }, async () => (await openSession(url))['mcp-session-id']));
    expect(new Set(ids).size).toBe(50);
    // Of a random UUID 122 bits are random: two that share half of their digits in place are not a coincidence.
    const alike = (a: string, b: string): number => Array.from(a).filter((digit, at) => digit === b[at]).length;
    for (const [at, id] of ids.entries())
      for (const other of ids.slice(at + 1)) expect(alike(id, other)).toBeLessThan(22);
  });

  test('are not fixed by a client that sends an id', async () => {
    const { url } = await startService();
    const headers = { 'mcp-session-id': 'chosen-by-me' };
    const opened = await rawRequest(url, { headers, body: initialize() });
    expect(opened.status).toBe(404);
    expect(opened.headers['mcp-session-id']).toBeUndefined();
  });

  test('are opened once: initialize in an open one is refused', async () => {
    const { url } = await startService();
    const headers = await openSession(url);
    const again = await rawRequest(url, { headers, body: initialize() });
    expect(again.json).toMatchObject({ error: { code: -32600 } });
    expect(await rawRequest(url, { headers, body: request(1, 'ping') })).toMatchObject({ json: pong(1) });
  });

  test('that are opened without end are refused beyond the limit, and the others live', async () => {
    // Sessions that were not used give way to others after a second.
    stopDates();
    // A ledger of its own, since in the shared one a caller of an earlier test may rest, and would do so while the clock stands.
    const service = await startService({ limits: { sessionLimit: 20 }, ledger: new Ledger() });
    const headers = await openSession(service.url);
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => (await rawRequest(service.url, { body: initialize() })).status),
    );
    expect(statuses.filter((status) => status === 503)).toHaveLength(81);
    expect(await rawRequest(service.url, { headers, body: request(1, 'ping') })).toMatchObject({ json: pong(1) });
  });

  test('take answers for their own questions alone', async () => {
    const service = await startService();
    const [victim, attacker] = [await openSession(service.url), await openSession(service.url)];
    const asked = await rawStream(service.url, { headers: victim, body: call(1, 'ask') });
    const { data } = await asked.events.take((event) => event.data !== '');
    const { id } = JSON.parse(data) as { id: number };
    const forged = rpc({ id, result: { roots: [{ uri: 'file:///forged' }] } });
    expect((await rawRequest(service.url, { headers: attacker, body: forged })).status).toBe(202);
    const honest = rpc({ id, result: { roots: [{ uri: 'file:///mine' }] } });
    await rawRequest(service.url, { headers: victim, body: honest });
    const answer = await asked.events.take((event) => event.data !== '');
    expect(textOf({ json: JSON.parse(answer.data) as unknown })).toBe('file:///mine');
  });

  test('are not stopped by others: cancelling works on own requests alone', async () => {
    const service = await startService();
    const [victim, attacker] = [await openSession(service.url), await openSession(service.url)];
    const asked = rawRequest(service.url, { headers: victim, body: call(1, 'wait') });
    const { context, answer } = await service.waiting.take();
    await rawRequest(service.url, {
      headers: attacker,
      body: notification('notifications/cancelled', { requestId: 1 }),
    });
    expect(context.signal.aborted).toBe(false);
    answer('mine');
    expect(textOf(await asked)).toBe('mine');
  });
});

test('headers cannot be injected through what is answered', async () => {
  const service = await startService();
  const { status, headers } = await rawRequest(service.url, {
    headers: { host: 'evil.example', origin: 'https://x.example/%0d%0aset-cookie:a=b' },
    body: initialize(),
  });
  expect(status).toBe(403);
  expect(headers['set-cookie']).toBeUndefined();
});

test('what nobody reads is bounded: large messages for a session without a stream', async () => {
  const service = await startService({ limits: { unsentLimit: 100_000 } });
  const headers = await openSession(service.url);
  const slow = rawRequest(service.url, { headers, body: call(1, 'wait') });
  const { context, answer } = await service.waiting.take();
  answer('done');
  await slow;
  for (let count = 0; count < 50; count++) {
    await context.notify('notifications/message', { level: 'info', data: `${count}`.padEnd(20_000) });
  }
  const stream = await rawStream(service.url, { method: 'GET', headers: { accept: 'text/event-stream', ...headers } });
  const first = await stream.events.take(({ data }) => data !== '');
  const { params } = JSON.parse(first.data) as { params: { data: string } };
  expect(params.data.trim()).toBe('46');
  stream.destroy();
});

test('what nobody reads is bounded: messages for a session without a stream', async () => {
  const service = await startService();
  const headers = await openSession(service.url);
  const slow = rawRequest(service.url, { headers, body: call(1, 'wait') });
  const { context, answer } = await service.waiting.take();
  answer('done');
  await slow;
  for (let count = 0; count < 3_000; count++) {
    await context.notify('notifications/message', { level: 'info', data: `${count}` });
  }
  const stream = await rawStream(service.url, { method: 'GET', headers: { accept: 'text/event-stream', ...headers } });
  const first = await stream.events.take(({ data }) => data !== '');
  expect(JSON.parse(first.data)).toMatchObject({ params: { data: '2000' } });
  stream.destroy();
});

describe('a connection that nobody reads is closed, and its unsent data is dropped:', () => {
  /** Serves the same sessions at an address of its own, where connections can be counted. */
  async function countConnections({ handler }: TestService): Promise<{ url: URL; count: () => Promise<number> }> {
    const server = createServer(handler.node).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
    return { url, count: promisify(server.getConnections.bind(server)) };
  }

  const LARGE = 'x'.repeat(1_000_000);

  test('a stream', async () => {
    const service = await startService({
      streams: { streamAfter: 1 },
      limits: { unsentLimit: 100_000 },
      eventStore: false,
    });
    const { url, count } = await countConnections(service);
    const session = await openSession(service.url);
    const socket = await openSocket(String(url));
    socket.pause();
    const body = JSON.stringify(call(1, 'wait'));
    socket.write(head({ ...POST_HEADERS, ...session, 'content-length': body.length }) + body);
    const { context, answer } = await service.waiting.take();
    for (let sent = 0; sent < 20; sent++) await context.notify('notifications/message', { level: 'info', data: LARGE });
    await expect.poll(count).toBe(0);
    answer('done');
  });

  /** Asks for a large answer again and again, and reads as the test wants. */
  async function askForMuch(options: Parameters<typeof startService>[0]) {
    const service = await startService({ timeouts: { answerTimeout: 300 }, ...options, eventStore: false });
    const { url, count } = await countConnections(service);
    const session = await openSession(service.url);
    const socket = await openSocket(String(url));
    socket.pause();
    for (let id = 0; id < 10; id++) {
      const body = JSON.stringify(call(id, 'echo', LARGE));
      socket.write(head({ ...POST_HEADERS, ...session, 'content-length': body.length }) + body);
    }
    return { socket, count };
  }

  test.each<[string, Parameters<typeof startService>[0]]>([
    ['an answer', {}],
    ['the end of a stream', { streams: { responses: 'stream' } }],
  ])('%s', async (_, options) => {
    const { count } = await askForMuch(options);
    await expect.poll(count, { timeout: 5_000 }).toBe(0);
  });

  test('the answers to a batch at the end of a stream', async () => {
    const options = {
      limits: { unsentLimit: 100_000, bodyLimit: 20_000_000 },
      streams: { responses: 'stream' },
      timeouts: { answerTimeout: 300 },
    } as const;
    const service = await startService(options);
    const { url, count } = await countConnections(service);
    const session = await openSession(service.url, '2025-03-26');
    const socket = await openSocket(String(url));
    socket.pause();
    const body = JSON.stringify(Array.from({ length: 12 }, (_, id) => call(id, 'echo', LARGE)));
    socket.write(head({ ...POST_HEADERS, ...session, 'content-length': body.length }) + body);
    await expect.poll(count, { timeout: 5_000 }).toBe(0);
    expect(service.handler.sessionCount).toBe(1);
  });

  test('but not one that somebody reads slowly', async () => {
    const answerTimeout = 1_000;
    const { socket, count } = await askForMuch({ timeouts: { answerTimeout } });
    const started = performance.now();
    let read = 0;
    socket.on('data', (chunk) => {
      read += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    });
    socket.resume();
    await expect.poll(() => read, { timeout: 20_000 }).toBeGreaterThan(10 * LARGE.length);
    expect(performance.now() - started).toBeGreaterThan(answerTimeout);
    expect(await count()).toBe(1);
  }, 30_000);

  test('the stream of the older transport', async () => {
    const service = await startService({ timeouts: { answerTimeout: 1_000 } });
    const { url, count } = await countConnections(service);
    const socket = await openSocket(String(url));
    socket.write('GET /sse HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n');
    const [opened] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    const [path] = /\/messages\S+/.exec(String(opened)) ?? [''];
    const endpoint = String(new URL(path, service.url));
    await rawRequest(endpoint, { body: initialize('2024-11-05') });
    for (let id = 0; id < 20; id++) await rawRequest(endpoint, { body: call(id, 'echo', LARGE) });
    await expect.poll(count).toBe(0);
    expect(service.handler.sessionCount).toBe(0);
  });
});
