/** Middleware of a client: what it sees, changes, answers and refuses, in both directions. */

import type { ClientMessage, ClientMiddleware } from '@mcp-gen/sdk/client';
import { Server } from '@mcp-gen/sdk';
import { JsonRpcError } from '@mcp-gen/sdk/client';
import { inProcess } from '@mcp-gen/sdk/testing';
import type { HandlerContext } from '@mcp-gen/runtime';
import { describe, expect, test } from 'vitest';
import { Mailbox } from '../../support/mailbox.js';
import { NEWEST_SESSION } from '../../support/schemas.js';
import { converse, converseRaw } from './clientSupport.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

/** Keeps what passes, in the order in which it ends. */
function recorder() {
  const seen: string[] = [];
  const middleware: ClientMiddleware = async (message, next) => {
    const result = await next(message);
    seen.push(
      `${message.direction} ${message.kind} ${message.method} ${result === undefined ? 'nothing' : JSON.stringify(result)}`,
    );
    return result;
  };
  return { seen, middleware };
}

/** Keeps what fails. */
function failing() {
  const seen: string[] = [];
  const middleware: ClientMiddleware = (message, next) =>
    next(message).catch((error: unknown) => {
      seen.push(`${message.direction} ${message.kind} ${message.method}: ${(error as Error).message}`);
      throw error;
    });
  return { seen, middleware };
}

const echo = {
  callTool: ({ name, arguments: given }: { readonly name: string; readonly arguments?: object }) => ({
    content: [{ type: 'text', text: JSON.stringify([name, given]) }],
  }),
};

describe('what a client sends', () => {
  test('passes if it is a request for a stream of changes, which lasts as long as the stream', async () => {
    const server = new Server({ name: 'notes', version: '1.0.0' });
    server.resource('notes:a', {}, 'a');
    const { seen, middleware } = recorder();
    const begun: unknown[] = [];
    const client = await connectUntilEnd(inProcess(server), {
      logLevel: 'debug',
      onLog: () => undefined,
      middleware: [
        middleware,
        (message, next) => {
          if (message.direction === 'out') begun.push([message.method, message.params]);
          return next(message);
        },
      ],
    });
    const subscription = client.subscribe('notes:a');
    await subscription.ready;
    expect(begun).toEqual([
      ['subscriptions/listen', { notifications: { resourcesListChanged: true, resourceSubscriptions: ['notes:a'] } }],
    ]);
    expect(seen).toEqual(['in notification notifications/subscriptions/acknowledged nothing']);
  });

  test('passes through middleware, the first outermost', async () => {
    const order: string[] = [];
    const named =
      (name: string): ClientMiddleware =>
      async (message, next) => {
        order.push(`> ${name}`);
        const result = await next(message);
        order.push(`< ${name}`);
        return result;
      };
    const { client } = await converse(echo, { middleware: [named('one'), named('two')] });
    order.splice(0);
    expect(client.use(named('three'))).toBe(client);
    await client.callTool('echo');
    expect(order).toEqual(['> one', '> two', '> three', '< three', '< two', '< one']);
  });

  test('is described with its server and revision', async () => {
    const messages: ClientMessage[] = [];
    const { client } = await converse(echo);
    client.use((message, next) => {
      messages.push(message);
      return next(message);
    });
    const { signal } = new AbortController();
    await client.callTool('echo', { a: 1 }, { signal });
    await client.notify('notifications/roots/list_changed', {}).catch(() => undefined);
    expect(messages).toEqual([
      {
        direction: 'out',
        kind: 'request',
        method: 'tools/call',
        params: { name: 'echo', arguments: { a: 1 } },
        options: { signal },
        signal,
        server: client.server,
        revision: '2025-11-25',
        sessionId: undefined,
      },
      expect.objectContaining({ kind: 'notification', method: 'notifications/roots/list_changed' }),
    ]);
  });

  test('can be changed, answered and refused', async () => {
    const { client } = await converse(echo, {
      middleware: [
        (message, next) => {
          const { name } = message.params as { readonly name: string };
          if (name === 'cached') return Promise.resolve({ content: [{ type: 'text', text: 'from the cache' }] });
          if (name === 'refused') throw new Error('Not that one');
          return next({ ...message, params: { name, arguments: { changed: true } } });
        },
      ],
    });
    expect((await client.callTool('cached')).text).toBe('from the cache');
    await expect(client.callTool('refused')).rejects.toThrow('Not that one');
    expect((await client.callTool('echo')).text).toBe('["echo",{"changed":true}]');
  });

  test('includes lists, the log level, subscriptions and requests of extensions', async () => {
    const { seen, middleware } = recorder();
    const { client, wire } = await converseRaw({ logging: {}, tools: {} }, { middleware: [middleware] });
    const answer = async (result: object): Promise<void> => {
      const { id } = (await wire.next()) as { readonly id: number };
      wire.say({ jsonrpc: '2.0', id, result });
    };
    const all = client.tools().all();
    await answer({ tools: [] });
    await all;
    const level = client.setLogLevel('error');
    await answer({});
    await level;
    const search = client.request('acme/search', {}, { result: {} });
    await answer({ hits: 1 });
    await search;
    expect(seen).toEqual([
      'out request tools/list {"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}',
      'out request logging/setLevel {"resultType":"complete"}',
      'out request acme/search {"hits":1}',
    ]);
  });

  test('bypasses the cache of the client if middleware says so', async () => {
    const cache = { tools: { ttlMs: 60_000, cacheScope: 'private' } } as const;
    const server = new Server({ name: 'notes', version: '1.0.0' }, { cache });
    let lists = 0;
    server.use((message, next) => {
      if (message.method === 'tools/list') lists++;
      return next(message);
    });
    server.tool('first', {}, () => '');
    let uncached = true;
    const client = await connectUntilEnd(inProcess(server), {
      middleware: [(message, next) => next(message.method === 'tools/list' ? { ...message, uncached } : message)],
    });
    const list = async () => {
      const before = lists;
      await client.tools().all();
      return lists - before;
    };
    expect([await list(), await list()]).toEqual([1, 1]);
    uncached = false;
    expect([await list(), await list()]).toEqual([1, 0]);
    uncached = true;
    expect(await list()).toBe(1);
    uncached = false;
    expect(await list()).toBe(0);
  });

  test('has to get a result from it', async () => {
    const { client } = await converse(echo, { middleware: [() => Promise.resolve(undefined)] });
    await expect(client.callTool('echo')).rejects.toThrow(
      'Middleware returned nothing for tools/call: it must return a result, such as that of next(message)',
    );
  });
});

