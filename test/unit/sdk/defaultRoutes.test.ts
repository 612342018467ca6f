/** Messages that no feature handles: registrations that are refused, who is called, and what is bounded. */

import type { AuthorRequests } from '@mcp-gen/protocol/author';
import { ErrorCode, JsonRpcError, request, Server, type Admission, type ClientRequestMethod } from '@mcp-gen/sdk';
import {
  connect,
  ConnectionClosedError,
  type ClientOptions,
  type ClientRequestParams,
  type MethodAnswers,
} from '@mcp-gen/sdk/client';
import { Host } from '@mcp-gen/sdk/host';
import { inProcess, testClient } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { NotificationListeners } from '../../../sdk/src/client/notificationListeners.js';
import type { Context } from '../../../sdk/src/server/context.js';
import { ProtocolMethods } from '../../../sdk/src/server/protocolMethods.js';
import { endless } from '../../support/leftovers/endless.js';
import { testClientUntilEnd } from '../../support/untilEnd.js';

const info = { name: 'one', version: '1.0.0' };
const handler = () => ({});
const ignore = () => undefined;

describe('methods of a server', () => {
  const methods = (advice?: string) => new ProtocolMethods(() => advice);

  test.each([
    ['resources', true],
    ['resources.subscribe', true],
    ['resources.listChanged', false],
    ['resources.sub', false],
    ['res', false],
  ])('with the capability resources.subscribe need %s: %s', (capability, needs) => {
    const own = methods();
    own.add('resources/subscribe', {}, handler);
    expect(own.needs(capability)).toBe(needs);
  });

  test.each<[string, () => unknown, string]>([
    [
      'a feature handles',
      () => methods('use another').add('tools/list', {}, handler),
      'tools/list is a method of the protocol',
    ],
    [
      'servers send',
      () => methods().add('roots/list', {}, handler),
      '"roots/list" is not a request that clients send to applications: servers send it with context.ask(key, request("roots/list", params)), and clients answer it, with connect(target, { methods: { "roots/list": handler } })',
    ],
    [
      'the runtime handles',
      () => methods().add('ping', {}, handler),
      '"ping" is not a request that clients send to applications: the connection exchanges it itself',
    ],
    ['has an unknown option', () => methods().add('tools/list', { on: 1 } as never, handler), 'Unknown option "on"'],
    [
      'has invalid roles',
      () => methods().add('tools/list', { access: 'a' } as never, handler),
      'Invalid option "access"',
    ],
    [
      'has no handler',
      () => methods().add('tools/list', {}, undefined as never),
      'Invalid handler for the method tools/list',
    ],
    [
      'is registered twice',
      () => {
        const one = methods();
        one.add('tools/list', {}, handler);
        one.add('tools/list', {}, handler);
      },
      'The method tools/list is already registered',
    ],
  ])('one that %s is refused', (_, add, message) => {
    expect(add).toThrow(message);
  });

  test('callers without access do not learn that it exists', () => {
    const one = methods();
    one.add('tools/list', { access: ['admin'] }, () => ({ tools: [] }));
    const context = (roles: readonly string[]): Context => ({ auth: { id: 'a', roles } }) as unknown as Context;
    expect(one.answer('tools/list', {}, context(['admin']))).toEqual({ tools: [] });
    expect(() => one.answer('tools/list', {}, context([]))).toThrow('Method not found: tools/list');
  });

  test('a list declares that it announces its changes', () => {
    const one = methods();
    one.add('tools/list', {}, handler);
    one.add('tools/call', {}, handler);
    expect(one.notificationsIn('2025-11-25')).toEqual(['notifications/tools/list_changed']);
    expect(one.notificationsIn('2023-01-01')).toEqual([]);
    expect(one.declares('notifications/tools/list_changed')).toBe(true);
    expect(one.declares('notifications/prompts/list_changed')).toBe(false);
  });
});

