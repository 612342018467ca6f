/** Requests at URLs that others have named reach what they may, and nothing else. */

import type { LookupAddress } from 'node:dns';
import { getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ForbiddenUrlError } from '@mcp-gen/auth/client';
import { isLoopback, isPrivate } from '../../../auth/src/net/addresses.js';
import { guardedFetch } from '../../../auth/src/net/guardedFetch.js';
import { nodeFetch } from '../../../auth/src/net/nodeFetch.js';
import { timersOf } from '../../support/timersOf.js';
import { listen } from '../support/listen.js';

const onLoopback = guardedFetch({ allowHttp: true, allowPrivate: isLoopback });

/** Fails the test if it is called. */
const mustNotSend: typeof fetch = () => Promise.reject(new Error('A request was sent'));

describe('hosts', () => {
  test.each([
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '127.0.0.1',
    '127.255.255.254',
    '[::1]',
    '::1',
    '[::ffff:127.0.0.1]',
    '::ffff:7f00:1',
  ])('%s is this machine, and private', (host) => {
    expect({ loopback: isLoopback(host), private: isPrivate(host) }).toEqual({ loopback: true, private: true });
  });

  test.each([
    '0.0.0.0',
    '0.255.255.255',
    '10.1.2.3',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '169.254.169.254',
    '169.254.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.255',
    '192.0.2.1',
    '192.0.2.255',
    '192.88.99.0',
    '192.88.99.255',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '198.51.100.255',
    '203.0.113.1',
    '203.0.113.255',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[fe80::1]',
    'fe80::1%eth0',
    '[fc00::1]',
    '[fdff::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[fd00:1:2:3:4:5:6:7]',
    '[2001::1]',
    '[2002:7f00:1::]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::1]',
    '[::ffff:192.168.0.1]',
    '[::192.168.0.1]',
    '[100::1]',
    'printer.local',
    'metadata.google.internal',
    'router.home.arpa.',
  ])('%s is private, and not this machine', (host) => {
    expect({ loopback: isLoopback(host), private: isPrivate(host) }).toEqual({ loopback: false, private: true });
  });

  test.each([
    'example.com',
    'localhost.example.com',
    'mylocalhost',
    '1.0.0.0',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '191.255.255.255',
    '192.0.1.0',
    '192.0.3.0',
    '192.88.98.255',
    '192.88.100.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '198.51.101.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '[2606:4700::1111]',
    '[::ffff:1.1.1.1]',
    '[64:ff9b::1.1.1.1]',
    '[2001:200::1]',
    '[2606:4700:1:2:3:4:5:6]',
    // Neither a name nor an address.
    '1:2',
  ])('%s is public', (host) => {
    expect({ loopback: isLoopback(host), private: isPrivate(host) }).toEqual({ loopback: false, private: false });
  });
});

describe('URLs that are refused before anything is sent', () => {
  test.each([
    ['http://example.com/token?code=secret', 'http://example.com/token is not https'],
    ['http://127.0.0.1/token', 'Set the option "allowHttp" to allow http on this machine'],
    ['https://127.0.0.1/token', 'on this machine or in a private network'],
    ['https://169.254.169.254/latest/meta-data', 'on this machine or in a private network'],
    ['https://[::ffff:10.0.0.1]/', 'on this machine or in a private network'],
    ['https://2130706433/', 'on this machine or in a private network'],
    ['https://0x7f.1/', 'on this machine or in a private network'],
    ['https://metadata.google.internal/', 'on this machine or in a private network'],
    ['https://user:secret@example.com/', 'https://example.com/ has credentials in its URL'],
    ['file:///etc/passwd', 'Unsupported URL scheme file:'],
    ['javascript:alert(1)', 'Unsupported URL scheme javascript:'],
    ['data:application/json,{}', 'Unsupported URL scheme data:'],
    ['nowhere secret', 'Invalid URL: expected'],
  ])('%s', async (url, message) => {
    const refusal = await guardedFetch({ fetch: mustNotSend })(url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ForbiddenUrlError);
    expect((refusal as Error).message).toContain(message);
    expect(String(refusal)).not.toContain('secret');
  });

  test('http on this machine needs both permissions', async () => {
    const { origin, requests } = await listen((_, response) => response.end('{}'));
    await expect(guardedFetch({ allowHttp: true })(origin)).rejects.toThrow('in a private network');
    await expect(guardedFetch({ allowPrivate: () => true })(origin)).rejects.toThrow('is not https');
    expect(requests).toEqual([]);
    expect(await (await onLoopback(origin)).json()).toEqual({});
    expect(requests).toEqual(['GET /']);
  });

  test('http elsewhere is refused, whatever is allowed', async () => {
    const all = guardedFetch({ allowHttp: true, allowPrivate: () => true, fetch: mustNotSend });
    await expect(all('http://10.0.0.1/')).rejects.toThrow('http://10.0.0.1/ is not https');
    await expect(all('http://example.com/')).rejects.toThrow('http://example.com/ is not https');
  });
});

