/** Attacks on servers of several processes: over nodes, and by what stands in Redis. */

import { randomUUID } from 'node:crypto';
import type { RedisStores } from '@mcp-gen/redis';
import { form, Server } from '@mcp-gen/sdk';
import { createHandler, type HttpHandler } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { NodeClient } from './nodeClient.js';
import { describeWithRedis } from './support.js';

const LEASE = 600;

interface AttackedNode {
  readonly handler: HttpHandler;
  readonly stores: RedisStores;
  readonly errors: unknown[];
}

describeWithRedis('with Redis', (redis) => {
  async function startNode(prefix: string): Promise<AttackedNode> {
    const errors: unknown[] = [];
    const stores = await redis.stores({ prefix, lease: LEASE, onError: (error) => errors.push(error) });
    const { changes, eventStore, sessionStore, sessionRouter, requestState } = stores;
    const server = new Server({ name: 'test', version: '1.0.0' }, { changes, onError: (error) => errors.push(error) });
    server.resource('notes:1', {}, () => 'one');
    server.tool('ask', {}, async (_, context) => {
      const { who } = await context.ask({ who: form({ message: 'Who?', schema: z.object({ name: z.string() }) }) });
      return `Hello, ${who.action === 'accept' ? who.content.name : 'nobody'}`;
    });
    const options = { eventStore, sessionStore, sessionRouter, requestState, allowedHosts: ['localhost'] };
    const handler = createHandler(server, { ...options, shutdownTimeout: 10 });
    onTestFinished(() => handler.close());
    const probe = new NodeClient();
    await expect
      .poll(() =>
        probe.open(handler).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    return { handler, stores, errors };
  }

  const newPrefix = (): string => `test-${randomUUID()}:`;

  /** A session whose node is gone, for the other node to take over. */
  async function orphan(prefix: string): Promise<{ node: AttackedNode; client: NodeClient; last: string }> {
    const [gone, node] = [await startNode(prefix), await startNode(prefix)];
    const client = new NodeClient();
    await expect
      .poll(() =>
        client.open(gone.handler).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const stream = await client.listen(gone.handler);
    await client.request(gone.handler, 'resources/subscribe', { uri: 'notes:1' });
    await gone.stores.changes.publish({ method: 'notifications/resources/updated', uri: 'notes:1' });
    await stream.next();
    await gone.handler.close();
    return { node, client, last: stream.last ?? '' };
  }

  test('a session of another prefix is not found, and a prefix cannot reach into another one', async () => {
    const [one, other] = [await startNode(newPrefix()), await startNode(newPrefix())];
    const client = new NodeClient();
    await client.open(one.handler);
    expect((await client.request(other.handler, 'ping')).status).toBe(404);
    expect((await client.get(other.handler, '0a0a0a0a.1-1-1')).status).toBe(404);
    expect((await client.end(other.handler)).status).toBe(404);
    expect((await client.request(one.handler, 'ping')).status).toBe(200);
  });

  test.each(['*', 'x}:session', '{s:x}', '../../x', 'a b', 'ü'.repeat(5), 'x'.repeat(257), '__proto__', '\u007f'])(
    'the forged session id %j is refused, and leaves nothing in Redis',
    async (id) => {
      const prefix = newPrefix();
      const { handler } = await startNode(prefix);
      const before = await redis.client.keys(`${prefix}*`);
      const client = new NodeClient();
      client.session = encodeURI(id) === id ? id : encodeURIComponent(id);
      for (const answer of [
        client.request(handler, 'ping'),
        client.get(handler, '0a0a0a0a.1-1-1'),
        client.end(handler),
      ]) {
        expect((await answer).status).toBe(404);
      }
      const added = (await redis.client.keys(`${prefix}*`)).filter((key) => !before.includes(key));
      expect(added).toEqual([]);
    },
  );

  test('event ids of other sessions, and invented ones, are refused at every node', async () => {
    const prefix = newPrefix();
    const { node, client, last } = await orphan(prefix);
    const other = new NodeClient();
    await other.open(node.handler);
    const forged = [last, `${last}0`, '0a0a0a0a.1-1-1', '0a0a0a0a.1--', '0a0a0a0a.1-+', '0a0a0a0a.1-$', 'x', '-'];
    for (const id of forged) expect((await other.get(node.handler, id)).status, id).toBe(400);
    const [, stream = ''] = /^([^-]+)-/.exec(last) ?? [];
    for (const id of [`${stream}-0-0`, `${stream}-9-9`, `${stream}-(1-1`, `${stream}--`]) {
      expect((await client.get(node.handler, id)).status, id).toBe(400);
    }
    expect((await client.get(node.handler, last)).status).toBe(200);
  });

  test.each([
    'not JSON',
    '[]',
    '{"revision":1}',
    '{"revision":"2025-11-25","client":{"name":"x","version":"1","capabilities":null},"state":{}}',
  ])('a session whose record is %j is reported, and taken for one that never was', async (record) => {
    const prefix = newPrefix();
    const { node, client } = await orphan(prefix);
    await redis.client.hset(`${prefix}{s:${client.session}}:session`, 'record', record);
    expect((await client.request(node.handler, 'ping')).status).toBe(404);
    expect(String(node.errors)).toContain('Redis has an invalid session record');
  });

  test('a record of a revision that is not supported, and of another caller, is not continued', async () => {
    for (const changed of [{ revision: '2099-01-01' }, { owner: 'eve' }]) {
      const prefix = newPrefix();
      const { node, client } = await orphan(prefix);
      const key = `${prefix}{s:${client.session}}:session`;
      const record = JSON.parse((await redis.client.hget(key, 'record')) ?? '') as object;
      await redis.client.hset(key, 'record', JSON.stringify({ ...record, ...changed }));
      expect((await client.request(node.handler, 'ping')).status).not.toBe(200);
      expect((await client.request(node.handler, 'ping')).status).toBe(404);
    }
  });

  test('state of a record that no server has written is left out', async () => {
    const prefix = newPrefix();
    const { node, client, last } = await orphan(prefix);
    const key = `${prefix}{s:${client.session}}:session`;
    const record = JSON.parse((await redis.client.hget(key, 'record')) ?? '') as object;
    const state = { logLevel: 'loud', subscriptions: ['notes:1', 'no uri', 1, null] };
    await redis.client.hset(key, 'record', JSON.stringify({ ...record, state }));
    expect((await client.get(node.handler, last)).status).toBe(200);
    expect(node.errors.length).toBeGreaterThan(0);
  });

  test('events that no server has written are reported, and not sent', async () => {
    const prefix = newPrefix();
    const { node, client, last } = await orphan(prefix);
    const [, stream = ''] = /^([^-]+)-/.exec(last) ?? [];
    const events = `${prefix}{s:${client.session}}:events`;
    redis.forge(prefix);
    await redis.client.xadd(events, '5-1', 's', stream, 'd', 'x\n\nid: forged\ndata: {}');
    await redis.client.xadd(events, '5-2', 'nothing', 'known');
    await redis.client.xadd(events, '5-3', 's', stream, 'd', '{}', 'u', '{"not":"ids"}');
    expect((await client.get(node.handler, last)).status).toBe(200);
    expect(String(node.errors)).toContain('Redis has an invalid event');
  });

  test('a node that is named by something else counts as gone', async () => {
    const prefix = newPrefix();
    const { node, client } = await orphan(prefix);
    await redis.client.hset(`${prefix}{s:${client.session}}:session`, 'node', '*'.repeat(100));
    expect((await client.request(node.handler, 'ping')).status).toBe(200);
  });

  test('messages between nodes that no node has sent are reported, and change nothing', async () => {
    const prefix = newPrefix();
    const node = await startNode(prefix);
    const [key = ''] = await redis.client.keys(`${prefix}{n:*`);
    const channel = `${prefix}node:${key.slice(prefix.length + 3, -1)}`;
    const from = randomUUID();
    const frames = ['', 'x', `${from} `, `${from} []`, `${from} {"kind":"respond","relay":"a"}`];
    const unknown = [
      { kind: 'respond', relay: 'a.1', at: 1, status: 200, headers: {}, body: '{}' },
      { kind: 'request', relay: 'a.1', request: { method: 'TRACE', path: '/', headers: {}, secure: false } },
      { kind: 'constructor', relay: 'a.1' },
    ].map((frame) => `${from} ${JSON.stringify(frame)}`);
    for (const frame of [...frames, ...unknown]) await redis.client.publish(channel, frame);
    await expect.poll(() => node.errors.length).toBe(frames.length + 2);
    const client = new NodeClient();
    await client.open(node.handler);
    expect((await client.request(node.handler, 'ping')).status).toBe(200);
  });

  test('the state of a request is accepted at every node, and once at all of them', async () => {
    const prefix = newPrefix();
    const [one, other] = [await startNode(prefix), await startNode(prefix)];
    const asked = await call(one.handler, {});
    expect(JSON.stringify(asked)).toContain('input_required');
    const { requestState, inputRequests } = asked.result as { requestState: string; inputRequests: object };
    const [key = ''] = Object.keys(inputRequests);
    const answers = { requestState, inputResponses: { [key]: { action: 'accept', content: { name: 'Ada' } } } };
    const first = await call(other.handler, answers);
    expect(first.result).toMatchObject({ content: [{ type: 'text', text: 'Hello, Ada' }] });
    expect((await call(one.handler, answers)).error).toBeDefined();
    expect((await call(other.handler, answers)).error).toBeDefined();
  });
});

/** Calls the tool `ask` without a session. */
async function call(
  handler: HttpHandler,
  answers: object,
): Promise<{ readonly result?: object; readonly error?: object }> {
  const revision = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const response = await handler.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        host: 'localhost',
        'mcp-protocol-version': revision,
        'mcp-method': 'tools/call',
        'mcp-name': 'ask',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'ask', arguments: {}, _meta: meta, ...answers },
      }),
    }),
  );
  return (await response.json()) as { result?: object; error?: object };
}
