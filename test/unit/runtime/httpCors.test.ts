/** What pages of other origins may do: the answers that a browser asks for before it lets them (Fetch: CORS protocol). */

import { all as HEADERS } from '@mcp-gen/protocol/registry/headers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { HttpServerOptions } from '../../../runtime/src/http/server/handlerOptions.js';
import { rawRequest, rawStream, type RawAnswer, type RawStream } from '../../support/rawHttp.js';
import { request } from '../../support/rpc.js';
import { call, initialize, openSession, startService } from './httpSupport.js';

const ALLOWED = 'https://app.example.com';
const OPTIONS: Partial<HttpServerOptions> = { allowedHosts: ['127.0.0.1'], allowedOrigins: [ALLOWED] };

/** The headers of an answer that tell a browser what a page may do. */
function told({ headers }: Pick<RawAnswer, 'headers'>): object {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('access-control-') || name === 'vary'),
  );
}

const READABLE = {
  'access-control-allow-origin': ALLOWED,
  'access-control-expose-headers': 'mcp-session-id, WWW-Authenticate, DPoP-Nonce, Retry-After',
  vary: 'Origin',
};

const preflight = (url: string, origin: string | undefined, method = 'POST'): Promise<RawAnswer> =>
  rawRequest(url, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': method } });

describe('a preflight', () => {
  test('of an allowed origin is told what the transport needs', async () => {
    const { url } = await startService(OPTIONS);
    const answer = await preflight(url, ALLOWED);
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(told(answer)).toEqual({
      ...READABLE,
      'access-control-allow-methods': 'POST, GET, DELETE',
      'access-control-allow-headers': ['content-type', 'accept', 'authorization', 'dpop', ...HEADERS].join(', '),
      'access-control-max-age': '7200',
    });
  });

  test('is told the headers for parameters of tools that it asks for, and no others', async () => {
    const { url } = await startService(OPTIONS);
    const headers = {
      origin: ALLOWED,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'mcp-param-region, Mcp-Param-Zone.2, x-evil, mcp-param-, mcp-param-a b',
    };
    const answer = await rawRequest(url, { method: 'OPTIONS', headers });
    const allowed = String(answer.headers['access-control-allow-headers']);
    expect(allowed.endsWith(', last-event-id, mcp-param-region, Mcp-Param-Zone.2')).toBe(true);
    expect(allowed).not.toContain('evil');
  });

  test.each(['/sse', '/messages'])('is answered at %s, too', async (path) => {
    const { url } = await startService(OPTIONS);
    const answer = await preflight(url.replace('/mcp', path), ALLOWED);
    expect([answer.status, told(answer)]).toEqual([204, expect.objectContaining(READABLE)]);
  });

  test.each(['https://evil.example', 'null', `${ALLOWED}.evil.example`, 'https://sub.app.example.com'])(
    'of %s is refused, and told nothing',
    async (origin) => {
      const { url } = await startService(OPTIONS);
      const answer = await preflight(url, origin);
      expect([answer.status, told(answer)]).toEqual([403, {}]);
    },
  );

  test('to a host that is not this server is refused, whatever the origin', async () => {
    const { url } = await startService(OPTIONS);
    const headers = { host: 'evil.example', origin: ALLOWED, 'access-control-request-method': 'POST' };
    const answer = await rawRequest(url, { method: 'OPTIONS', headers });
    expect([answer.status, told(answer)]).toEqual([403, {}]);
  });

  test('of any origin is refused where hosts are not checked and no origin is named', async () => {
    const { url } = await startService({ allowedHosts: 'any' });
    const answer = await preflight(url, 'http://localhost:5173');
    expect([answer.status, told(answer)]).toEqual([403, {}]);
  });

  test.each([
    ['an origin', { 'access-control-request-method': 'POST' }],
    ['a method', { origin: ALLOWED }],
  ])('without %s is not a preflight', async (_, headers) => {
    const { url } = await startService(OPTIONS);
    expect((await rawRequest(url, { method: 'OPTIONS', headers })).status).toBe(405);
  });

  test('asks nobody who calls, since a browser does not say', async () => {
    const { url } = await startService({ ...OPTIONS, authenticate: () => Promise.reject(new Error('asked')) });
    expect((await preflight(url, ALLOWED)).status).toBe(204);
  });
});

describe('a page of an allowed origin can read', () => {
  const origin = ALLOWED;

  test('the session that it opens, its answers and its end', async () => {
    const { url } = await startService(OPTIONS);
    const opened = await rawRequest(url, { headers: { origin }, body: initialize() });
    expect(told(opened)).toEqual(READABLE);
    const headers = { origin, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    expect(told(await rawRequest(url, { headers, body: call(1, 'echo') }))).toEqual(READABLE);
    expect(told(await rawRequest(url, { method: 'DELETE', headers }))).toEqual(READABLE);
  });

  test('streams', async () => {
    const { url } = await startService({ ...OPTIONS, streams: { responses: 'stream' } });
    const headers = { origin, ...(await openSession(url)) };
    const answer = await rawStream(url, { headers, body: call(1, 'echo') });
    const standalone = await rawStream(url, { method: 'GET', headers: { accept: 'text/event-stream', ...headers } });
    expect([answer, standalone].map(told)).toEqual([READABLE, READABLE]);
    standalone.destroy();
  });

  test.each([
    ['without a session', 400, { body: request(1, 'ping') }],
    ['in a session that is over', 404, { body: request(1, 'ping'), headers: { 'mcp-session-id': 'x' } }],
    ['of another method', 405, { method: 'PUT' }],
    ['that is too large', 413, { body: 'x'.repeat(1_001) }],
    ['of another type', 415, { headers: { 'content-type': 'text/plain' } }],
  ])('why a request %s is refused', async (_, status, { headers = {}, ...given }: object & { headers?: object }) => {
    const { url } = await startService({ ...OPTIONS, limits: { bodyLimit: 1_000 } });
    const answer = await rawRequest(url, { ...given, headers: { origin, ...headers } });
    expect([answer.status, told(answer)]).toEqual([status, READABLE]);
  });

  test('why a server that fails does', async () => {
    const { url } = await startService({ ...OPTIONS, authenticate: () => Promise.reject(new Error('no keys')) });
    const answer = await rawRequest(url, { headers: { origin }, body: initialize() });
    expect([answer.status, told(answer)]).toEqual([500, READABLE]);
  });

  test('what is answered where it comes from this machine, as by default', async () => {
    const { url } = await startService();
    const headers = { origin: 'http://localhost:5173' };
    expect(told(await rawRequest(url, { headers, body: initialize() }))).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
    });
  });
});

