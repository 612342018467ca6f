/** Which callers the limits of a server distinguish over HTTP. */

import { sample, Server, type RateLimiter } from '@mcp-gen/sdk';
import { createHandler, type HttpOptions } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { POST_HEADERS, rawRequest } from '../../support/rawHttp.js';
import { call, listen, NEWEST, openSession } from '../runtime/httpSupport.js';
import { connectUntilEnd, untilEnd } from '../../support/untilEnd.js';

const info = { name: 'test', version: '1.0.0' };

/** Serves a tool that each caller can call once. */
async function serveOnce(options: HttpOptions = {}): Promise<string> {
  const server = new Server(info, { rateLimits: { toolCalls: { perSecond: 0.001, burst: 1 } } });
  server.tool('greet', {}, () => 'Hello');
  const handler = untilEnd(createHandler(server, options));
  return listen(handler.node);
}

const refused = { error: { code: -32603, message: expect.stringContaining('Too many tool calls') as string } };

test('a caller without an id is limited by its address, whatever its session', async () => {
  const url = await serveOnce();
  const [one, other] = [await openSession(url), await openSession(url)];
  const first = await rawRequest(url, { headers: one, body: call(1, 'greet') });
  expect(first.json).toMatchObject({ result: { content: [{ text: 'Hello' }] } });
  const second = await rawRequest(url, { headers: other, body: call(2, 'greet') });
  expect(second.json).toMatchObject(refused);
  expect(second).toMatchObject({ status: 429, headers: { 'retry-after': '1000' } });
});

test('a client repeats a request that was refused by a limit, but not one of which a part was processed', async () => {
  let calls = 0;
  const server = new Server(info, {
    rateLimits: {
      toolCalls: { perSecond: 2, burst: 1 },
      sampling: { take: () => ({ allowed: false, retryAfter: 1 }) },
    },
  });
  server.tool('greet', {}, () => 'Hello');
  server.tool('think', {}, async (_, context) => {
    calls++;
    await context.ask('thought', sample({ messages: [], maxTokens: 1 }));
    return 'thought';
  });
  const handler = untilEnd(createHandler(server));
  const sampling = { model: () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'x' } }) as const };
  const client = await connectUntilEnd(await listen(handler.node), { sampling, revisions: ['2025-11-25'] });
  await client.callTool('greet');
  expect(await client.callTool('greet')).toMatchObject({ text: 'Hello' });
  await expect(client.callTool('think')).rejects.toThrow('Too many sampling requests');
  expect(calls).toBe(1);
});

test('in a batch a request above the limit has an error, and the status is 200', async () => {
  const url = await serveOnce();
  const headers = await openSession(url, '2025-03-26');
  const body = [1, 2].map((id) => call(id, 'greet'));
  const answer = await rawRequest(url, { headers, body });
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject([{ result: {} }, refused]);
});

test('a caller without an id and without a session is limited by its address', async () => {
  const url = await serveOnce({ sessions: 'none', trustProxy: true });
  const callFrom = async (address: string): Promise<unknown> => {
    const headers = { 'mcp-protocol-version': NEWEST, 'x-forwarded-for': address };
    return (await rawRequest(url, { headers, body: call(1, 'greet') })).json;
  };
  expect(await callFrom('192.0.2.1')).toMatchObject({ result: {} });
  expect(await callFrom('::ffff:192.0.2.1')).toMatchObject(refused);
  expect(await callFrom('2001:db8::1')).toMatchObject({ result: {} });
  expect(await callFrom('2001:db8::f:1')).toMatchObject(refused);
  expect(await callFrom('2001:db8:1::1')).toMatchObject({ result: {} });
});

test('an address that no trusted proxy has forwarded does not count', async () => {
  const url = await serveOnce();
  const headers = await openSession(url);
  const callFrom = async (address: string): Promise<unknown> =>
    (await rawRequest(url, { headers: { ...headers, 'x-forwarded-for': address }, body: call(1, 'greet') })).json;
  expect(await callFrom('192.0.2.1')).toMatchObject({ result: {} });
  expect(await callFrom('192.0.2.2')).toMatchObject(refused);
});

test('a limiter is told the id, the network, or the connection of a caller', async () => {
  const take = vi.fn<RateLimiter['take']>(() => ({ allowed: true }));
  const server = new Server(info, { rateLimits: { toolCalls: { take } } });
  server.tool('greet', {}, () => 'Hello');
  const handler = createHandler(server, {
    sessions: 'none',
    trustProxy: true,
    authenticate: (http) => http.header('authorization'),
  });
  onTestFinished(() => handler.close());
  const callWith = (headers: { readonly [name: string]: string }): Promise<Response> =>
    handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { ...POST_HEADERS, 'mcp-protocol-version': NEWEST, ...headers },
        body: JSON.stringify(call(1, 'greet')),
      }),
    );
  await callWith({ authorization: 'ada', 'x-forwarded-for': '192.0.2.1' });
  await callWith({ 'x-forwarded-for': '192.0.2.1' });
  await callWith({ 'x-forwarded-for': '[2001:db8::1]:80' });
  await callWith({});
  const callers = take.mock.calls.map(([caller]) => caller);
  expect(callers).toEqual(['caller ada', 'address 192.0.2.1', 'address 2001:db8:0:0::/64', 'connection 0']);
});