describe('a server', () => {
  test('refuses messages that clients do not send, and registrations after its start', async () => {
    const server = new Server(info);
    expect(() => server.onNotification('notifications/message' as never, ignore)).toThrow(
      '"notifications/message" is not a notification that clients send to applications: servers send it with context.notify("notifications/message", params), and clients handle it with client.onNotification("notifications/message", listener)',
    );
    expect(() => server.onNotification('constructor' as never, ignore)).toThrow('"constructor" is not a notification');
    expect(() => server.onNotification('notifications/roots/list_changed', 'x' as never)).toThrow(
      'Invalid handler for the notification notifications/roots/list_changed: expected a function, got a string',
    );
    expect(() => server.listChanged('tools/call' as never)).toThrow('"tools/call" is not a list');
    expect(() => request('tools/list' as never, {} as never)).toThrow(
      '"tools/list" is not a request that servers send to applications: clients send it with client.request("tools/list", params), and servers answer it',
    );
    await testClientUntilEnd(server);
    expect(() => server.onNotification('notifications/roots/list_changed', ignore)).toThrow(
      'after the server was started',
    );
    expect(() => server.method('ping' as ClientRequestMethod, handler as never)).toThrow(
      'after the server was started',
    );
  });

  test('calls every handler of a notification, in order, besides the option for it', async () => {
    const seen: string[] = [];
    const server = new Server(info, { onRootsChanged: () => void seen.push('option') });
    server.onNotification('notifications/roots/list_changed', () => void seen.push('one'));
    server.onNotification('notifications/roots/list_changed', (_, { revision }) => void seen.push(revision));
    const client = await testClientUntilEnd(server, { roots: [], revision: '2025-11-25' });
    client.setRoots([]);
    await client.ping();
    await expect.poll(() => seen).toEqual(['option', 'one', '2025-11-25']);
  });

  test('calls a handler of a notification for callers with access only, and reports others', async () => {
    const errors: string[] = [];
    const seen: string[] = [];
    const server = new Server(info, { onError: (error) => void errors.push(String(error)) });
    const method = 'notifications/roots/list_changed';
    server.onNotification(method, { access: ['admin'] }, (_, { auth }) => void seen.push(`admin ${auth?.id}`));
    server.onNotification(method, (_, { auth }) => void seen.push(`any ${auth?.id}`));
    expect(() => server.onNotification(method, { access: 'admin' as never }, ignore)).toThrow(
      'Invalid option "access"',
    );
    expect(() => server.onNotification(method, { on: 1 } as never, ignore)).toThrow('Unknown option "on"');
    for (const auth of [{ id: 'ada', roles: ['admin'] }, { id: 'bob' }]) {
      const client = await testClient(server, { roots: [], revision: '2025-11-25', auth });
      client.setRoots([]);
      await client.ping();
      await client.close();
    }
    await expect.poll(() => seen).toEqual(['admin ada', 'any ada', 'any bob']);
    await expect.poll(() => errors).toEqual([`Error: Ignored ${method}: its sender has no access`]);
  });

  test.each([
    ['in turn', (allowed: boolean) => ({ allowed, retryAfter: 1 })],
    ['later', (allowed: boolean) => Promise.resolve({ allowed, retryAfter: 1 } as Admission)],
  ])('drops notifications beyond their limit, and reports them once: the limiter answers %s', async (_, admission) => {
    const errors: string[] = [];
    const [seen, passed]: [number[], string[]] = [[], []];
    let left = 3;
    const server = new Server(info, {
      rateLimits: { notifications: { take: () => admission(left-- > 0) } },
      onError: (error) => void errors.push(String(error)),
    });
    server.use((message, next) => {
      if (message.kind === 'notification') passed.push(message.method);
      return next(message);
    });
    const method = 'notifications/roots/list_changed';
    server.onNotification(method, () => void seen.push(1));
    const client = await testClientUntilEnd(server, { roots: [], revision: '2025-11-25' });
    for (let count = 0; count < 50; count++) await client.notify(method, {});
    await client.ping();
    await expect.poll(() => left).toBe(3 - 50);
    expect(seen).toHaveLength(3);
    expect(passed).toHaveLength(3);
    expect(errors).toEqual([
      'Error: Clients send notifications faster than the rate limit: dropped 1. The option rateLimits.notifications of the server raises the limit',
    ]);
  });

  test('limits notifications of a client to 1,000 at once by default', async () => {
    const errors: unknown[] = [];
    let count = 0;
    const server = new Server(info, { onError: (error) => void errors.push(error) });
    server.onNotification('notifications/roots/list_changed', () => {
      count++;
      throw new Error('broken');
    });
    const client = await testClientUntilEnd(server, { roots: [], revision: '2025-11-25' });
    for (let sent = 0; sent < 20_000; sent++) void client.notify('notifications/roots/list_changed', {});
    await client.ping();
    expect(count).toBeGreaterThanOrEqual(1_000);
    expect(count).toBeLessThan(5_000);
    expect(errors).toHaveLength(count + 1);
  });

  test('calls the other handlers of a notification if some fail, and reports all errors', async () => {
    const [seen, errors]: [string[], unknown[]] = [[], []];
    const fail = (message: string) => () => {
      throw new Error(message);
    };
    const options = { onRootsChanged: fail('option'), onError: (error: unknown) => void errors.push(error) };
    const server = new Server(info, options);
    server.onNotification('notifications/roots/list_changed', () => endless());
    server.onNotification('notifications/roots/list_changed', fail('handler'));
    server.onNotification('notifications/roots/list_changed', () => void seen.push('called'));
    const client = await testClientUntilEnd(server, { roots: [], revision: '2025-11-25' });
    client.setRoots([]);
    await expect.poll(() => seen).toEqual(['called']);
    await expect.poll(() => errors.map(String).toSorted()).toEqual(['Error: handler', 'Error: option']);
  });

  test('declares capabilities of its option beside those of its features', async () => {
    const capabilities = { tools: { more: true }, logging: { level: 'x' }, experimental: { 'com.example/x': {} } };
    const server = new Server(info, { capabilities: capabilities as never });
    server.tool('a', {}, () => 'a');
    const client = await testClientUntilEnd(server, { revision: '2025-11-25' });
    expect(client.server.capabilities).toMatchObject({
      tools: { listChanged: true, more: true },
      logging: { level: 'x' },
      experimental: { 'com.example/x': {} },
    });
  });

  test('takes capabilities as an object only, and so does a client', async () => {
    const message = 'Invalid option "capabilities" for';
    expect(() => new Server(info, { capabilities: true as never })).toThrow(
      `${message} the server: expected an object`,
    );
    await expect(testClient(new Server(info), { capabilities: [] as never })).rejects.toThrow(`${message} connect`);
  });

  test.each([
    ['elicitation/create', { mode: 'url', message: 'Visit', url: 'https://a.test' }, 'elicitation.url'],
    [
      'elicitation/create',
      { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
      'elicitation.form',
    ],
    ['sampling/createMessage', { messages: [], maxTokens: 1, tools: [] }, 'sampling.tools'],
    ['sampling/createMessage', { messages: [], maxTokens: 1 }, 'sampling'],
  ] as const)('asks %s only of clients with the capability that its params need: %j', (method, params, needs) => {
    const asked = request(method, params as never);
    expect(asked.needs).toBe(needs);
    expect(asked.timeout).toBe(3_600_000);
  });

  test('waits an hour for an answer that a person may give, and not for roots', () => {
    expect(request('elicitation/create', { message: 'Who?' } as never).timeout).toBe(3_600_000);
    expect(request('roots/list', undefined).timeout).toBe(undefined);
    expect(request('tasks/get', { taskId: 'a' }).timeout).toBe(undefined);
  });

  test('announces changes only of lists that it was started with', async () => {
    const server = new Server(info, { features: ['prompts'] });
    server.listChanged('tools/list');
    await testClientUntilEnd(server);
    expect(() => server.listChanged('tools/list')).toThrow(
      "The server was started without tools/list, so clients do not expect its changes. Declare the feature: new Server(info, { features: ['tools'] })",
    );
    expect(() => server.listChanged('prompts/list')).not.toThrow();
  });

  test('names the revision where that does not have a request, whatever the client declares', async () => {
    const server = new Server(info);
    server.tool('ask', {}, async (_, { ask }) => JSON.stringify(await ask('a', request('elicitation/create', asked))));
    const asked = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } } as const;
    for (const capabilities of [{}, { elicitation: {} }]) {
      const client = await testClient(server, { revision: '2025-03-26', capabilities });
      expect((await client.callTool('ask')).text).toBe('Revision 2025-03-26 does not have elicitation/create');
      await client.close();
    }
  });

  test('asks with any request of the protocol, and needs its capability', async () => {
    const server = new Server(info);
    server.tool('ask', {}, async (_, { ask }) => {
      const { roots } = await ask('roots', request('roots/list', undefined));
      return JSON.stringify(roots);
    });
    for (const revision of ['2025-11-25', '2026-07-28'] as const) {
      const answers: MethodAnswers = { 'roots/list': () => ({ roots: [{ uri: 'file:///a' }] }) };
      const client = await testClient(server, { revision, methods: answers });
      expect((await client.callTool('ask')).text).toBe('[{"uri":"file:///a"}]');
      await client.close();
      const without = await testClient(server, { revision });
      await expect(outcomeOf(without.callTool('ask'))).resolves.toMatch(/capability roots|capability: roots/);
      await without.close();
    }
  });
});

