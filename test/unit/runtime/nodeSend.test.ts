/** How a client on Node sends its requests: connections, encodings, and what a program has set up for `fetch`. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { defaultSend } from '../../../runtime/src/http/client/defaultSend.js';
import { HttpClientTransport } from '../../../runtime/src/http/client/httpClientTransport.js';
import { overFetch, type ReceivedResponse } from '../../../runtime/src/http/client/receivedResponse.js';
import { readBodyText } from '../../../runtime/src/http/shared/readBody.js';
import { MetaKey } from '../../../runtime/src/stateless/metadata.js';
import { startServer } from '../../support/httpServer.js';

const LIMIT = 1_000_000;

const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns a signal that does not abort during the test. What listens to it then is gone. */
function never(): AbortSignal {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  return controller.signal;
}

function post(url: URL, body = '{}', signal: AbortSignal = never()): Promise<ReceivedResponse> {
  return defaultSend()(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
}

function textOf(response: ReceivedResponse): Promise<string> {
  return readBodyText((take) => response.read(take), LIMIT);
}

/** Starts a server that counts the connections of its requests. */
async function startCounting(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<{ readonly url: URL; readonly sockets: Set<Socket>; readonly requests: IncomingMessage[] }> {
  const sockets = new Set<Socket>();
  const requests: IncomingMessage[] = [];
  const url = await startServer((request, response) => {
    sockets.add(request.socket);
    requests.push(request);
    request.resume().once('end', () => answer(response, request));
  });
  return { url, sockets, requests };
}

test('requests one after another use one connection, also after bodies that nobody has read', async () => {
  const { url, sockets, requests } = await startCounting((response) => response.end('{"a":1}'));
  expect(await textOf(await post(url))).toBe('{"a":1}');
  await (await post(url)).cancel();
  await vi.waitFor(async () => {
    expect(await textOf(await post(url))).toBe('{"a":1}');
    expect(requests.length - sockets.size).toBeGreaterThanOrEqual(2);
  });
  expect(requests[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '2' });
});

test('the connection of a stream of events is used again if the stream ends when enough was read', async () => {
  const { url, sockets, requests } = await startCounting((response) => {
    response.write('data: 1\n\n');
    setImmediate(() => response.end());
  });
  for (let count = 0; count < 4; count++) {
    const chunks: Uint8Array[] = [];
    await (await post(url)).read((chunk) => chunks.push(chunk) > 0);
    expect(Buffer.concat(chunks).toString()).toBe('data: 1\n\n');
    // The end of the stream needs a moment.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(requests).toHaveLength(4);
  expect(sockets.size).toBeLessThan(4);
});

test('a body without an end is closed when enough was read', async () => {
  let closed: Promise<unknown> | undefined;
  const { url } = await startCounting((response) => {
    closed = once(response, 'close');
    response.write('data: 1\n\n');
  });
  await (await post(url)).read(() => true);
  await closed;
  expect(closed).toBeDefined();
});

test.each<[what: string, end: (response: ReceivedResponse) => Promise<void>]>([
  ['nobody reads', (response) => response.cancel()],
  [
    'its reader refuses',
    async (response) => {
      const refuse = (): never => {
        throw new Error('refused');
      };
      await expect(response.read(refuse)).rejects.toThrow('refused');
    },
  ],
])('a large body that %s is closed', async (_, end) => {
  let isClosed = false;
  const { url } = await startCounting((response) => {
    response.once('close', () => (isClosed = true));
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  });
  await end(await post(url));
  await expect.poll(() => isClosed).toBe(true);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a body in the encoding %s is decoded', async (encoding, compress) => {
  const text = JSON.stringify({ text: 'é'.repeat(10_000) });
  const { url, requests } = await startCounting((response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(compress(text));
  });
  expect(await textOf(await post(url))).toBe(text);
  expect(requests[0]?.headers['accept-encoding']).toContain(encoding);
});

test('a caller can ask for a body without an encoding', async () => {
  const { url, requests } = await startCounting((response) => void response.end('plain'));
  const headers = { 'accept-encoding': 'identity' };
  expect(await textOf(await defaultSend()(url, { method: 'GET', headers, signal: never() }))).toBe('plain');
  expect(requests[0]?.headers['accept-encoding']).toBe('identity');
});

test('compressed events arrive one by one', async () => {
  const { url } = await startCounting((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const gzip = createGzip();
    gzip.pipe(response);
    gzip.write('data: 1\n\n');
    // Without an end.
    gzip.flush();
  });
  let text = '';
  await (await post(url)).read((chunk) => (text += Buffer.from(chunk).toString()).endsWith('\n\n'));
  expect(text).toBe('data: 1\n\n');
});

test('a small body that decodes to more than the limit is not decoded to its end', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * LIMIT));
  const { url } = await startCounting((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  });
  let decoded = 0;
  const response = await post(url);
  const reading = readBodyText(
    (take) =>
      response.read((chunk) => {
        decoded += chunk.length;
        return take(chunk);
      }),
    LIMIT,
  );
  await expect(reading).rejects.toThrow('larger than the limit');
  expect(decoded).toBeLessThan(2 * LIMIT);
});

