/** Extensions, written outside of this package: messages in both directions, settings, hooks, and values. */

import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { setTimeout as sleep } from 'node:timers/promises';
import { JsonRpcError, memoryPair } from '@mcp-gen/runtime';
import { Server, type Context, type Middleware } from '@mcp-gen/sdk';
import { connect, type Client, type ClientMiddleware, type ClientOptions } from '@mcp-gen/sdk/client';
import { serveHttp } from '@mcp-gen/sdk/http';
import { defineExtension, type Extension } from '@mcp-gen/sdk/extension';
import type { ServerOptions } from '@mcp-gen/sdk';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { result } from '../runtime/support.js';
import { openWire } from './support.js';
import { amongOthers, chat, messages } from './chatExtension.js';
import { SUPPORTED_REVISIONS } from '../../../sdk/src/revisions.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

interface Pair {
  readonly server: Server;
  readonly client: Client;
  readonly errors: unknown[];
}

/** A server and a client, by default with the same extension. */
async function pair(
  serverOptions: ServerOptions = { extensions: [chat()] },
  clientOptions: ClientOptions = { extensions: [chat()] },
  add?: (server: Server) => void,
): Promise<Pair> {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const server = new Server({ name: 'chatty', version: '1.0.0' }, { onError, ...serverOptions });
  add?.(server);
  const client = await connectUntilEnd(inProcess(server), { onError, ...clientOptions });
  return { server, client, errors };
}

const PLACES = [
  ['alone', (one: Extension) => [one]],
  ['among others', amongOthers],
] as const;

describe.each(
  SUPPORTED_REVISIONS.flatMap((revision) => PLACES.map(([place, placed]) => ({ revision, place, placed }))),
)('revision $revision, $place', ({ revision, placed }) => {
  test('an extension sends requests and notifications in both directions', async () => {
    const [atServer, atClient]: [string[], string[]] = [[], []];
    const { server, client, errors } = await pair(
      { extensions: placed(chat(atServer)), revisions: [revision] },
      { extensions: placed(chat(atClient)) },
    );
    const found = client.extension(chat);
    expect(found?.settings).toEqual({ rooms: 3 });
    expect(await found?.request('chat/say', { text: 'hi' })).toMatchObject({ echo: 'hi' });
    expect(await found?.request('chat/rename', { name: 'Ada' })).toMatchObject({ renamed: true });
    await found?.notify('notifications/chat/typing', { who: 'me' });
    await expect.poll(() => atServer).toEqual(['typing me']);
    expect(atClient).toEqual(['joined server']);
    expect(server.extension(chat)).toEqual({ rooms: 3 });
    expect(server.extensions).toContain('com.acme/chat');
    expect(client.extensions).toContain('com.acme/chat');
    expect(errors).toEqual([]);
  });

  test('a tool asks a question of an extension among others', async () => {
    const { client, errors } = await pair(
      { extensions: placed(chat()), revisions: [revision] },
      { extensions: placed(chat()), roots: [] },
      (server) =>
        server.tool('sure', {}, async (_, { extension, ask }: Context) => {
          const answer = await extension(chat)?.ask('sure', 'chat/confirm', { question: 'Sure' });
          return `${answer?.ok} ${ask.length}`;
        }),
    );
    expect((await client.callTool('sure')).text).toBe('false 1');
    expect(errors).toEqual([]);
  });

  test('what one side lacks is absent on the other side', async () => {
    const { client } = await pair({ revisions: [revision] });
    expect(client.extension(chat)).toBeUndefined();
    const { client: plain, errors } = await pair({ extensions: placed(chat()), revisions: [revision] }, {});
    const result = { type: 'object' } as const;
    expect(await plain.request('chat/say', { text: 'hi' }, { result })).toMatchObject({ echo: 'hi' });
    expect(() => plain.extension(chat)).toThrow('The extension com.acme/chat is not registered');
    expect(errors).toEqual([]);
  });

  test('params and results are checked by the generated guards', async () => {
    const { client, errors } = await pair({ extensions: placed(chat()), revisions: [revision] });
    const found = client.extension(chat);
    await expect(found?.request('chat/say', { text: 1 } as never)).rejects.toThrow('chat/say');
    await expect(found?.notify('notifications/chat/typing', {} as never)).rejects.toThrow('notifications/chat/typing');
    const result = { type: 'object' } as const;
    await expect(client.request('chat/say', { text: 1 }, { result })).rejects.toThrow(
      'The params of chat/say are invalid in revision',
    );
    expect(errors).toEqual([]);
  });
});

