/** What several nodes that serve the same sessions have to do, whatever connects them. */

import { randomUUID } from 'node:crypto';
import { Server, type ServerOptions } from '@mcp-gen/sdk';
import type { RouterNode, SessionRouter } from '@mcp-gen/sdk/cluster';
import { createHandler, type HttpHandler, type HttpOptions } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';
import { atEnd } from '../support/leftovers/endless.js';
import { Mailbox } from '../support/mailbox.js';
import { NodeClient, type EventReader } from './nodeClient.js';
import type { RedisForTests } from './support.js';

type Shared = Pick<HttpOptions, 'eventStore' | 'sessionStore' | 'sessionRouter'> & Pick<ServerOptions, 'changes'>;

/** What a test uses of one node. */
interface TestNode {
  readonly handler: HttpHandler;
  readonly server: Server;
  /** Started calls of the tool `wait`. */
  readonly waiting: Mailbox<() => void>;
  /** Ends the node as a crash does: it says nothing more, to nobody. */
  readonly kill: () => Promise<void>;
}

/** Makes what each of several nodes is given. */
export type MakeShared = () => Promise<() => Promise<{ readonly shared: Shared; readonly kill?: () => Promise<void> }>>;

/** A router whose nodes can die. */
export function mortal(router: SessionRouter): { readonly router: SessionRouter; kill(): void } {
  let isDead = false;
  const nodes: RouterNode[] = [];
  return {
    router: {
      relay: router.relay,
      join(member) {
        const node = router.join({
          ...member,
          received: (...given) => (isDead ? undefined : member.received(...given)),
        });
        nodes.push(node);
        return {
          id: node.id,
          get isCertain() {
            return !isDead && node.isCertain;
          },
          open: (session) => node.open(session),
          locate: (session) => node.locate(session),
          takeOver: (session) => node.takeOver(session),
          close: (session) => (isDead ? undefined : node.close(session)),
          isAlive: (other) => node.isAlive(other),
          send: (to, text) => (isDead ? true : node.send(to, text)),
          leave: () => (isDead ? undefined : node.leave()),
        };
      },
    },
    kill() {
      isDead = true;
      for (const node of nodes) void node.leave();
    },
  };
}

/** Makes nodes with stores in Redis. */
export function nodesWith(redis: Pick<RedisForTests, 'again'>): MakeShared {
  return () => {
    const prefix = `test-${randomUUID()}:`;
    return Promise.resolve(async () => {
      const stores = await redis.again({ prefix, lease: 600, onError: () => undefined });
      const { eventStore, sessionStore, changes } = stores;
      const own = mortal(stores.sessionRouter);
      const kill = async (): Promise<void> => {
        own.kill();
        await stores.close();
      };
      return { shared: { eventStore, sessionStore, changes, sessionRouter: own.router }, kill };
    });
  };
}