test('a body that is not in its encoding is an error of the connection', async () => {
  const { url } = await startCounting((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain');
  });
  await expect(textOf(await post(url))).rejects.toThrow('The connection broke');
});

test('a body that ends too early is an error', async () => {
  const { url } = await startCounting((response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{');
    setImmediate(() => response.destroy());
  });
  await expect(textOf(await post(url))).rejects.toThrow('The connection broke');
});

test('no answer is an error that names the origin and the reason', async () => {
  const { url } = await startCounting((response) => void response.destroy());
  await expect(post(url)).rejects.toThrow(`The request to ${url.origin} received no response: socket hang up`);
});

test('a signal ends a request, before its response and within its body, with the reason of the signal', async () => {
  const { url } = await startCounting((response, { headers }) => {
    if (headers['content-length'] === '4') response.write('{');
  });
  const reason = new Error('enough');
  const early = new AbortController();
  const waiting = post(url, '{}', early.signal);
  setTimeout(() => early.abort(reason), 20);
  await expect(waiting).rejects.toBe(reason);

  const late = new AbortController();
  const reading = textOf(await post(url, 'true', late.signal));
  late.abort(reason);
  await expect(reading).rejects.toBe(reason);

  await expect(post(url, '{}', AbortSignal.abort(reason))).rejects.toBe(reason);
});

test('a request leaves no listener on its signal', async () => {
  const { url } = await startCounting((response) => response.end('{}'));
  const { signal } = new AbortController();
  const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
  await textOf(await post(url, '{}', signal));
  await expect.poll(() => remove).toHaveBeenCalledTimes(1);
  expect(add).toHaveBeenCalledTimes(1);
});

test('a URL with a password is refused', () => {
  expect(() => post(new URL('http://ada:secret@127.0.0.1/'))).toThrow('must not contain a user name or a password');
});

test('a replaced global fetch, and a global dispatcher with options, are used', async () => {
  const { url } = await startCounting((response) => response.end('{}'));
  const used = vi.fn(fetch);
  vi.stubGlobal('fetch', used);
  await textOf(await post(url));
  expect(used).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();

  const dispatch = vi.fn(() => {
    throw new Error('the dispatcher of the program');
  });
  class ProxyAgent {
    dispatch = dispatch;
  }
  // It cannot be removed, so it must exist before.
  await (await fetch('data:,x')).text();
  const own: unknown = Reflect.get(globalThis, DISPATCHER);
  onTestFinished(() => void Reflect.set(globalThis, DISPATCHER, own));
  Reflect.set(globalThis, DISPATCHER, new ProxyAgent());
  await expect(post(url)).rejects.toThrow('the dispatcher of the program');
  expect(dispatch).toHaveBeenCalledTimes(1);
});

test('the dispatcher that Node itself creates changes nothing', async () => {
  const { url, requests } = await startCounting((response) => response.end('{}'));
  await (await fetch('data:,x')).text();
  await textOf(await post(url));
  // The `fetch` of Node would add this header.
  expect(requests[0]?.headers['sec-fetch-mode']).toBeUndefined();
});

test('requests over fetch answer in the same way', async () => {
  const { url } = await startCounting((response) => response.writeHead(429, { 'Retry-After': '3' }).end('later'));
  const message = { method: 'POST', headers: {}, body: '{}', signal: never() };
  for (const send of [overFetch(fetch), defaultSend()]) {
    const response = await send(url, message);
    expect([response.status, response.statusText, response.header('retry-after'), response.header('none')]).toEqual([
      429,
      'Too Many Requests',
      '3',
      undefined,
    ]);
    expect(await textOf(response)).toBe('later');
  }
});

test('a program ends while a connection is kept', async () => {
  const { url } = await startCounting((response) => response.end('{}'));
  const module = new URL('../../../runtime/dist/http/client.js', import.meta.url).href;
  const program = `
    const { HttpClientTransport } = await import(${JSON.stringify(module)});
    const transport = new HttpClientTransport({ url: ${JSON.stringify(url.href)}, onError: () => {} });
    transport.start({ message: () => console.log('answered'), failed: console.log, malformed: console.log, closed: console.log });
    transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' });`;
  const started = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
  // The connection would be kept for four seconds.
  expect(performance.now() - started).toBeLessThan(60_000);
});

test('a notification without a session is delivered when the server has accepted it, and rejects if it refuses', async () => {
  let answer: (status: number) => void = () => undefined;
  const held = (): Promise<Response> =>
    new Promise((resolve) => (answer = (status) => resolve(new Response(null, { status }))));
  const transport = new HttpClientTransport({ url: 'http://localhost/', fetch: held });
  onTestFinished(() => transport.close());
  const params = { _meta: { [MetaKey.ProtocolVersion]: '2026-07-28' } };
  const send = (): void | Promise<void> =>
    transport.send({ jsonrpc: '2.0', method: 'notifications/roots/list_changed', params });

  const accepted = send();
  let isDelivered = false;
  void Promise.resolve(accepted).then(() => (isDelivered = true));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isDelivered).toBe(false);
  answer(202);
  await accepted;

  const refused = send();
  answer(400);
  await expect(refused).rejects.toThrow('HTTP 400');
});