describe('in sessions, an extension that the other side has declared in experimental alone', () => {
  const experimental = { 'com.acme/chat': {} };
  const revisions = ['2025-11-25'] as const;

  test('sends requests to a server', async () => {
    const object = { type: 'object' } as const;
    const { client } = await pair({ capabilities: { experimental }, revisions }, { extensions: [chat()] }, (server) =>
      server.method('chat/say', { params: object, result: object }, () => ({ echo: 'hi' })),
    );
    expect(client.server.capabilities).not.toHaveProperty('extensions');
    expect(await client.extension(chat)?.request('chat/say', { text: 'hi' })).toEqual({ echo: 'hi' });
  });

  test('has not declared it in revisions without sessions', async () => {
    const { client } = await pair({ capabilities: { experimental }, revisions: ['2026-07-28'] });
    expect(client.extension(chat)).toBeUndefined();
  });

  test('sends requests to a client', async () => {
    const server = new Server({ name: 'chatty', version: '1.0.0' }, { extensions: [chat()], revisions });
    const wire = await openWire(server, '2025-11-25', { experimental });
    const asked = await wire.ask(2, 'chat/rename', { name: 'Ada' });
    expect(asked).toMatchObject({ method: 'chat/confirm' });
    wire.say(result((asked as { readonly id: number }).id, { ok: true }));
    expect(await wire.next()).toMatchObject({ id: 2, result: { renamed: true } });
  });
});

test('an error that is for the client does not name the extension', async () => {
  const asking = defineExtension({ id: 'com.acme/chat', messages }, () => ({
    server: {
      requests: {
        'chat/say': async (_params, _context, client) => ({
          echo: String((await client?.ask('sure', 'chat/confirm', { question: 'Sure?' }))?.ok),
        }),
        'chat/rename': undefined,
      },
    },
  }));
  const refusing = defineExtension({ id: 'com.acme/chat', messages }, () => ({
    client: {
      requests: {
        'chat/confirm': () => {
          throw new JsonRpcError(-1, 'Not now');
        },
      },
    },
  }));
  const revisions = ['2025-11-25'] as const;
  const { client } = await pair({ extensions: [asking()], revisions }, { extensions: [refusing()] });
  const said = client.extension(asking)?.request('chat/say', { text: 'hi' });
  await expect(said).rejects.toThrow(/^The client answered with an error: Not now/);
});

test('an extension listens for the notifications of one server', async () => {
  const heard: string[] = [];
  const { client, errors } = await pair();
  const { client: other } = await pair();
  const found = client.extension(chat);
  const remove = found?.onNotification('notifications/chat/joined', ({ who }) => void heard.push(who));
  await found?.request('chat/say', { text: 'hi' });
  await other.extension(chat)?.request('chat/say', { text: 'hi' });
  remove?.();
  await found?.request('chat/say', { text: 'hi' });
  expect(heard).toEqual(['server']);
  // @ts-expect-error -- the extension has no such notification
  expect(() => found?.onNotification('notifications/chat/left', () => undefined)).toThrow(
    'The extension com.acme/chat has no notification notifications/chat/left of servers',
  );
  expect(errors).toEqual([]);
});

test('a handler that lasts knows its request, and when the server closes', async () => {
  const revisions = ['2025-06-18', '2026-07-28'] as const;
  const server = new Server({ name: 'chatty', version: '1.0.0' }, { extensions: [chat()], revisions });
  expect(server.revisions).toEqual(revisions);
  server.method('acme/wait', {}, async (_, { requestId, onClosing }) => {
    await new Promise<void>((resolve) => void onClosing(resolve));
    return { requestId };
  });
  const { url, close } = await serveHttp(server, { port: 0 });
  const client = await connectUntilEnd(url);
  const ids: unknown[] = [];
  const onRequestId = (id: string | number): void => void ids.push(id);
  const waiting = client.request('acme/wait', {}, { result: { type: 'object' }, onRequestId });
  await expect.poll(() => ids.length).toBe(1);
  await Promise.all([sleep(50).then(close), waiting]);
  expect(await waiting).toMatchObject({ requestId: ids[0] });
});