describe('addresses that names have', () => {
  type Callback = (error: Error | null, addresses?: LookupAddress[]) => void;

  const answering = (answer: (callback: Callback) => void): Parameters<typeof nodeFetch>[1] =>
    ((_name: string, _options: object, callback: Callback) => answer(callback)) as unknown as Parameters<
      typeof nodeFetch
    >[1];

  const resolving = (...addresses: readonly string[]): Parameters<typeof nodeFetch>[1] =>
    answering((callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );

  const refusePrivate = (address: string): void => {
    if (isPrivate(address)) throw new ForbiddenUrlError(`refused ${address}`);
  };

  test('a public name that leads to this machine is not connected to', async () => {
    const { origin, requests } = await listen((_, response) => response.end('{}'));
    const url = origin.replace('127.0.0.1', 'rebound.example');
    await expect(nodeFetch(refusePrivate, resolving('127.0.0.1'))(url)).rejects.toThrow('refused 127.0.0.1');
    expect(requests).toEqual([]);
    await nodeFetch(() => undefined, resolving('127.0.0.1'))(url);
    expect(requests).toEqual(['GET /']);
  });

  test('one private address among several is enough to refuse a name', async () => {
    const { origin, requests } = await listen((_, response) => response.end('{}'));
    const url = origin.replace('127.0.0.1', 'rebound.example');
    const send = nodeFetch(refusePrivate, resolving('1.1.1.1', '::ffff:10.0.0.1'));
    await expect(send(url)).rejects.toThrow('refused ::ffff:10.0.0.1');
    expect(requests).toEqual([]);
  });

  test.each([
    ['has no address', resolving(), 'The host name nowhere.example does not resolve to an address'],
    ['cannot be resolved', answering((callback) => callback(new Error('no resolver'))), 'no resolver'],
  ])('a name that %s is an error', async (_what, resolve, message) => {
    await expect(nodeFetch(() => undefined, resolve)('http://nowhere.example/')).rejects.toThrow(message);
  });

  test('the first address is connected to where Node does not try several', async () => {
    const { origin, requests } = await listen((_, response) => response.end('{}'));
    const before = getDefaultAutoSelectFamily();
    setDefaultAutoSelectFamily(false);
    onTestFinished(() => setDefaultAutoSelectFamily(before));
    const url = origin.replace('127.0.0.1', 'several.example');
    const checked: string[] = [];
    const send = nodeFetch((address) => checked.push(address), resolving('127.0.0.1', '192.0.2.1'));
    expect((await send(url)).status).toBe(200);
    expect([requests, checked]).toEqual([['GET /'], ['127.0.0.1', '192.0.2.1']]);
  });

  test('the guard sends nothing over http to a name of this machine that leads elsewhere', async () => {
    const { origin, requests } = await listen((_, response) => response.end('{}'));
    const url = origin.replace('127.0.0.1', 'app.localhost');
    const send = (address: string): Promise<Response> =>
      guardedFetch({ allowHttp: true, allowPrivate: () => true, resolve: resolving(address) })(url);
    const refusal = await send('10.0.0.1').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ForbiddenUrlError);
    expect((refusal as Error).message).toBe(`${url}/ is not https`);
    expect(requests).toEqual([]);
    expect((await send('127.0.0.1')).status).toBe(200);
  });

  test('the guard refuses a public name by its address', async () => {
    const { origin, requests } = await listen(() => undefined);
    const url = origin.replace('http://127.0.0.1', 'https://rebound.example');
    const resolve = resolving('127.0.0.1');
    const refusal = await guardedFetch({ resolve })(url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ForbiddenUrlError);
    expect((refusal as Error).message).toContain('in a private network');
    // What is allowed goes as far as a server that has no certificate.
    await expect(guardedFetch({ resolve, allowPrivate: () => true })(url)).rejects.toThrow('is unreachable');
    expect(requests).toEqual([]);
  });
});

