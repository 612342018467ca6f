/** What extensions add to clients and hosts beyond messages of their own, as packages outside of this one use it. */

import { InvalidMessageError } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { Server } from '@mcp-gen/sdk';
import { connect, type ClientMessage, type ClientMiddleware, type ClientOptions } from '@mcp-gen/sdk/client';
import {
  defineExtension,
  type ClientSide,
  type ExtensionHost,
  type ExtensionPeer,
  type ProtocolAnswers,
} from '@mcp-gen/sdk/extension';
import { tasks } from '@mcp-gen/sdk/tasks/client';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { amongOthers } from './chatExtension.js';
import { converseRaw } from './clientSupport.js';
import { openHost } from './hostSupport.js';
import type { Wire } from '../runtime/support.js';
import { endless } from '../../support/leftovers/endless.js';
import { connectUntilEnd, serveUntilEnd, testClientUntilEnd } from '../../support/untilEnd.js';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

const ID = 'com.acme/lamp';
const DECLARED = { tools: {}, extensions: { [ID]: {} } };
const NEWEST = '2026-07-28';
const SESSION = '2025-11-25';

type AnyClient = ClientSide<unknown, unknown, unknown, unknown, unknown>;

/** An extension with the code of a client. */
function lamp(client: AnyClient | (() => AnyClient)) {
  return defineExtension({ id: ID }, () => ({ client }))();
}

async function next(wire: Wire): Promise<Message> {
  return (await wire.next()) as Message;
}

describe('outgoing requests', () => {
  function echo(): Server {
    const server = new Server({ name: 'echo', version: '1.0.0' });
    server.tool('echo', {}, () => 'hello');
    return server;
  }

  test('have their options in middleware, which may change them', async () => {
    const seen: ClientMessage['options'][] = [];
    const middleware: ClientMiddleware = (message, go) => {
      if (message.method !== 'tools/call') return go(message);
      seen.push(message.options);
      return go({ ...message, options: { ...message.options, timeout: 5 } });
    };
    const server = echo();
    server.tool('slow', {}, () => endless<string>());
    const client = await testClientUntilEnd(server, { extensions: [lamp({ middleware: [middleware] })] });
    const onProgress = (): void => undefined;
    await expect(client.callTool('slow', {}, { onProgress, timeout: 60_000 })).rejects.toThrow('within 5 ms');
    await client.callTool('echo');
    expect(seen).toEqual([{ onProgress, timeout: 60_000 }, undefined]);
  });

  test('of tools carry the headers that the tool requires, from whichever method they are sent', async () => {
    const headers: ClientMessage['headers'][] = [];
    const middleware: ClientMiddleware = (message, go) => {
      if (message.method === 'tools/call') headers.push(message.headers);
      return go(message);
    };
    const server = echo();
    const input = { type: 'object', properties: { city: { type: 'string', 'x-mcp-header': 'City' } } } as const;
    server.tool('forecast', { input }, () => 'Sunny');
    const { url } = await serveUntilEnd(server);
    const client = await connectUntilEnd(url, {
      revisions: [NEWEST],
      extensions: [lamp({ middleware: [middleware] })],
    });
    await client.tools().all();
    const params = { name: 'forecast', arguments: { city: 'Oslo' } };
    await client.callTool('forecast', { city: 'Oslo' });
    await client.request('tools/call', params);
    expect(headers).toEqual([{ 'mcp-param-city': 'Oslo' }, { 'mcp-param-city': 'Oslo' }]);
  });
});

test('each client has code of its own, also where clients share an extension', async () => {
  let made = 0;
  const counting = defineExtension({ id: ID }, () => ({
    server: { enabled: true },
    client: () => {
      const own = ++made;
      return { setup: () => own };
    },
  }));
  const server = new Server({ name: 'lamp', version: '1.0.0' }, { extensions: [counting()] });
  const shared = counting();
  const { host } = await openHost({
    servers: { one: inProcess(server), two: inProcess(server) },
    extensions: [shared],
  });
  const values = ['one', 'two'].map((name) => host.extension(counting, name));
  expect(new Set(values).size).toBe(2);
  expect(() => host.extension(counting, 'three')).toThrow('Unknown server "three"');
  expect(() => host.extension(counting)).toThrow(
    `The extension ${ID} adds nothing to hosts: use host.extension(definition, server)`,
  );
});

test('an extension calls tools of a host in a way of its own, with consent and a record', async () => {
  const shouting = defineExtension({ id: ID }, () => ({
    client: {},
    host: {
      setup: (host: ExtensionHost) => ({
        shout: (name: string, args: { readonly [name: string]: unknown }) =>
          host.call(name, args, async ({ client, server, tool, arguments: given }) => {
            const { text, isError } = await client.callTool(tool, given);
            return { isError, text: `${server}: ${text.toUpperCase()}` };
          }),
      }),
    },
  }));
  const server = new Server({ name: 'echo', version: '1.0.0' });
  server.tool('echo', { input: { type: 'object', properties: { text: { type: 'string' } } } as const }, ({ text }) =>
    String(text),
  );
  const asked: unknown[] = [];
  const { host, records } = await openHost({
    servers: { one: inProcess(server) },
    extensions: [shouting()],
    consent: (question) => {
      asked.push(question);
      return asked.length === 1 ? 'allow' : 'deny';
    },
  });
  expect(await host.extension(shouting).shout('one__echo', { text: 'hello' })).toEqual({
    isError: false,
    text: 'one: HELLO',
  });
  expect(await records.take()).toMatchObject({ server: 'one', tool: 'echo', outcome: 'ok' });
  await expect(host.extension(shouting).shout('one__echo', { text: 'hello' })).rejects.toMatchObject({
    code: 'CONSENT_DENIED',
  });
  expect(await records.take()).toMatchObject({ outcome: 'denied' });
});

