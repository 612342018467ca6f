/** What extension points promise besides: metadata, suppressed notifications, streams, and registration as a whole. */

import { Server, type Middleware, type ServerOptions } from '@mcp-gen/sdk';
import type { Client, ClientMiddleware, ClientOptions } from '@mcp-gen/sdk/client';
import { defineExtension } from '@mcp-gen/sdk/extension';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { connectUntilEnd } from '../../support/untilEnd.js';

const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

async function open(
  revision: (typeof REVISIONS)[number],
  add: (server: Server) => void,
  server: readonly Middleware[],
  client: readonly ClientMiddleware[] = [],
  more: { readonly server?: ServerOptions; readonly client?: ClientOptions } = {},
): Promise<Client> {
  const own = defineExtension({ id: 'com.acme/own' }, () => ({
    server: { middleware: server },
    client: { middleware: client },
  }));
  const served = new Server(
    { name: 'pointed', version: '1.0.0' },
    { extensions: [own()], revisions: [revision], ...more.server },
  );
  add(served);
  const connected = await connectUntilEnd(inProcess(served), { extensions: [own()], ...more.client });
  return connected;
}

/** Changes `_meta` of the params of a method. */
const withMeta = (params: unknown, change: (meta: { [name: string]: unknown }) => void): object => {
  const meta = { ...(params as { readonly _meta?: object } | undefined)?._meta };
  change(meta);
  return { ...(params as object | undefined), _meta: meta };
};

describe.each(REVISIONS)('revision %s', (revision) => {
  test('metadata that middleware adds, changes, and removes reaches the handler, and the rest is preserved', async () => {
    const seen: unknown[] = [];
    const client = await open(
      revision,
      (server) => server.tool('meta', {}, (_, { meta }) => String(seen.push(meta))),
      [
        async (message, next) => {
          if (message.method !== 'tools/call') return next(message);
          const params = withMeta(message.params, (meta) => {
            meta['com.acme/changed'] = 2;
            meta['com.acme/added'] = true;
            delete meta['com.acme/removed'];
          });
          return next({ ...message, params });
        },
        async (message, next) => {
          if (message.method === 'tools/call') seen.push((message.params as { readonly _meta?: unknown })._meta);
          return next(message);
        },
      ],
      [
        async (message, next) =>
          next(
            message.method === 'tools/call'
              ? {
                  ...message,
                  params: withMeta(message.params, (meta) => {
                    Object.assign(meta, { 'com.acme/kept': [1], 'com.acme/changed': 1, 'com.acme/removed': 1 });
                  }),
                }
              : message,
          ),
      ],
    );
    await client.callTool('meta');
    const expected = { 'com.acme/kept': [1], 'com.acme/changed': 2, 'com.acme/added': true };
    expect(seen).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)]);
    for (const meta of seen) expect(meta).not.toHaveProperty(['com.acme/removed']);
  });

  test('metadata of results, and of objects in them, reaches the client', async () => {
    const client = await open(
      revision,
      (server) =>
        server.tool('meta', {}, () => ({ content: [{ type: 'text', text: 'x', _meta: { 'com.acme/in': 1 } }] })),
      [
        async (message, next) => {
          const result = await next(message);
          return message.method === 'tools/call' ? { ...result, _meta: { 'com.acme/result': 1 } } : result;
        },
      ],
      [
        async (message, next) => {
          const result = (await next(message)) as { readonly content?: readonly object[] };
          if (message.method !== 'tools/call') return result;
          return {
            ...result,
            content: result.content?.map((each) => withMeta(each, (meta) => (meta['com.acme/client'] = 1))),
          };
        },
      ],
    );
    const { content, _meta } = await client.callTool('meta');
    expect(_meta).toMatchObject({ 'com.acme/result': 1 });
    expect(content).toMatchObject([{ text: 'x', _meta: { 'com.acme/in': 1, 'com.acme/client': 1 } }]);
  });

  test('middleware answers early on both sides, and what is inside is skipped', async () => {
    const called: string[] = [];
    const early = (text: string) => (message: { readonly method: string; readonly params: unknown }) =>
      (message.params as { readonly name?: string } | undefined)?.name === text
        ? { content: [{ type: 'text', text: `early ${text}` }] }
        : undefined;
    const add = (server: Server): void => {
      for (const name of ['server', 'client', 'neither'])
        server.tool(name, {}, () => {
          called.push(name);
          return name;
        });
    };
    const client = await open(
      revision,
      add,
      [async (message, next) => early('server')(message) ?? next(message)],
      [async (message, next) => early('client')(message) ?? next(message)],
    );
    const texts = [];
    for (const name of ['server', 'client', 'neither']) texts.push((await client.callTool(name)).text);
    expect(texts).toEqual(['early server', 'early client', 'neither']);
    expect(called).toEqual(['neither']);
  });

  test.each(['server', 'client'] as const)(
    'middleware of a %s suppresses notifications, and the request goes on',
    async (side) => {
      const suppress = async <Message extends { readonly method: string; readonly params: unknown }>(
        message: Message,
        next: (message: Message) => Promise<object | undefined>,
      ): Promise<object | undefined> => {
        const { data } = (message.params ?? {}) as { readonly data?: unknown };
        return message.method === 'notifications/message' && data === 'dropped' ? undefined : next(message);
      };
      const logged: unknown[] = [];
      const client = await open(
        revision,
        (server) =>
          server.tool('log', {}, (_, { log }) => {
            log.info('dropped');
            log.info('sent');
            return 'logged';
          }),
        side === 'server' ? [suppress] : [],
        side === 'client' ? [suppress] : [],
        { client: { onLog: ({ data }) => logged.push(data), logLevel: 'info' } },
      );
      expect((await client.callTool('log')).text).toBe('logged');
      await expect.poll(() => logged).toEqual(['sent']);
    },
  );

  test('middleware sees each notification of a stream as it is sent, in order', async () => {
    const sent: string[] = [];
    const received: string[] = [];
    let release = (): void => undefined;
    const client = await open(
      revision,
      (server) =>
        server.tool('log', {}, async (_, { log }) => {
          log.info('1');
          log.info('2');
          await new Promise<void>((resolve) => (release = resolve));
          return 'logged';
        }),
      [
        async (message, next) => {
          if (message.method === 'notifications/message') sent.push((message.params as { data: string }).data);
          return next(message);
        },
      ],
      [
        async (message, next) => {
          if (message.method === 'notifications/message') received.push((message.params as { data: string }).data);
          return next(message);
        },
      ],
      { client: { onLog: () => undefined, logLevel: 'info' } },
    );
    const called = client.callTool('log');
    // The request is not answered yet.
    await expect
      .poll(() => [sent, received])
      .toEqual([
        ['1', '2'],
        ['1', '2'],
      ]);
    release();
    expect((await called).text).toBe('logged');
  });

  test('middleware of a server sees announced changes', async () => {
    const announced: string[] = [];
    let changing: Server | undefined;
    const client = await open(
      revision,
      (server) => (changing = server).tool('x', {}, () => 'x'),
      [
        async (message, next) => {
          if (message.direction === 'out') announced.push(message.method);
          return next(message);
        },
      ],
      [],
      { client: { onListChanged: () => undefined } },
    );
    await client.tools().all();
    changing?.listChanged('tools/list');
    await expect.poll(() => announced).toContain('notifications/tools/list_changed');
  });
});

