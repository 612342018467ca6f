/** Who calls over HTTP, and what is known of the request. */

import { describe, expect, test } from 'vitest';
import { HttpRefusalError } from '../../../runtime/src/http/server/httpRefusalError.js';
import { Ledger } from '../../../runtime/src/ledger/index.js';
import { rawRequest } from '../../support/rawHttp.js';
import { request } from '../../support/rpc.js';
import { call, initialize, openSession, startService } from './httpSupport.js';

test('authenticate refuses with a status and headers of its own', async () => {
  const headers = { 'www-authenticate': 'Bearer resource_metadata="https://example.com/.well-known/x"' };
  const { url, errors } = await startService({
    authenticate: () => {
      throw new HttpRefusalError(401, 'a token is missing', { headers });
    },
  });
  const answer = await rawRequest(url, { body: initialize() });
  expect(answer).toMatchObject({
    status: 401,
    headers,
    json: { error: { message: expect.stringContaining('token') } },
  });
  expect(errors.empty()).toEqual([]);
});

test.each([400, 599])('a refusal can have the status %d', (status) => {
  expect(new HttpRefusalError(status, 'no').status).toBe(status);
});

test.each([200, 302, 399, 600, 401.5, NaN])('a refusal with the status %d is an error of its author', (status) => {
  expect(() => new HttpRefusalError(status, 'no')).toThrow(RangeError);
});

test.each([{ 'www-authenticate': 'Bearer error="—"' }, { 'x-a': 'a\r\nb: c' }, { 'a b': 'c' }, { 'x-a': 1 }])(
  'a refusal with the headers %j is an error of its author: they could not be sent',
  (headers) => {
    const refuse = (): unknown => new HttpRefusalError(401, 'no', { headers: headers as never });
    expect(refuse).toThrow(TypeError);
    expect(refuse).toThrow(`Invalid header ${JSON.stringify(Object.keys(headers)[0])} of a refusal: expected `);
  },
);

test('the headers of a refusal have names in lower case', () => {
  const { headers } = new HttpRefusalError(401, 'no', { headers: { 'WWW-Authenticate': 'Bearer realm="ä"' } });
  expect(headers).toEqual({ 'www-authenticate': 'Bearer realm="ä"' });
});

test.each([{ roles: ['admin'] }, { id: '' }, { id: 1 }, '', null, true, ['admin']])(
  'a value without an id is not a caller: %j',
  async (result) => {
    const { url, errors } = await startService({ authenticate: () => result as never });
    expect(await rawRequest(url, { body: initialize() })).toMatchObject({ status: 500 });
    expect(String(await errors.take())).toContain('authenticate must return');
  },
);

test('handlers see the URL and the headers of the request that their message came in', async () => {
  const service = await startService();
  const session = await openSession(service.url);
  const called = rawRequest(`${service.url}?tenant=1`, {
    headers: { ...session, 'x-trace': 'abc' },
    body: call(1, 'wait'),
  });
  const { context, answer } = await service.waiting.take();
  expect(context.http?.url).toBe(`${service.url}?tenant=1`);
  expect(context.http?.header('X-Trace')).toBe('abc');
  expect(context.http?.header('x-other')).toBeUndefined();
  expect(context.http?.address).toBe('127.0.0.1');
  answer('done');
  await called;
});

test('what is known of a request can be taken apart', async () => {
  const { url } = await startService({ authenticate: ({ header }) => header('X-Caller') ?? 'nobody' });
  const session = await openSession(url);
  expect(await rawRequest(url, { headers: session, body: call(1, 'echo', 'x') })).toMatchObject({ status: 200 });
  const other = { ...session, 'x-caller': 'eve' };
  expect(await rawRequest(url, { headers: other, body: call(1, 'echo', 'x') })).toMatchObject({ status: 404 });
});