describe('requests of servers', () => {
  const FORM = { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
  const ROOTS = { roots: [{ uri: 'file:///tmp' }] };

  async function asked(protocol: AnyClient['protocol'], options: object = {}) {
    const { wire, introduction } = await converseRaw(
      { tools: {} },
      { revisions: [SESSION], extensions: [lamp({ protocol })], ...options },
    );
    const ask = async (id: number, method: string, params: object): Promise<Message> => {
      wire.say({ jsonrpc: '2.0', id, method, params });
      return next(wire);
    };
    return { ask, introduction: introduction as { readonly capabilities: object } };
  }

  test('are answered by extensions where no option does, and pass through middleware', async () => {
    const seen: string[] = [];
    const middleware: ClientMiddleware = (message, go) => {
      seen.push(message.method);
      return go(message);
    };
    const { ask, introduction } = await asked(
      (answered) => ({
        capabilities: (revision) => ({ experimental: { [revision]: { answered: [...answered] } } }),
        requests: { 'roots/list': () => ROOTS },
      }),
      { elicitation: { form: () => ({ action: 'decline' }) }, middleware: [middleware] },
    );
    expect(introduction.capabilities).toMatchObject({
      roots: {},
      experimental: { [SESSION]: { answered: ['elicitation/create'] } },
    });
    expect((await ask(1, 'roots/list', {})).result).toEqual(ROOTS);
    expect(seen).toEqual(['roots/list']);
  });

  test('are wrapped as the revision has them, outside of middleware', async () => {
    const order: string[] = [];
    const wrapping = (name: string): ProtocolAnswers['answer'] => {
      return async (request, go) => {
        order.push(`${name} ${request.method} ${request.revision} ${request.server.name}`);
        const params = { ...(request.params as object), message: `${(request.params as typeof FORM).message}?` };
        return { ...(await go({ ...request, params })), _meta: { [name]: true } };
      };
    };
    const { wire } = await converseRaw(
      { tools: {} },
      {
        revisions: [SESSION],
        extensions: [
          lamp({ protocol: () => ({ answer: wrapping('outer') }) }),
          defineExtension({ id: 'com.acme/other' }, () => ({
            client: { protocol: () => ({ answer: wrapping('inner') }) },
          }))(),
        ],
        middleware: [
          (message, go) => {
            order.push(`middleware ${message.method}`);
            return go(message);
          },
        ],
        elicitation: {
          form: ({ message }) => {
            order.push(message);
            return { action: 'decline' };
          },
        },
      },
    );
    const { result } = (await wire.ask(1, 'elicitation/create', FORM)) as Message;
    expect(result).toEqual({ action: 'decline', _meta: { outer: true } });
    expect(order).toEqual([
      `outer elicitation/create ${SESSION} raw`,
      `inner elicitation/create ${SESSION} raw`,
      'middleware elicitation/create',
      'Who???',
    ]);
  });

  const SERVER = new Server({ name: 'silent', version: '1.0.0' });
  const answer = () => ({ action: 'decline' as const });

  test.each<[what: string, options: ClientOptions, message: string]>([
    [
      'that an option answers',
      {
        elicitation: { form: answer },
        extensions: [lamp({ protocol: () => ({ requests: { 'elicitation/create': answer } }) })],
      },
      'Both the options of connect and the extension com.acme/lamp answer elicitation/create',
    ],
    [
      'about tasks that the application answers',
      { elicitation: { form: answer }, methods: { 'tasks/get': answer as never }, extensions: [tasks()] },
      'Both the options of connect and the extension io.modelcontextprotocol/tasks answer tasks/get',
    ],
    [
      'that servers do not send',
      { extensions: [lamp({ protocol: () => ({ requests: { 'tools/call': answer } }) })] },
      'The client of the extension com.acme/lamp answers tools/call, which is not a request that servers send',
    ],
  ])('%s are not answered by an extension', async (_, options, message) => {
    await expect(connect(inProcess(SERVER), options)).rejects.toThrow(message);
  });
});

describe('a server without sessions', () => {
  const META = 'io.modelcontextprotocol/subscriptionId';

  async function opened(options: object = {}) {
    let extension!: ExtensionPeer<unknown, unknown>;
    const errors: unknown[] = [];
    const setup: AnyClient['setup'] = (_, peer) => (extension = peer);
    const { client, wire } = await converseRaw(
      DECLARED,
      { revisions: [NEWEST], extensions: [lamp({ setup })], onError: (error) => errors.push(error), ...options },
      NEWEST,
    );
    return { client, wire, extension, errors };
  }

  test('opens a stream for the filter of an extension, and says what it agrees to', async () => {
    const { wire, extension, errors } = await opened();
    const stop = new AbortController();
    const agreed: unknown[] = [];
    const filter = { lamps: ['one', 'two'] };
    const ended = extension.listen(filter, { signal: stop.signal, onAgreed: (part) => agreed.push(part) });
    const { id, method, params } = await next(wire);
    expect(method).toBe('subscriptions/listen');
    expect(params).toMatchObject({ notifications: filter });
    const acknowledge = (stream: unknown): void =>
      wire.say({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { lamps: ['one'] }, _meta: { [META]: stream } },
      });
    acknowledge(id);
    await wire.settled();
    expect(agreed).toEqual([{ lamps: ['one'] }]);
    wire.say({ jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: { [META]: id } } });
    await ended;
    expect(errors).toEqual([]);
    acknowledge(id);
    await wire.settled();
    expect(errors).toMatchObject([{ message: expect.stringContaining('which is not being opened') as unknown }]);
    expect(agreed).toHaveLength(1);
  });

  test('asks questions in messages of an extension, which the client answers as in results', async () => {
    const form = ({ message }: { readonly message: string }) => ({
      action: 'accept' as const,
      content: { said: message },
    });
    const { extension } = await opened({ elicitation: { form } });
    const requestedSchema = { type: 'object', properties: { said: { type: 'string' } } };
    const params = { mode: 'form', message: 'Who?', requestedSchema };
    const { signal } = new AbortController();
    expect(await extension.answer({ one: { method: 'elicitation/create', params } }, signal)).toEqual({
      one: { action: 'accept', content: { said: 'Who?' } },
    });
    await expect(extension.answer({ one: { method: 'roots/list' } }, signal)).rejects.toThrow(InvalidMessageError);
  });

  test('sends results in messages of an extension, which are read and checked like those of requests', async () => {
    const { extension, wire } = await opened();
    const result = { resultType: 'complete', content: [], structuredContent: { lit: 1 } };
    expect(await extension.read('tools/call', result)).toEqual(result);
    expect(await extension.read('tools/call', { resultType: 'complete' })).toBeUndefined();
    expect(await extension.read('tools/nothing', result)).toBeUndefined();
    const listed = extension.tool('lamp');
    const { id, method } = await next(wire);
    expect(method).toBe('tools/list');
    const outputSchema = { type: 'object', properties: { lit: { type: 'boolean' } } };
    const tools = [{ name: 'lamp', inputSchema: { type: 'object' }, outputSchema, execution: { color: 'red' } }];
    wire.say({ jsonrpc: '2.0', id, result: { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' } });
    expect(await listed).toMatchObject({ execution: { color: 'red' }, schema: outputSchema });
    await expect(extension.toolResult('lamp', result as never)).rejects.toThrow('/lit: expected boolean');
    const fitting = { ...result, structuredContent: { lit: true } };
    expect((await extension.toolResult('lamp', fitting as never)).structuredContent).toEqual({ lit: true });
  });
});

describe('a revision that has the feature of an extension itself', () => {
  const feature = defineExtension(
    {
      id: ID,
      revisions: { since: NEWEST },
      inProtocol: {
        since: SESSION,
        until: SESSION,
        capability: 'tasks.requests',
        results: { 'tools/call': (value) => isObject(value) && isObject(value['task']) && !('content' in value) },
      },
    },
    () => ({
      client: {
        middleware: [
          async (message: ClientMessage, go: Parameters<ClientMiddleware>[1]) => {
            const result = await go(message);
            return isObject(result) && isObject(result['task'])
              ? { content: [], _meta: { later: result['task'] } }
              : result;
          },
        ],
      },
    }),
  );

  test('has the extension, with what the capability says, and its results are not converted', async () => {
    const { client, wire } = await converseRaw(
      { tools: {}, tasks: { requests: { tools: { call: {} } } } },
      { revisions: [SESSION], extensions: amongOthers(feature()) },
    );
    expect(client.extension(feature)?.settings).toEqual({ tools: { call: {} } });
    const calling = client.callTool('later');
    const { id } = await next(wire);
    const time = '2026-01-01T00:00:00Z';
    const task = { taskId: 'one', status: 'working', createdAt: time, lastUpdatedAt: time, ttl: null };
    wire.say({ jsonrpc: '2.0', id, result: { task } });
    expect((await calling)._meta).toEqual({ later: task });
  });

  test('does not have it where the server has not declared it', async () => {
    const { client, introduction } = await converseRaw(
      { tools: {} },
      { revisions: [SESSION], extensions: [feature()] },
    );
    expect(client.extension(feature)).toBeUndefined();
    expect(introduction).toMatchObject({ capabilities: {} });
  });

  test('declares the extension in later revisions', async () => {
    const { introduction } = await converseRaw({ tools: {} }, { extensions: [feature()], revisions: [NEWEST] }, NEWEST);
    expect(JSON.stringify(introduction)).toContain(`"extensions":{"${ID}":{}}`);
  });
});