test('setup knows all extensions that are registered, before any message', () => {
  const known: (readonly string[])[] = [];
  const knowing = (id: string) =>
    defineExtension({ id: `com.acme/${id}` }, () => ({
      server: { setup: (server) => void known.push(server.extensions) },
    }))();
  const server = new Server({ name: 'x', version: '1' }, { extensions: [knowing('a'), knowing('b')] });
  expect(known).toEqual([
    ['com.acme/a', 'com.acme/b'],
    ['com.acme/a', 'com.acme/b'],
  ]);
  expect(server.extensions).toEqual(['com.acme/a', 'com.acme/b']);
});

test('an extension cannot change the middleware of others, or its own after registration', async () => {
  const trace: string[] = [];
  const note =
    (name: string): Middleware =>
    async (message, next) => {
      trace.push(name);
      return next(message);
    };
  const own: Middleware[] = [note('a')];
  const first = defineExtension({ id: 'com.acme/a' }, () => ({ server: { middleware: own } }));
  const second = defineExtension({ id: 'com.acme/b' }, () => ({
    server: { middleware: [note('b')], setup: () => void own.splice(0, 1, note('changed')) },
  }));
  const client = await open('2026-07-28', (server) => server.tool('x', {}, () => 'x'), [], [], {
    server: { extensions: [first(), second()] },
    client: { extensions: [] },
  });
  trace.length = 0;
  await client.callTool('x');
  expect(trace).toEqual(['a', 'b']);
});
