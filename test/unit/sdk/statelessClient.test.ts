/** What a client of servers without sessions sends, whatever it is told: each message on its own, and all of it again after a restart. */

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '@mcp-gen/sdk/client';
import { createMockServer } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { STATELESS } from '../../support/standAlone.js';
import { endless } from '../../support/leftovers/endless.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

interface Posted {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly inputResponses?: object; readonly _meta: { readonly [key: string]: unknown } };
}

const DISCOVERED = { supportedVersions: [STATELESS], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private' };

const TEXT = { type: 'text', text: 'Hi' };

/** Answers each POST. Returns the address, and what was asked. */
async function recordPosts(answer: (posted: Posted) => object) {
  const asked: { method: string | undefined; headers: IncomingHttpHeaders; body: Posted }[] = [];
  const server = createServer((message, response) => {
    let text = '';
    message.on('data', (chunk) => (text += String(chunk)));
    message.on('end', () => {
      const body = JSON.parse(text || 'null') as Posted;
      asked.push({ method: message.method, headers: message.headers, body });
      const result = { resultType: 'complete', ...answer(body) };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: body.id, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, asked };
}

test('over HTTP each message is a POST of its own, which declares what the client has, and none is a response', async () => {
  covers('http-alone-message-per-post', 'http-alone-post', 'http-alone-accept', 'http-alone-no-responses');
  covers('roots-declared-each-time', 'sampling-declared-each-time', 'roots-capability', 'sampling-capability');
  const { url, asked } = await recordPosts(({ method, params }) => {
    if (method === 'server/discover') return DISCOVERED;
    if (params.inputResponses !== undefined) return { content: [] };
    return { resultType: 'input_required', inputRequests: { where: { method: 'roots/list' } } };
  });
  const model = (): never => {
    throw new Error('not asked');
  };
  const client = await connect(url, { roots: [], sampling: { model } });
  await Promise.all([client.callTool('one'), client.callTool('two')]);
  await client.close();
  const calls = Array.from({ length: 4 }, () => 'tools/call');
  expect(asked.map(({ body }) => body.method)).toEqual(['server/discover', ...calls]);
  for (const { method, headers, body } of asked) {
    expect(method).toBe('POST');
    expect(headers.accept).toMatch(/application\/json.*text\/event-stream/);
    expect(body.params._meta['io.modelcontextprotocol/clientCapabilities']).toMatchObject({ roots: {}, sampling: {} });
  }
});

test.each([{ role: 'system', content: TEXT }, { content: TEXT }, { role: 'user' }, { role: 'user', content: {} }])(
  'a model does not receive the message %j',
  async (message) => {
    covers('sampling-messages-shaped');
    const wish = { method: 'sampling/createMessage', params: { messages: [message], maxTokens: 1 } };
    const asking = { resultType: 'input_required', inputRequests: { wish } };
    const server = createMockServer({ 'tools/call': asking }, { revision: STATELESS });
    const model = vi.fn<() => never>();
    const client = await connectUntilEnd(server.target, { sampling: { model } });
    await expect(client.callTool('ask')).rejects.toMatchObject({ name: 'InvalidMessageError' });
    expect(model).not.toHaveBeenCalled();
  },
);

test('a client does the same whatever a server calls itself', async () => {
  covers('discovery-info-no-behavior');
  const sentTo = async (serverInfo: object): Promise<unknown> => {
    const tools = [{ name: 'echo', inputSchema: { type: 'object' } }];
    const holding = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    const answers = { 'tools/list': { ...holding, tools }, 'tools/call': { resultType: 'complete', content: [] } };
    const server = createMockServer(answers, { revision: STATELESS, serverInfo });
    const client = await connect(server.target);
    const listed = await client.tools().all();
    await client.callTool('echo');
    await client.close();
    return { listed, received: server.received };
  };
  expect(await sentTo({ name: 'trusted', version: '9.9.9' })).toEqual(await sentTo({ name: 'x', version: '0.0.1' }));
});

test('a server that ends is started again, and what the client follows is followed again', async () => {
  covers('listening-again');
  const server = createMockServer(
    { 'subscriptions/listen': () => endless() },
    { revision: STATELESS, capabilities: { resources: { subscribe: true } } },
  );
  const client = await connectUntilEnd(server.target, { reconnect: { delay: 1 }, onError: () => {} });
  const subscription = client.subscribe('a://1');
  const acknowledge = async (): Promise<void> => {
    const { id, params } = await server.receives('subscriptions/listen');
    const { notifications } = params as { readonly notifications: object };
    expect(notifications).toEqual({ resourceSubscriptions: ['a://1'] });
    const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
    server.notify('notifications/subscriptions/acknowledged', { notifications, _meta });
  };
  await acknowledge();
  await subscription.ready;
  server.close();
  await acknowledge();
  // What may have been missed counts as an update.
  expect((await subscription.next()).value).toMatchObject({ uri: 'a://1' });
});