/** Registers the tests. */
export function testNodes(makeShared: MakeShared): void {
  async function start(count: number, options: HttpOptions = {}): Promise<readonly TestNode[]> {
    const make = await makeShared();
    const nodes: TestNode[] = [];
    for (let n = 0; n < count; n++) nodes.push(await startNode(make, options));
    // A node takes over from others when it has held its lease for a while.
    await expect
      .poll(
        async () =>
          (await new NodeClient().request((nodes.at(-1) as TestNode).handler, 'initialize', INITIALIZE)).status,
      )
      .toBe(200);
    return nodes;
  }

  async function startNode(make: Awaited<ReturnType<MakeShared>>, options: HttpOptions): Promise<TestNode> {
    const { shared, kill } = await make();
    const { changes, ...stores } = shared;
    const waiting = new Mailbox<() => void>();
    const errors: unknown[] = [];
    const server = new Server(
      { name: 'test', version: '1.0.0' },
      { ...(changes && { changes }), onError: (error) => errors.push(error) },
    );
    server.resource('notes:1', {}, () => 'one');
    server.tool('add', {}, () => 'added');
    server.tool('wait', {}, async (_, context) => {
      context.progress(1);
      await new Promise<void>((resolve) => {
        waiting.put(resolve);
        atEnd(resolve);
      });
      return 'waited';
    });
    server.tool('ask', {}, async (_, context) => {
      const roots = await context.roots.list();
      return `${roots.length} roots`;
    });
    const handler = createHandler(server, { allowedHosts: ['localhost'], shutdownTimeout: 10, ...stores, ...options });
    onTestFinished(() => handler.close());
    return { handler, server, waiting, kill: kill ?? (() => handler.close()) };
  }

  test('a message for a session of another node is answered there', async () => {
    const [one, other] = (await start(2)) as [TestNode, TestNode];
    const client = new NodeClient();
    await client.open(one.handler);
    const { status, body } = await client.request(other.handler, 'tools/call', { name: 'add' });
    expect([status, body?.result]).toEqual([200, { content: [{ type: 'text', text: 'added' }] }]);
    expect([one.handler.sessionCount, other.handler.sessionCount]).toEqual([1, expect.any(Number)]);
  });

  test('streams go over other nodes, with progress, and are resumed at any of them', async () => {
    const [one, two, three] = (await start(3)) as [TestNode, TestNode, TestNode];
    const client = new NodeClient();
    await client.open(one.handler);
    const called = await client.request(two.handler, 'tools/call', { name: 'wait', _meta: { progressToken: 'p' } });
    const events = called.events as EventReader;
    expect((await events.next())?.message).toMatchObject({ method: 'notifications/progress' });
    events.break();
    const release = await one.waiting.take();
    release();
    const resumed = await client.listen(three.handler, events.last);
    const rest = await resumed.all();
    expect(rest.map(({ message }) => message.result)).toEqual([{ content: [{ type: 'text', text: 'waited' }] }]);
  });

  test('what a server says of itself arrives once and in order, over any node', async () => {
    const [one, two, three] = (await start(3)) as [TestNode, TestNode, TestNode];
    const client = new NodeClient();
    await client.open(one.handler);
    await client.request(three.handler, 'resources/subscribe', { uri: 'notes:1' });
    let stream = await client.listen(two.handler);
    const ids: (string | undefined)[] = [];
    for (const [at, node] of [one, two, three, one, two, three].entries()) {
      // Each server tells of it over the bus: the session is told once.
      node.server.resourceUpdated('notes:1');
      const event = await stream.next();
      expect(event?.message).toMatchObject({ method: 'notifications/resources/updated', params: { uri: 'notes:1' } });
      ids.push(event?.id);
      stream.break();
      node.server.resourceUpdated('notes:1');
      stream = await client.listen(([one, two, three][at % 3] as TestNode).handler, stream.last);
      ids.push((await stream.next())?.id);
    }
    expect(new Set(ids).size).toBe(12);
  });

  test('an answer to a question of the server reaches the handler that waits for it', async () => {
    const [one, other] = (await start(2)) as [TestNode, TestNode];
    const client = new NodeClient();
    await client.open(one.handler, { roots: {} });
    const { events } = await client.request(one.handler, 'tools/call', { name: 'ask' });
    const question = await events?.next();
    expect(question?.message).toMatchObject({ method: 'roots/list' });
    const result = { roots: [{ uri: 'file:///a' }] };
    const answered = await client.post(other.handler, { jsonrpc: '2.0', id: question?.message.id, result });
    expect(answered.status).toBe(202);
    expect((await events?.next())?.message.result).toEqual({ content: [{ type: 'text', text: '1 roots' }] });
  });

  test('a session that ends at one node has ended at all', async () => {
    const [one, two, three] = (await start(3)) as [TestNode, TestNode, TestNode];
    const client = new NodeClient();
    await client.open(one.handler);
    await client.request(three.handler, 'ping');
    expect((await client.end(two.handler)).status).toBe(204);
    for (const { handler } of [one, two, three]) {
      await expect.poll(async () => (await client.request(handler, 'ping')).status).toBe(404);
    }
  });

  test('the session of a node that is gone is continued, with its log level, subscriptions, and events', async () => {
    const [one, two, three] = (await start(3)) as [TestNode, TestNode, TestNode];
    const client = new NodeClient();
    await client.open(one.handler);
    await client.request(two.handler, 'resources/subscribe', { uri: 'notes:1' });
    await client.request(two.handler, 'logging/setLevel', { level: 'error' });
    const stream = await client.listen(two.handler);
    one.server.resourceUpdated('notes:1');
    const first = await stream.next();
    await one.kill();
    // The connection to the node that is alive breaks as well, and the client comes back.
    expect(await stream.next()).toBeUndefined();
    const resumed = await client.listen(three.handler, stream.last);
    const told: unknown[] = [];
    while (told.at(-1) !== 'notifications/resources/updated') told.push((await resumed.next())?.message.method);
    expect(told).toContain('notifications/tools/list_changed');
    two.server.resourceUpdated('notes:1');
    const next = await resumed.next();
    expect(next?.message.method).toBe('notifications/resources/updated');
    expect(next?.id).not.toBe(first?.id);
    expect((await client.request(two.handler, 'tools/call', { name: 'add' })).status).toBe(200);
    expect(three.handler.sessionCount).toBeGreaterThan(0);
  });

  test('a call that ran on a node that is gone ends with an error, once', async () => {
    const [one, two] = (await start(2)) as [TestNode, TestNode];
    const client = new NodeClient();
    await client.open(one.handler);
    const called = await client.request(one.handler, 'tools/call', { name: 'wait', _meta: { progressToken: 'p' } });
    const events = called.events as EventReader;
    await events.next();
    await one.waiting.take();
    await one.kill();
    events.break();
    const resumed = await (await client.listen(two.handler, events.last)).all();
    expect(resumed.map(({ message }) => message)).toEqual([
      { jsonrpc: '2.0', id: 2, error: { code: -32603, message: expect.stringContaining('has stopped') as string } },
    ]);
    expect(await (await client.listen(two.handler, events.last)).all()).toEqual(resumed);
  });

  test('a session is continued for the caller that opened it alone', async () => {
    const authenticate: HttpOptions['authenticate'] = ({ header }) => header('x-user') ?? 'nobody';
    const [one, two] = (await start(2, { authenticate })) as [TestNode, TestNode];
    const client = new NodeClient({ 'x-user': 'ada' });
    await client.open(one.handler);
    const thief = new NodeClient({ 'x-user': 'eve' });
    thief.session = client.session;
    expect((await thief.request(two.handler, 'ping')).status).toBe(404);
    await one.kill();
    await expect.poll(async () => (await thief.request(two.handler, 'ping')).status).toBe(404);
    await expect.poll(async () => (await client.request(two.handler, 'ping')).status).toBe(200);
    expect((await thief.request(two.handler, 'ping')).status).toBe(404);
  });

  test('a node that closes leaves its sessions to others', async () => {
    const [one, two] = (await start(2)) as [TestNode, TestNode];
    const client = new NodeClient();
    await client.open(one.handler);
    const stream = await client.listen(one.handler);
    await one.handler.close();
    expect(await stream.next()).toBeUndefined();
    expect((await client.listen(two.handler, stream.last)).last).toBeUndefined();
    expect((await client.request(two.handler, 'tools/call', { name: 'add' })).status).toBe(200);
  });
}

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'probe', version: '1.0.0' },
};