describe('behind proxies', () => {
  const forwarded = {
    'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.2',
    'x-forwarded-host': 'evil.example, mcp.example.com, inner',
    'x-forwarded-proto': 'https',
  };

  test.each([
    [{ trustProxy: 2, allowedHosts: ['mcp.example.com'] }, 'https://mcp.example.com/mcp', '203.0.113.7'],
    [{ trustProxy: true, allowedHosts: ['inner'] }, 'https://inner/mcp', '10.0.0.2'],
    [{ trustProxy: 9, allowedHosts: ['evil.example'] }, 'https://evil.example/mcp', '6.6.6.6'],
  ])('what they add is taken for host, scheme and address: %j', async (options, url, address) => {
    const seen: unknown[] = [];
    const service = await startService({
      ...options,
      authenticate: (http) => {
        seen.push(http.url, http.address);
        return undefined;
      },
    });
    for (const headers of [forwarded, { ...forwarded, origin: new URL(url).origin }]) {
      expect(await rawRequest(service.url, { headers, body: initialize() })).toMatchObject({ status: 200 });
    }
    expect(seen).toEqual([url, address, url, address]);
  });

  test('headers of proxies that nobody has announced are ignored', async () => {
    const seen: unknown[] = [];
    const service = await startService({ authenticate: (http) => void seen.push(http.url, http.address) });
    expect(await rawRequest(service.url, { headers: forwarded, body: initialize() })).toMatchObject({ status: 200 });
    expect(seen).toEqual([service.url, '127.0.0.1']);
  });
});

describe('a refusal of a request carries its id', () => {
  const ping = request('my id', 'ping');

  test.each([
    ['without a session', 400, {}],
    ['in a session that there is not', 404, { 'mcp-session-id': 'none' }],
  ])('%s', async (_, status, headers) => {
    const { url } = await startService();
    expect(await rawRequest(url, { headers, body: ping })).toMatchObject({ status, json: { id: 'my id', error: {} } });
  });

  test('in another version', async () => {
    const { url } = await startService();
    const headers = { ...(await openSession(url)), 'mcp-protocol-version': '2024-11-05' };
    expect(await rawRequest(url, { headers, body: ping })).toMatchObject({ status: 400, json: { id: 'my id' } });
  });

  test('that would open one session too many', async () => {
    const { url } = await startService({ limits: { sessionLimit: 1 } });
    await openSession(url);
    expect(await rawRequest(url, { body: initialize() })).toMatchObject({ status: 503, json: { id: 'first' } });
  });
});

test('a second initialize that is refused leaves the session as it is, whatever its id is used for later', async () => {
  const { url } = await startService();
  const headers = await openSession(url);
  const again = await rawRequest(url, { headers, body: initialize(headers['mcp-protocol-version'], 7) });
  expect(again.json).toMatchObject({ id: 7, error: { code: -32600 } });
  for (const id of [7, 8]) {
    expect(await rawRequest(url, { headers, body: call(id, 'echo', 'x') })).toMatchObject({
      status: 200,
      json: { id },
    });
  }
});

test.each([
  ['application/json;q=0, text/event-stream', 406],
  ['application/json, text/event-stream; q=0.0', 406],
  ['application/json;q=0, */*', 406],
  ['application/json;q=0.5, text/event-stream;q=0.001', 200],
  ['*/*', 200],
])('a client that accepts %s is answered with %d', async (accept, status) => {
  const { url } = await startService();
  expect(await rawRequest(url, { headers: { accept }, body: initialize() })).toMatchObject({ status });
});

test('requests of callers that are not identified are limited by address, and those of others are not', async () => {
  const { url } = await startService({
    ledger: new Ledger({ requestRate: 0.1, requestBurst: 2 }),
    authenticate({ header }) {
      const who = header('who');
      if (who === undefined) throw new HttpRefusalError(401, 'a token is missing');
      return who;
    },
  });
  const status = async (headers = {}): Promise<number> =>
    (await rawRequest(url, { headers, body: initialize() })).status;
  expect([await status(), await status(), await status(), await status({ who: 'ada' })]).toEqual([401, 401, 429, 200]);
});