test('a function that listens twice is called twice, until both listeners have been removed', async () => {
  const { client } = await pair();
  const found = client.extension(chat);
  const seen: string[] = [];
  const listener = ({ who }: { readonly who: string }): void => void seen.push(who);
  const [first, second] = [1, 2].map(() => found?.onNotification('notifications/chat/joined', listener));
  await found?.request('chat/say', { text: 'hi' });
  expect(seen).toEqual(['server', 'server']);
  first?.();
  await found?.request('chat/say', { text: 'hi' });
  expect(seen).toHaveLength(3);
  second?.();
  await found?.request('chat/say', { text: 'hi' });
  expect(seen).toHaveLength(3);
});

test('types follow from the tables', async () => {
  const { client, server } = await pair();
  const found = client.extension(chat);
  expectTypeOf(server.extension(chat)).toEqualTypeOf<{ rooms: number }>();
  expectTypeOf(await found?.request('chat/say', { text: 'hi' })).toEqualTypeOf<{ echo: string } | undefined>();
  // @ts-expect-error -- the extension has no such request
  await expect(found?.request('chat/sing', {})).rejects.toThrow('chat/sing');
});

describe('invalid extensions', () => {
  const plain = (id: string, more: object = {}): Extension =>
    defineExtension({ id, ...more }, () => ({ server: {}, client: {} }))();
  const info = { name: 'chatty', version: '1.0.0' };

  test.each<[what: string, extensions: () => readonly unknown[], message: string]>([
    ['twice', () => [chat(), chat()], 'The extension com.acme/chat is registered twice for the server'],
    ['a definition', () => [chat], 'Invalid extension com.acme/chat of the server: call its definition'],
    ['something else', () => [{ id: 'com.acme/x' }], 'expected extensions of defineExtension'],
    [
      'a missing extension',
      () => [plain('com.acme/a', { requires: { extensions: ['com.acme/b'] } })],
      'The extension com.acme/a of the server needs the extension com.acme/b, which is not registered',
    ],
    [
      'the method of another extension',
      () => [
        chat(),
        plain('com.acme/b', {
          messages: { server: { requests: {}, notifications: { 'chat/say': { name: 'say', params: isObject } } } },
        }),
      ],
      'The extensions com.acme/chat and com.acme/b of the server both have chat/say',
    ],
    [
      'a method of the protocol',
      () => [
        defineExtension(
          {
            id: 'com.acme/b',
            messages: {
              server: {
                requests: { 'tools/list': { name: 'list', params: isObject, result: isObject } },
                notifications: {},
              },
            },
          },
          () => ({
            server: { requests: { 'tools/list': () => ({}) } as never },
          }),
        )(),
      ],
      'The extension com.acme/b of the server has tools/list, which is a method of revision 2024-11-05',
    ],
    [
      'a request without a handler',
      () => [
        defineExtension({ id: 'com.acme/chat', messages }, () => ({
          server: { requests: { 'chat/say': () => ({ echo: '' }) } as never },
        }))(),
      ],
      'The server of the extension com.acme/chat declares chat/rename, and does not answer it',
    ],
    [
      'a handler without a request',
      () => [defineExtension({ id: 'com.acme/c' }, () => ({ server: { requests: { 'c/x': undefined } } }))()],
      'The server of the extension com.acme/c handles c/x, which is not one of its requests: it has none',
    ],
    [
      'no code for a server',
      () => [defineExtension({ id: 'com.acme/c' }, () => ({ client: {} }))()],
      'The extension com.acme/c has no code for a server, and is registered for the server',
    ],
    [
      'a table of the client that is none, without one of the server',
      () => [defineExtension({ id: 'com.acme/c', messages: { client: {} as never } }, () => ({ server: {} }))()],
      'Invalid messages.client of the extension com.acme/c: expected client of a generated extensions/<name>.ts',
    ],
    [
      'an unknown option',
      () => [defineExtension({ id: 'com.acme/c' }, () => ({ server: { request: {} } as never }))()],
      'Unknown option "request" for the server of the extension com.acme/c. Did you mean "requests"?',
    ],
  ])('%s is refused', (_what, extensions, message) => {
    expect(() => new Server(info, { extensions: extensions() as never })).toThrow(message);
  });

  test('an extension that a revision has as a part of the protocol is registered for it', () => {
    const inProtocol = { since: '2025-11-25', until: '2025-11-25', capability: 'tasks' } as const;
    const newer = plain('com.acme/newer', { revisions: { since: '2026-07-28' }, inProtocol });
    const extensions = [newer];
    expect(new Server(info, { extensions, revisions: ['2025-11-25'] }).extensions).toEqual(['com.acme/newer']);
    // It is inactive in others.
    expect(new Server(info, { extensions, revisions: ['2025-06-18'] }).extensions).toEqual(['com.acme/newer']);
  });

  test('an extension names the features that no revision has', () => {
    const titled = plain('com.acme/titled', { requires: { features: ['icons'] } });
    expect(() => new Server(info, { extensions: [titled], revisions: ['2024-11-05'] })).toThrow(
      'The extension com.acme/titled needs icons, which no revision of the server has',
    );
    expect(() => plain('com.acme/x', { requires: { features: ['icons', 'icon'] } })).toThrow('Unknown feature "icon"');
    expect(() => plain('x')).toThrow('Invalid extension "x"');
  });

  test('an extension is inactive in revisions without what it needs, and so are those that need it', async () => {
    const seen: string[] = [];
    const middleware = [
      async (message: { readonly method: string }, next: (message: never) => Promise<object | undefined>) => {
        seen.push(message.method);
        return next(message as never);
      },
    ];
    const base = defineExtension({ id: 'com.acme/base', requires: { features: ['icons'] } }, () => ({
      server: {},
      client: {},
    }));
    const upon = defineExtension({ id: 'com.acme/upon', requires: { extensions: ['com.acme/base'] } }, () => ({
      server: { middleware },
      client: {},
    }));
    const extensions = [upon(), base()];
    const revisions = ['2025-06-18', '2025-11-25'] as const;
    const older = await pair({ extensions, revisions }, { revisions: ['2025-06-18'] });
    expect(older.client.server.capabilities).toEqual({ logging: {} });
    const newer = await pair({ extensions, revisions }, { extensions });
    expect(newer.client.extension(upon)).toBeDefined();
    await older.client.ping();
    await older.client.request('acme/x', {}, { result: { type: 'object' } }).catch(() => undefined);
    expect(seen).toEqual([]);
    await newer.client.request('acme/y', {}, { result: { type: 'object' } }).catch(() => undefined);
    expect(seen).toContain('acme/y');
    const narrow = plain('com.acme/old', {
      requires: { extensions: ['com.acme/base'] },
      revisions: { since: '2024-11-05', until: '2025-03-26' },
    });
    expect(() => new Server(info, { extensions: [narrow, base()] })).toThrow(
      'The extension com.acme/old of the server needs com.acme/base, and no revision has what all of them need',
    );
  });

  test('an extension for other revisions than those of the program is inactive', async () => {
    const messages = { client: { requests: {}, notifications: {} } };
    const revisions = { since: '2025-11-25' } as const;
    const newer = defineExtension({ id: 'com.acme/newer', messages, revisions }, () => ({ server: {}, client: {} }));
    const extensions = [newer()];
    const { client, server } = await pair({ extensions, revisions: ['2025-03-26'] }, { extensions });
    expect(client.extension(newer)).toBeUndefined();
    expect(client.server.capabilities).toEqual({ logging: {} });
    expect(server.extensions).toEqual(['com.acme/newer']);
  });

  test('a capability may be declared after the extension', () => {
    const needing = plain('com.acme/files', { requires: { serverCapabilities: ['resources'] } });
    const server = new Server(info, { extensions: [needing] });
    expect(() => server.serve({ transport: memoryPair()[0] })).toThrow(
      'The extension com.acme/files needs the capability resources, which the server does not declare',
    );
    const other = new Server(info, { extensions: [needing] });
    other.resource('file:///a', {}, 'a');
    expect(() => other.serve({ transport: memoryPair()[0] })).not.toThrow();
  });

  test('a client without what an extension needs does not connect', async () => {
    const needing = plain('com.acme/files', { requires: { clientCapabilities: ['roots'] } });
    await expect(connect(memoryPair()[0], { extensions: [needing] })).rejects.toThrow(
      'The extension com.acme/files needs the capability roots, which the client does not declare',
    );
    await expect(connect(memoryPair()[0], { extensions: [chat(), chat()] })).rejects.toThrow(
      'registered twice for connect',
    );
  });

  test('hooks that throw are reported with the extension, and the connection lives', async () => {
    const fail = (): never => {
      throw new Error('broken');
    };
    const broken = defineExtension({ id: 'com.acme/chat', messages: { client: messages.client } }, () => ({
      server: { onClient: fail, onClose: fail },
      client: {
        requests: { 'chat/confirm': undefined },
        notifications: { 'notifications/chat/joined': fail },
        onClose: fail,
      },
    }));
    const revisions = ['2025-11-25'] as const;
    const { client, errors } = await pair({ extensions: [broken()], revisions }, { extensions: [broken()] }, (server) =>
      server.tool('join', {}, async (_, { extension }) => {
        await extension(broken)?.notify('notifications/chat/joined', { who: 'me' });
        return 'joined';
      }),
    );
    expect((await client.callTool('join')).text).toBe('joined');
    await client.close();
    const report = (where: string): unknown =>
      expect.objectContaining({ message: `The extension com.acme/chat failed in ${where}: broken` });
    await expect
      .poll(() => errors)
      .toEqual([report('onClient'), report('the listener of notifications/chat/joined'), report('onClose')]);
  });

  test('a flood of notifications is dropped and reported', async () => {
    const seen: string[] = [];
    const { client, errors } = await pair({ extensions: [chat()] }, { extensions: [chat(seen)] }, (server) =>
      server.tool('flood', {}, async (_, { extension }) => {
        for (let sent = 0; sent < 3_000; sent++) {
          await extension(chat)?.notify('notifications/chat/joined', { who: 'me' });
        }
        return 'done';
      }),
    );
    expect((await client.callTool('flood')).text).toBe('done');
    expect(seen.length).toBeLessThan(1_500);
    expect(String(errors[0])).toContain('The server sends messages notifications/chat/joined');
  });
});