describe('what a server sends', () => {
  const asking = {
    callTool: async (_: unknown, { ask }: HandlerContext) => {
      const roots = (await ask('roots', { method: 'roots/list' } as never)) as { readonly roots: readonly unknown[] };
      return { content: [{ type: 'text', text: `${roots.roots.length} roots` }] };
    },
  };

  test('passes as well, requests and notifications', async () => {
    const { seen, middleware } = recorder();
    const logged = new Mailbox<unknown>();
    const { client, session } = await converse(
      asking,
      { roots: [], middleware: [middleware], onLog: ({ data }) => logged.put(data) },
      { capabilities: { logging: {} } },
    );
    expect((await client.callTool('ask')).text).toBe('0 roots');
    await session().notify('notifications/message', { level: 'info', data: 'hello' });
    expect(await logged.take()).toBe('hello');
    await expect.poll(() => seen).toHaveLength(3);
    expect(seen).toEqual([
      'in request roots/list {"roots":[]}',
      'out request tools/call {"resultType":"complete","content":[{"type":"text","text":"0 roots"}]}',
      'in notification notifications/message nothing',
    ]);
  });

  test('passes even if nobody listens to it, and can be dropped', async () => {
    const told = new Mailbox<unknown>();
    const heard: unknown[] = [];
    const { session } = await converse(
      {},
      {
        onListChanged: (list) => heard.push(list),
        middleware: [
          async (message, next) => {
            if (message.direction === 'in') told.put(message.method);
            return message.method === 'notifications/tools/list_changed' ? undefined : next(message);
          },
        ],
      },
      { capabilities: { logging: {}, tools: { listChanged: true }, prompts: { listChanged: true } } },
    );
    await session().notify('notifications/message', { level: 'info', data: 'hello' });
    await session().notify('notifications/tools/list_changed');
    await session().notify('notifications/prompts/list_changed');
    expect([await told.take(), await told.take(), await told.take()]).toEqual([
      'notifications/message',
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
    ]);
    await expect.poll(() => heard).toEqual(['prompts']);
  });

  test('can be answered and refused', async () => {
    let isRefused = false;
    const { client } = await converse(asking, {
      roots: [],
      middleware: [
        (message, next) => {
          if (message.direction === 'out') return next(message);
          if (isRefused) throw new JsonRpcError(-32050, 'Not now');
          return Promise.resolve({ roots: [{ uri: 'file:///one' }] });
        },
      ],
    });
    expect((await client.callTool('ask')).text).toBe('1 roots');
    isRefused = true;
    await expect(client.callTool('ask')).rejects.toMatchObject({ code: -32050, message: 'Not now' });
  });

  test('passes if it is a request that nothing handles, which is refused whatever middleware returns', async () => {
    const messages: ClientMessage[] = [];
    const watch: ClientMiddleware = (message, next) => {
      messages.push(message);
      return message.params === undefined ? Promise.resolve({ n: 2 }) : next(message);
    };
    const { wire } = await converseRaw({}, { middleware: [watch] }, NEWEST_SESSION);
    const refused = { error: { code: -32_601, message: 'Method not found: acme/unknown' } };
    messages.splice(0);
    expect(await wire.ask('a', 'acme/unknown', { n: 1 })).toMatchObject({ id: 'a', ...refused });
    expect(await wire.ask('b', 'acme/unknown')).toMatchObject({ id: 'b', ...refused });
    expect(messages).toMatchObject([
      { direction: 'in', kind: 'request', method: 'acme/unknown', params: { n: 1 }, revision: NEWEST_SESSION },
      { params: undefined },
    ]);
  });

  test('passes if it is a question in a result that nothing answers, and the call fails', async () => {
    const { seen, middleware } = failing();
    const asking = {
      callTool: () => ({ resultType: 'input_required', inputRequests: { where: { method: 'roots/list' } } }),
    };
    const { client } = await converse(asking, { middleware: [middleware] }, { revision: '2026-07-28' });
    await expect(client.callTool('ask')).rejects.toThrow(
      'The server requested roots/list, which this client has not declared',
    );
    expect(seen).toContain('in request roots/list: Method not found: roots/list');
  });

  test.each([NEWEST_SESSION, '2026-07-28'] as const)(
    'passes if it is a notification that revision %s does not have, and is reported unless middleware handles it',
    async (revision) => {
      const method = 'notifications/com.example/noted';
      const messages = new Mailbox<ClientMessage>();
      const errors = new Mailbox<unknown>();
      let isHandled = false;
      const { client, wire } = await converseRaw({}, { onError: errors.put }, revision);
      const say = (text: string): void => wire.say({ jsonrpc: '2.0', method, params: { text } });
      const ignored = `Error: Ignored "${method}": revision ${revision} has no such notification of servers`;
      say('before');
      expect(String(await errors.take())).toBe(ignored);
      client.use((message, next) => {
        messages.put(message);
        return isHandled ? Promise.resolve(undefined) : next(message);
      });
      say('passed');
      const passed = { direction: 'in', kind: 'notification', method, params: { text: 'passed' }, revision };
      expect(await messages.take()).toMatchObject(passed);
      expect(String(await errors.take())).toBe(ignored);
      isHandled = true;
      say('handled');
      expect(await messages.take()).toMatchObject({ params: { text: 'handled' } });
      expect(errors.empty()).toEqual([]);
    },
  );

  test('is reported if middleware fails on a notification', async () => {
    const { session, errors } = await converse(
      {},
      { middleware: [() => Promise.reject(new Error('Broken middleware'))] },
      { capabilities: { logging: {} } },
    );
    await session().notify('notifications/message', { level: 'info', data: 'hello' });
    expect(await errors.take()).toMatchObject({ message: 'Broken middleware' });
  });
});

test.each([() => undefined, {}, null, 'log'])('%s is not a list of middleware', async (middleware) => {
  await expect(converse(echo, { middleware: middleware as never })).rejects.toThrow(
    'Invalid option "middleware" for connect: expected an array of functions, got',
  );
});

test('middleware that is not a function is refused', async () => {
  const { client } = await converse(echo);
  expect(() => client.use('log' as never)).toThrow('Invalid middleware: expected a function, got a string');
  await expect(converse(echo, { middleware: [{} as never] })).rejects.toThrow(
    'Invalid middleware: expected a function, got an object',
  );
});
