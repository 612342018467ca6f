/** The examples, each on a port of its own, with our client, the official one, and requests that are nobody's. */

import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Connect } from '../support/clients/client.js';
import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { connectOfficialV2 } from '../support/clients/officialV2.js';
import { connectOurClient } from '../support/clients/ours.js';
import { POST_HEADERS, rawRequest, rawStream, type RawStream } from '../support/rawHttp.js';
import { request } from '../support/rpc.js';
import { call, head, initialize, openSession, openSocket } from '../unit/runtime/httpSupport.js';
import { importProgram } from '../support/importProgram.js';

interface Example {
  /** Listens, or will soon. */
  readonly server: Pick<Server, 'address' | 'listening' | 'once'>;
  close(): Promise<void>;
}

const EXAMPLES: { readonly [framework: string]: () => Promise<Example> } = {
  express: () => importProgram(() => import('../../examples/express/server.js')),
  fastify: () => importProgram(() => import('../../examples/fastify/server.js')),
  hono: () => importProgram(() => import('../../examples/hono/server.js')),
};

const CLIENTS: { readonly [name: string]: Connect } = {
  'our client': connectOurClient,
  'the official client, version 1': connectOfficialV1,
  'the official client, version 2': connectOfficialV2,
};

const LIFT_OFF = [{ type: 'text', text: 'Lift-off!' }];

describe.each(Object.entries(EXAMPLES))('the example of %s', (_, load) => {
  let example: Example;
  let url: string;

  beforeAll(async () => {
    vi.stubEnv('PORT', '0');
    example = await load();
    const { server } = example;
    if (!server.listening) await once(server as Server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  });
  // It closes, though somebody listens: after all tests, whatever their order.
  afterAll(async () => {
    vi.unstubAllEnvs();
    const headers = { accept: 'text/event-stream', ...(await openSession(url)) };
    const stream = await rawStream(url, { method: 'GET', headers });
    expect(stream.status).toBe(200);
    const closed = once(example.server as Server, 'close');
    await example.close();
    await Promise.all([stream.ended, closed]);
    await expect(rawRequest(url, { body: initialize() })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test.each(Object.entries(CLIENTS))('serves %s', async (_, connect) => {
    const client = await connect({ over: 'HTTP', url });
    const { tools } = (await client.listTools()) as { readonly tools: readonly { readonly name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(['countdown']);
    expect(await client.callTool({ name: 'countdown' })).toMatchObject({ content: LIFT_OFF });
    const heard: object[] = [];
    const onProgress = (report: object): void => void heard.push(report);
    expect(await client.callTool({ name: 'countdown' }, { onProgress })).toMatchObject({ content: LIFT_OFF });
    expect(heard).toMatchObject([{ progress: 1 }, { progress: 2 }, { progress: 3 }]);
    await client.close();
    expect(client.errors.empty()).toEqual([]);
  });

  test('answers as JSON, as a stream, and no more when the session is over', async () => {
    const headers = await openSession(url);
    const plain = await rawRequest(url, { headers, body: call(1, 'countdown') });
    expect(plain).toMatchObject({ status: 200, json: { result: { content: LIFT_OFF } } });
    const params = { name: 'countdown', _meta: { progressToken: 'mine' } };
    const streamed = await rawStream(url, { headers, body: request(2, 'tools/call', params) });
    expect(streamed.headers['content-type']).toBe('text/event-stream');
    const answer = await streamed.events.take(({ data }) => data.includes('"result"'));
    expect(JSON.parse(answer.data)).toMatchObject({ id: 2, result: { content: LIFT_OFF } });
    await streamed.ended;
    expect((await rawRequest(url, { method: 'DELETE', headers })).status).toBe(204);
    expect((await rawRequest(url, { headers, body: call(3, 'countdown') })).status).toBe(404);
  });

  test('goes on reading bodies for its other routes', async () => {
    const echo = await rawRequest(url.replace('/mcp', '/echo'), { body: { any: ['thing'] } });
    expect(echo).toMatchObject({ status: 200, json: { any: ['thing'] } });
    expect((await rawRequest(`${url}s`, { body: initialize() })).status).toBe(404);
  });

  test('lets no other host and no foreign page in, and tells own pages that they may', async () => {
    for (const headers of [{ host: 'evil.example' }, { origin: 'https://evil.example' }]) {
      const answer = await rawRequest(url, { headers, body: initialize() });
      expect(answer).toMatchObject({ status: 403, json: { error: { code: -32600 } } });
    }
    const origin = 'http://localhost:5173';
    const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } };
    expect(await rawRequest(url, preflight)).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': origin },
    });
  });

  test('survives clients that go away in the middle of a body, or of a stream', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => stderr.mockRestore());
    const headers = await openSession(url);
    const socket = await openSocket(url);
    socket.write(`${head({ ...POST_HEADERS, ...headers, 'content-length': 99 })}{`);
    // What is on its way already is taken before the next request.
    expect((await rawRequest(url, { headers, body: call(1, 'countdown') })).status).toBe(200);
    socket.destroy();
    const listen = (): Promise<RawStream> =>
      rawStream(url, { method: 'GET', headers: { accept: 'text/event-stream', ...headers } });
    (await listen()).destroy();
    await expect.poll(async () => (await listen()).status).toBe(200);
    expect((await rawRequest(url, { headers, body: call(2, 'countdown') })).status).toBe(200);
  });
});