describe('a request of which only the signal is left when memory has been collected', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;

  test.each<[what: string, send: (url: string, signal: AbortSignal) => Promise<Response>]>([
    ['a URL', (url, signal) => nodeFetch(() => undefined)(url, { signal })],
    ['a request', (url, signal) => nodeFetch(() => undefined)(new Request(url, { signal }))],
  ])('is aborted, if it was sent for %s', async (_, send) => {
    const server = await listen((__, response) => void response.writeHead(200).write('{'));
    const controller = new AbortController();
    const response = await send(server.origin, controller.signal);
    for (let round = 0; round < 3; round++) {
      collect();
      await sleep(10);
    }
    setTimeout(() => controller.abort(new Error('enough')), 10);
    await expect(Promise.race([response.text(), sleep(2_000, 'not aborted')])).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
  });
});

describe('the global fetch', () => {
  test.each([
    ['where Node may use a proxy', () => vi.stubEnv('NODE_USE_ENV_PROXY', '1')],
    ['on Deno', () => vi.stubGlobal('Deno', {})],
  ])('sends the requests %s', async (_where, prepare) => {
    onTestFinished(() => void vi.unstubAllEnvs().unstubAllGlobals());
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', (input: URL, init: RequestInit) => {
      sent.push([input.href, init.method, init.redirect]);
      return Promise.resolve(new Response('{}'));
    });
    prepare();
    const response = await guardedFetch()(new Request('https://public.example/a', { method: 'PUT' }));
    expect(await response.text()).toBe('{}');
    expect(sent).toEqual([['https://public.example/a', 'PUT', 'manual']]);
  });
});

describe('redirections', () => {
  test('that a browser hides are refused, because their target cannot be checked', async () => {
    const hidden = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
    const send = guardedFetch({ fetch: () => Promise.resolve(hidden) });
    const refusal = await send('https://public.example/a?code=secret').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ForbiddenUrlError);
    expect((refusal as Error).message).toBe('https://public.example/a redirects');
  });

  test('are followed within the origin, for GET alone', async () => {
    const server = await listen((request, response) => {
      if (request.url === '/there') response.end('there');
      else response.writeHead(307, { location: '/there' }).end();
    });
    expect(await (await onLoopback(`${server.origin}/here`)).text()).toBe('there');
    const posted = await onLoopback(`${server.origin}/here`, { method: 'POST', body: 'secret' });
    expect(posted.status).toBe(307);
    await expect(onLoopback(`${server.origin}/here`, { redirect: 'error' })).rejects.toThrow(/redirects$/);
    expect(server.requests).toEqual(['GET /here', 'GET /there', 'POST /here', 'GET /here']);
  });

  test('are not followed to another origin', async () => {
    const other = await listen((_, response) => response.end('{}'));
    const server = await listen((_, response) => response.writeHead(302, { location: `${other.origin}/x` }).end());
    await expect(onLoopback(`${server.origin}/here`)).rejects.toThrow(
      `${server.origin}/here redirects to another origin: ${other.origin}`,
    );
    expect(other.requests).toEqual([]);
  });

  test.each(['javascript:alert(1)', 'http://[', 'file:///etc/passwd'])('are not followed to %s', async (location) => {
    const server = await listen((_, response) => response.writeHead(302, { location }).end());
    await expect(onLoopback(server.origin)).rejects.toThrow('redirects to another origin');
  });

  test('end', async () => {
    const server = await listen((_, response) => response.writeHead(302, { location: '/again' }).end());
    await expect(onLoopback(server.origin)).rejects.toThrow('sent too many redirects');
    expect(server.requests).toHaveLength(4);
  });
});

