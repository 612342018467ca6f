/** What goes on without a request ends when the credentials that the client has shown expire. */

import { Server, type AuthInfo } from '@mcp-gen/sdk';
import { connect } from '@mcp-gen/sdk/client';
import { serveHttp, type ServeHttpOptions } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';
import { rawRequest, rawStream, type RawStream } from '../../support/rawHttp.js';
import { notification, request } from '../../support/rpc.js';
import { initialize, NEWEST } from '../../unit/runtime/httpSupport.js';

/** A server that reads from the header `authorization` after how many milliseconds it expires. */
async function start(options: ServeHttpOptions = {}): Promise<{ url: string; server: Server }> {
  const server = new Server({ name: 'clock', version: '1.0.0' }, { onError: () => undefined });
  server.tool('wait', {}, async () => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    return 'waited';
  });
  const authenticate: ServeHttpOptions['authenticate'] = ({ header }): AuthInfo => {
    const lifetime = Number(header('authorization'));
    return { id: 'ada', expiresAt: lifetime === 0 ? undefined : (Date.now() + lifetime) / 1_000 };
  };
  const service = await serveHttp(server, { port: 0, shutdownTimeout: 50, authenticate, ...options });
  onTestFinished(() => service.close());
  return { url: service.url, server };
}

const expiring = (lifetime: number): { readonly authorization: string } => ({ authorization: String(lifetime) });

async function openSession(url: string, lifetime: number): Promise<{ readonly [name: string]: string }> {
  const { headers } = await rawRequest(url, { headers: expiring(lifetime), body: initialize() });
  const session = { 'mcp-session-id': String(headers['mcp-session-id']), 'mcp-protocol-version': NEWEST };
  const ready = notification('notifications/initialized');
  await rawRequest(url, { headers: { ...session, ...expiring(lifetime) }, body: ready });
  return session;
}

function listen(url: string, headers: { readonly [name: string]: string }): Promise<RawStream> {
  return rawStream(url, { method: 'GET', headers: { accept: 'text/event-stream', ...headers } });
}

test.each([
  ['that clients resume', {}],
  ['that nobody resumes', { eventStore: false }],
] as const)("a session's own stream %s ends, and the session goes on", async (_, options) => {
  const { url } = await start(options);
  const session = await openSession(url, 400);
  const stream = await listen(url, { ...session, ...expiring(400) });
  expect(stream.status).toBe(200);
  await stream.ended;
  const again = await listen(url, { ...session, ...expiring(60_000) });
  expect(again.status).toBe(200);
  const called = await rawRequest(url, {
    headers: { ...session, ...expiring(60_000) },
    body: request(1, 'tools/list'),
  });
  expect(called.status).toBe(200);
  again.destroy();
});

test('a stream that is resumed with newer credentials ends when these expire', async () => {
  const { url, server } = await start();
  const session = await openSession(url, 300);
  const stream = await listen(url, { ...session, ...expiring(300) });
  server.tool('new', {}, () => 'new');
  const { id = '' } = await stream.events.take(({ data }) => data.includes('list_changed'));
  stream.destroy();
  // The first credentials have expired by then.
  await new Promise((resolve) => setTimeout(resolve, 400));
  const resumed = await listen(url, { ...session, ...expiring(400), 'last-event-id': id });
  expect(resumed.status).toBe(200);
  const late = new Promise((resolve) => setTimeout(resolve, 10_000, 'open'));
  expect(await Promise.race([resumed.ended, late])).toBeUndefined();
});

test('newer credentials in the same session let its stream go on', async () => {
  const { url, server } = await start();
  const session = await openSession(url, 300);
  const stream = await listen(url, { ...session, ...expiring(300) });
  const newer = { headers: { ...session, ...expiring(60_000) }, body: request(1, 'tools/list') };
  expect((await rawRequest(url, newer)).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 500));
  server.tool('new', {}, () => 'new');
  const told = await stream.events.take(({ data }) => data.includes('list_changed'));
  expect(told.data).toContain('notifications/tools/list_changed');
  stream.destroy();
});

test('a request that was accepted is answered, though its credentials expire meanwhile', async () => {
  const { url } = await start({ streams: { streamAfter: 50 } });
  const session = await openSession(url, 200);
  const call = { headers: { ...session, ...expiring(200) }, body: request(1, 'tools/call', { name: 'wait' }) };
  const stream = await rawStream(url, call);
  const { data } = await stream.events.take(({ data }) => data.includes('"result"'));
  expect(data).toContain('waited');
  await stream.ended;
});

test('a session of the older transport ends with its stream', async () => {
  const { url } = await start({ sse: { stream: '/sse', messages: '/messages' } });
  const stream = await listen(url.replace('/mcp', '/sse'), expiring(300));
  const { data: path } = await stream.events.take();
  await stream.ended;
  const late = { headers: expiring(60_000), body: initialize('2024-11-05') };
  expect((await rawRequest(url.replace('/mcp', path), late)).status).toBe(404);
});

test('credentials that do not expire end nothing, and far times neither', async () => {
  const { url, server } = await start();
  for (const lifetime of [0, 1e12]) {
    const stream = await listen(url, { ...(await openSession(url, lifetime)), ...expiring(lifetime) });
    await new Promise((resolve) => setTimeout(resolve, 100));
    server.tool(`new${lifetime}`, {}, () => 'new');
    expect((await stream.events.take(({ data }) => data.includes('list_changed'))).data).toContain('tools');
    stream.destroy();
  }
});

test('a client of 2026-07-28 that listens comes back with new credentials', async () => {
  const shown: number[] = [];
  let lifetime = 500;
  const { url, server } = await start();
  const heard: string[] = [];
  const client = await connect(url, {
    revisions: ['2026-07-28'],
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('authorization', String(lifetime));
      if (headers.get('mcp-method') === 'subscriptions/listen') shown.push(lifetime);
      return fetch(input, { ...init, headers });
    },
    onListChanged: (list) => heard.push(list),
  });
  onTestFinished(() => client.close());
  await expect.poll(() => shown).toEqual([500]);
  lifetime = 60_000;
  await expect.poll(() => shown).toEqual([500, 60_000]);
  server.tool('new', {}, () => 'new');
  await expect.poll(() => heard).toContain('tools');
});

test.each([NaN, '60', new Date(0), null])(
  'an expiry that is not a number is an error of its author: %s',
  async (expiresAt) => {
    const { url } = await start({ authenticate: () => ({ id: 'ada', expiresAt: expiresAt as never }) });
    expect((await rawRequest(url, { body: initialize() })).status).toBe(500);
  },
);