test('a caller that is not a page, or has an origin that is not allowed, receives no headers', async () => {
  const { url } = await startService(OPTIONS);
  expect(told(await rawRequest(url, { body: initialize() }))).toEqual({});
  const refused = await rawRequest(url, { headers: { origin: 'https://evil.example' }, body: initialize() });
  expect([refused.status, told(refused)]).toEqual([403, {}]);
});

describe('a request that a browser sends without an origin', () => {
  const read = async (site: string | undefined, path = '/mcp', origin?: string): Promise<RawStream> => {
    const { url } = await startService({ ...OPTIONS, health: true, routes: { '/about': () => ({ body: 'x' }) } });
    const session = path === '/mcp' ? await openSession(url) : {};
    const headers = { ...session, origin, accept: 'text/event-stream', 'sec-fetch-site': site };
    const stream = await rawStream(new URL(path, url).href, { method: 'GET', headers });
    onTestFinished(() => stream.destroy());
    return stream;
  };

  test.each(['/mcp', '/sse'])('for a page of another site or port opens no stream at %s', async (path) => {
    for (const site of ['cross-site', 'same-site']) expect((await read(site, path)).status).toBe(403);
  });

  test.each([undefined, 'none', 'same-origin'])('for %s opens a stream', async (site) => {
    for (const path of ['/mcp', '/sse']) expect((await read(site, path)).status).toBe(200);
  });

  test.each(['/about', '/livez'])('for a page of another site is answered at %s, like a link', async (path) => {
    expect((await read('cross-site', path)).status).toBe(200);
  });

  test('is different from one of an origin that is allowed', async () => {
    expect((await read('cross-site', '/sse', ALLOWED)).status).toBe(200);
    expect((await read('cross-site', '/sse', 'https://evil.example')).status).toBe(403);
  });
});

test('pages of every port of this machine are allowed, unless a host names its port', async () => {
  const ask = async (options: Partial<HttpServerOptions>): Promise<number> => {
    const { url } = await startService(options);
    const headers = { host: 'localhost:3000', origin: 'http://localhost:5173' };
    return (await rawRequest(url, { headers, body: initialize() })).status;
  };
  expect(await ask({})).toBe(200);
  expect(await ask({ allowedHosts: ['localhost'] })).toBe(200);
  expect(await ask({ allowedHosts: ['localhost:3000'] })).toBe(403);
  expect(await ask({ allowedHosts: ['localhost:3000'], allowedOrigins: ['http://localhost:5173'] })).toBe(200);
});