test('a body that is too large is reported as that, also if it cannot be canceled', async () => {
  let isCanceled = false;
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(600)),
    cancel: () => {
      isCanceled = true;
      return Promise.reject(new Error('no way back'));
    },
  });
  const send = guardedFetch({ bodyLimit: 1_000, fetch: () => Promise.resolve(new Response(body)) });
  await expect(send('https://public.example/')).rejects.toThrow('is larger than 1000 bytes');
  expect(isCanceled).toBe(true);
});

describe.each([
  { by: 'node:https', fetch: undefined },
  { by: 'a fetch that is given', fetch },
])('with $by', ({ fetch }) => {
  const options = { allowHttp: true, allowPrivate: isLoopback, fetch };

  test('method, headers, and body arrive, and so does the response', async () => {
    const server = await listen((request, response) => {
      const { 'x-told': told, 'content-type': type } = request.headers;
      response.writeHead(201, { 'x-heard': `${request.method} ${String(told)} ${type}` });
      request.pipe(response);
    });
    const body = new URLSearchParams({ a: 'ä' });
    const response = await guardedFetch(options)(server.origin, { method: 'POST', headers: { 'x-told': '1' }, body });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-heard')).toBe('POST 1 application/x-www-form-urlencoded;charset=UTF-8');
    expect(await response.text()).toBe('a=%C3%A4');
  });

  test.each([204, 205, 304])('a response without a body resolves: %i', async (status) => {
    const server = await listen((_, response) => response.writeHead(status).end());
    const response = await guardedFetch(options)(server.origin);
    expect({ status: response.status, body: response.body }).toEqual({ status, body: null });
  });

  test('a body that is too large is not read to its end', async () => {
    const server = await listen((_, response) => {
      const piece = Buffer.alloc(65_536);
      const write = (): void => {
        while (!response.destroyed && response.write(piece));
        response.once('drain', write);
      };
      write();
    });
    await expect(guardedFetch(options)(`${server.origin}/big?code=secret`)).rejects.toThrow(
      `The response of ${server.origin}/big is larger than 1048576 bytes`,
    );
  });

  test.each([
    ['never begins', false],
    ['never ends', true],
  ])('a response that %s is aborted', async (_, begins) => {
    const server = await listen((_, response) => {
      if (begins) response.writeHead(200).write('{');
    });
    const send = guardedFetch({ ...options, timeout: 300 });
    await expect(send(server.origin)).rejects.toThrow(`${server.origin}/ did not respond within 300 ms`);
  });

  test('the timer of a request ends with it', async () => {
    const timers = timersOf(123_456);
    const send = guardedFetch({ ...options, timeout: 123_456, bodyLimit: 4 });
    const server = await listen(({ url }, response) => response.end(url));
    expect(await (await send(`${server.origin}/abc`)).text()).toBe('/abc');
    await expect(send(`${server.origin}/abcd`)).rejects.toThrow('is larger than 4 bytes');
    await server.close();
    await expect(send(server.origin)).rejects.toThrow('is unreachable');
    expect([timers.started, timers.pending]).toEqual([3, 0]);
  });

  test('the signal of the caller ends it', async () => {
    const controller = new AbortController();
    const server = await listen(() => controller.abort(new Error('enough')));
    await expect(guardedFetch(options)(server.origin, { signal: controller.signal })).rejects.toThrow('enough');
  });

  test('nobody there is a TypeError, without the query', async () => {
    const server = await listen(() => undefined);
    await server.close();
    const error: unknown = await guardedFetch(options)(`${server.origin}/a?code=secret`).catch(
      (cause: unknown) => cause,
    );
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toBe(`TypeError: ${server.origin}/a is unreachable`);
  });
});