test('a request without a handler is refused, and those behind it are answered', async () => {
  const half = defineExtension({ id: 'com.acme/chat', messages }, () => ({
    server: { requests: { 'chat/say': undefined, 'chat/rename': ({ name }) => ({ renamed: name !== '' }) } },
  }));
  const { client } = await pair({ extensions: [half()] });
  const found = client.extension(chat);
  await expect(found?.request('chat/say', { text: 'hi' })).rejects.toMatchObject({ code: -32601 });
  expect(await found?.request('chat/rename', { name: 'Ada' })).toMatchObject({ renamed: true });
});

test('an extension without anything to offer is not declared, and adds nothing', async () => {
  const calls: string[] = [];
  const note = (name: string) => (): void => void calls.push(name);
  const empty = defineExtension(
    { id: 'com.acme/chat', messages, requires: { serverCapabilities: ['resources'] } },
    (enabled: boolean) => ({
      server: {
        enabled,
        requests: { 'chat/say': () => ({ echo: '' }), 'chat/rename': undefined },
        middleware: [
          (message, next) => {
            calls.push(message.method);
            return next(message);
          },
        ],
        onClient: note('onClient'),
        onClose: note('onClose'),
        setup: () => 'set up',
      },
      client: { requests: { 'chat/confirm': undefined } },
    }),
  );
  const revisions = ['2025-11-25'] as const;
  const { server, client } = await pair({ extensions: [empty(false)], revisions }, { extensions: [empty(true)] });
  expect(server.extension(empty)).toBe('set up');
  expect(client.extension(empty)).toBeUndefined();
  expect(JSON.stringify(client.server.capabilities)).not.toContain('com.acme/chat');
  const result = { type: 'object' } as const;
  await expect(client.request('chat/say', { text: 'hi' }, { result })).rejects.toMatchObject({ code: -32601 });
  await client.close();
  expect(calls).toEqual([]);
  const other = new Server({ name: 'x', version: '1' }, { extensions: [empty(true)], revisions });
  expect(() => other.serve({ transport: memoryPair()[0] })).toThrow('needs the capability resources');
});