describe('a host', () => {
  test('declares capabilities of its option beside those of its answers', async () => {
    const declared: unknown[] = [];
    const server = new Server(info, { onClient: ({ info: said }) => void declared.push(said.capabilities) });
    const host = new Host({
      servers: { one: inProcess(server) },
      revisions: ['2025-11-25'],
      elicitation: { form: () => 'decline' as never },
      capabilities: { elicitation: { url: {} }, experimental: { 'com.example/x': {} } },
    });
    await host.start();
    await expect
      .poll(() => declared)
      .toEqual([
        expect.objectContaining({ elicitation: { form: {}, url: {} }, experimental: { 'com.example/x': {} } }),
      ]);
    await host.close();
    expect(() => new Host({ servers: {}, capabilities: [] as never })).toThrow(
      'Invalid option "capabilities" for the host: expected an object',
    );
  });
});

/** Returns the text of a result, or the message of an error with its data. */
async function outcomeOf(call: Promise<{ readonly text: string }>): Promise<string> {
  return call.then(
    ({ text }) => text,
    (error: unknown) => `${String(error)} ${JSON.stringify((error as JsonRpcError).data)}`,
  );
}

test('a client sets the metadata that requests require, without what is added', () => {
  interface Params {
    readonly _meta: AuthorRequests['tools/list']['params']['_meta'] & { readonly 'com.example/region': string };
  }
  const given: ClientRequestParams<Params> = { _meta: { 'com.example/region': 'north' } };
  // @ts-expect-error: a key is missing
  const incomplete: ClientRequestParams<Params> = { _meta: {} };
  // @ts-expect-error: so it is without metadata
  const none: ClientRequestParams<Params> = {};
  const plain: ClientRequestParams<AuthorRequests['tools/list']['params']> = {};
  expect([given, incomplete, none, plain]).toHaveLength(4);
});

describe('answers of a client', () => {
  const answer = () => ({ roots: [] });
  const model = () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: '' } });

  test.each<[string, object, string]>([
    [
      'to a request of clients',
      { methods: { 'tools/list': answer } },
      '"tools/list" is not a request that servers send',
    ],
    ['to a name of every object', { methods: { constructor: answer } }, '"constructor" is not a request'],
    ['that is not a function', { methods: { 'roots/list': 1 } }, 'expected a function for roots/list, got a number'],
    [
      'beside an option',
      { methods: { 'roots/list': answer }, roots: [] },
      'The options "roots" and "methods" of connect both',
    ],
  ])('one %s is refused', async (_, options, message) => {
    await expect(connect(inProcess(new Server(info)), options as ClientOptions)).rejects.toThrow(message);
    const { methods, ...others } = options as { methods: never; roots?: [] };
    expect(() => new Host({ servers: {}, methods, ...others })).toThrow(message.replace('connect', 'the host'));
  });

  test('an error of an answer is sent as it is', async () => {
    const server = new Server(info);
    server.tool('ask', {}, async (_, { ask }) => JSON.stringify(await ask('roots', request('roots/list', undefined))));
    const methods: MethodAnswers = {
      'roots/list': () => {
        throw new JsonRpcError(ErrorCode.InvalidRequest, 'Not now');
      },
      'sampling/createMessage': model as never,
    };
    const client = await testClientUntilEnd(server, { methods, revision: '2025-11-25' });
    expect((await client.callTool('ask')).text).toBe('The client answered with an error: Not now');
  });
});