describe('middleware of extensions', () => {
  const tracing = (id: string, trace: string[]): (() => Extension) & { readonly id: string } =>
    defineExtension({ id: `com.acme/${id}` }, () => {
      const middleware =
        (name: string) => async (message: unknown, next: (message: never) => Promise<object | undefined>) => {
          trace.push(name);
          const result = await next(message as never);
          trace.push(`${name} after`);
          return result;
        };
      const own = [middleware(`${id}1`), middleware(`${id}2`)];
      return { server: { middleware: own }, client: { middleware: own } };
    });

  test('runs in the order of the program, results in reverse', async () => {
    const trace: string[] = [];
    const [a, b] = [tracing('a', trace), tracing('b', trace)];
    const log =
      (name: string): Middleware =>
      async (message, next) => {
        trace.push(name);
        return next(message);
      };
    const { client } = await pair(
      { extensions: [a(), b()], middleware: [log('first'), b, log('last')] },
      {},
      (server) => server.use(log('used')).tool('x', {}, () => 'x'),
    );
    trace.length = 0;
    await client.callTool('x');
    expect(trace.slice(0, 7)).toEqual(['a1', 'a2', 'first', 'b1', 'b2', 'last', 'used']);
    expect(trace.slice(7)).toEqual(['b2 after', 'b1 after', 'a2 after', 'a1 after']);
    const options = { extensions: [a()], middleware: [b] };
    expect(() => new Server({ name: 'x', version: '1' }, options)).toThrow(
      'names the extension com.acme/b, which is not registered',
    );
    expect(() => new Server({ name: 'x', version: '1' }, { extensions: [a()], middleware: [a, a] })).toThrow(
      'com.acme/a twice',
    );
  });

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'of clients changes params in both directions: %s',
    async (revision) => {
      const [atServer, atClient]: [string[], string[]] = [[], []];
      const change: ClientMiddleware = (message, next) => {
        if (!/chat|elicit/.test(message.method)) return next(message);
        const params = JSON.stringify(message.params)
          .replaceAll(/Ada|server/g, 'Bob')
          .replace('?', '!');
        return next({ ...message, params: JSON.parse(params) as unknown });
      };
      const form = ({ message }: { readonly message: string }) => {
        atClient.push(message);
        return { action: 'decline' } as const;
      };
      const { client } = await pair(
        { extensions: [chat(atServer)], revisions: [revision] },
        { extensions: [chat(atClient)], middleware: [change], elicitation: { form } },
        (server) =>
          server.tool('ask', {}, async (_, { elicit }) => {
            await elicit('sure', { message: 'Sure, Ada', schema: { type: 'object', properties: {} } });
            return 'asked';
          }),
      );
      const found = client.extension(chat);
      expect(await found?.request('chat/say', { text: 'Ada' })).toMatchObject({ echo: 'Bob' });
      expect(await found?.request('chat/rename', { name: 'Ada' })).toMatchObject({ renamed: false });
      await client.callTool('ask');
      expect(atClient).toEqual(['joined Bob', 'Sure, Bob']);
      await found?.notify('notifications/chat/typing', { who: 'Ada' });
      await expect.poll(() => atServer).toEqual(['typing Bob']);
    },
  );

  test('of clients runs, too', async () => {
    const trace: string[] = [];
    const [a, b] = [tracing('a', trace), tracing('b', trace)];
    const { client } = await pair({}, { extensions: [a(), b()], middleware: [b, a] }, (server) =>
      server.tool('x', {}, () => 'x'),
    );
    trace.length = 0;
    await client.request('tools/list', {});
    expect(trace.slice(0, 4)).toEqual(['b1', 'b2', 'a1', 'a2']);
  });
});