describe('listeners of a client', () => {
  test('are called also if the option for the notification fails', async () => {
    const seen: unknown[] = [];
    const server = new Server(info);
    server.tool('log', {}, (_, { log }) => {
      log.info('said');
      return 'done';
    });
    const fail = (): never => {
      throw new Error('broken');
    };
    const client = await testClientUntilEnd(server, { logLevel: 'info', onLog: fail, onError: () => undefined });
    client.onNotification('notifications/message', ({ data }) => void seen.push(data));
    await client.callTool('log');
    await expect.poll(() => seen).toEqual(['said']);
  });

  test('are called until they are removed, and their errors are reported', async () => {
    const [seen, errors]: [string[], unknown[]] = [[], []];
    const server = new Server(info);
    const tool = server.tool('a', {}, () => 'a');
    const client = await testClientUntilEnd(server, {
      revision: '2025-11-25',
      onError: (error) => void errors.push(error),
    });
    const method = 'notifications/tools/list_changed';
    const listener = (): void => void seen.push('called');
    const stops = [client.onNotification(method, listener), client.onNotification(method, listener)];
    client.onNotification(method, () => {
      throw new Error('broken');
    });
    tool.update({ description: 'one' });
    await expect.poll(() => seen.length).toBe(2);
    stops[0]?.();
    stops[0]?.();
    tool.update({ description: 'two' });
    await expect.poll(() => seen.length).toBe(3);
    expect(errors).toEqual([new Error('broken'), new Error('broken')]);
  });

  test('only for notifications that servers send to applications', () => {
    const listeners = new NotificationListeners(() => undefined);
    for (const method of ['notifications/progress', 'notifications/roots/list_changed', 'toString', 'x']) {
      expect(() => listeners.add(method, handler)).toThrow(`"${method}" is not a notification that servers send`);
    }
    expect(() => listeners.add('notifications/roots/list_changed', handler)).toThrow(
      'clients send it with client.notify("notifications/roots/list_changed", params), and servers handle it with server.onNotification',
    );
    expect(() => listeners.add('notifications/message', 1 as never)).toThrow('expected a function, got a number');
    expect(listeners.has('notifications/message')).toBe(false);
  });

  test('are not added to a client that is closed', async () => {
    const client = await testClient(new Server(info));
    await client.close();
    expect(() => client.onNotification('notifications/message', ignore)).toThrow(
      new ConnectionClosedError('closed', 'The client is closed and receives no notifications/message'),
    );
  });

  test('are called within a rate', () => {
    const errors: unknown[] = [];
    const listeners = new NotificationListeners((error) => void errors.push(error));
    let calls = 0;
    const stop = listeners.add('notifications/message', () => calls++);
    for (let count = 0; count < 2_000; count++) listeners.deliver('notifications/message', {});
    expect(calls).toBeGreaterThanOrEqual(1_000);
    expect(calls).toBeLessThan(1_500);
    expect(String(errors[0])).toContain('The server sends messages notifications/message faster than the rate limit');
    stop();
    expect(listeners.has('notifications/message')).toBe(false);
  });
});
