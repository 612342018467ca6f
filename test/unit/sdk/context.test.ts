/** What a handler can do beside answering. */

import { AskError, form, roots, sample, Server, type Context, type Schema } from '@mcp-gen/sdk';
import type { SamplingMessage } from '@mcp-gen/protocol/author';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { covers } from '../../support/covers.js';
import { rawRequest, rawStream } from '../../support/rawHttp.js';
import { SESSION_IDS } from '../../support/schemas.js';
import { call, openSession } from '../runtime/httpSupport.js';
import { openClient, type ClientSettings, type TestClient } from './support.js';
import { serveUntilEnd } from '../../support/untilEnd.js';

const info = { name: 'test', version: '1.0.0' };

/** A client of a server with one tool, `do`, that does what the test says and answers with it as JSON. */
function clientOf(act: (context: Context) => unknown, settings: ClientSettings = {}): Promise<TestClient> {
  const server = new Server(info, { onError: () => {} });
  server.tool('do', {}, async (_, context) => JSON.stringify((await act(context)) ?? null));
  return openClient(server, settings);
}

/** What the tool answered; rejects with the words of a failure that a model is told of. */
async function done(client: TestClient, options: object = {}): Promise<unknown> {
  const { content, isError } = (await client.request('tools/call', { name: 'do' }, options)) as {
    content: [{ text: string }];
    isError?: boolean;
  };
  if (isError === true) throw new Error(content[0].text);
  return JSON.parse(content[0].text) as unknown;
}

const CAPABLE = { elicitation: {}, sampling: {}, roots: {} };

const sampled = { role: 'assistant', content: { type: 'text', text: 'Short.' }, model: 'm' };

describe.each(SESSION_IDS)('in revision %s', (revision) => {
  test('it writes logs, from the level on that the client wants', async () => {
    const client = await clientOf(
      ({ log }) => {
        log.debug('hidden');
        log.info({ shown: true }, 'tests');
        log.error('shown');
      },
      { revision },
    );
    await done(client);
    expect(await client.notified.take()).toEqual({
      method: 'notifications/message',
      params: { level: 'info', logger: 'tests', data: { shown: true } },
    });
    expect(await client.notified.take()).toMatchObject({ params: { level: 'error', data: 'shown' } });
    await client.request('logging/setLevel', { level: 'critical' });
    await done(client);
    expect(client.notified.empty()).toEqual([]);
  });

  test('notify filters and redacts log messages as the logger does', async () => {
    const client = await clientOf(
      async ({ notify }) => {
        await notify('notifications/message', { level: 'debug', data: 'hidden' });
        const extra = { level: 'info', data: { password: 'hunter2' }, _meta: { a: 1 } } as const;
        await notify('notifications/message', extra);
      },
      { revision },
    );
    await done(client);
    expect(client.notified.empty()).toEqual([
      {
        method: 'notifications/message',
        params: { level: 'info', data: { password: expect.not.stringContaining('hunter') as string }, _meta: { a: 1 } },
      },
    ]);
  });

  test('it reports progress', async () => {
    const client = await clientOf(
      (context) => {
        context.progress(1, 3);
        context.progress(3, 3, 'all of it');
      },
      { revision },
    );
    const reports: unknown[] = [];
    await done(client, { onProgress: (report: unknown) => reports.push(report) });
    expect(reports).toEqual([
      { progress: 1, total: 3 },
      { progress: 3, total: 3, message: 'all of it' },
    ]);
  });

  test('it asks the model', async () => {
    const asked: unknown[] = [];
    const client = await clientOf(async (context) => (await context.sample('summary', 'Sum up')).text, {
      revision,
      capabilities: CAPABLE,
      handlers: { createMessage: (params: unknown) => (asked.push(params), sampled) },
    });
    expect(await done(client)).toBe('Short.');
    expect(asked).toEqual([
      { messages: [{ role: 'user', content: { type: 'text', text: 'Sum up' } }], maxTokens: 1_000 },
    ]);
  });

  test('it asks for the roots, and several things at once', async () => {
    const client = await clientOf((context) => context.ask({ where: roots(), what: sample('What?') }), {
      revision,
      capabilities: CAPABLE,
      handlers: { createMessage: () => sampled, listRoots: () => ({ roots: [{ uri: 'file:///tmp' }] }) },
    });
    expect(await done(client)).toEqual({
      where: [{ uri: 'file:///tmp' }],
      what: expect.objectContaining({ text: 'Short.' }) as object,
    });
  });

  test('it keeps things for as long as the client stays', async () => {
    const client = await clientOf(
      ({ session }) => {
        session.set('calls', ((session.get('calls') as number | undefined) ?? 0) + 1);
        return session.get('calls');
      },
      { revision },
    );
    expect([await done(client), await done(client)]).toEqual([1, 2]);
  });

  test('it knows the client', async () => {
    const client = await clientOf(({ client, revision }) => ({ name: client.name, revision }), { revision });
    expect(await done(client)).toEqual({ name: 'test', revision });
  });

  test('it cannot ask what the client has not said that it answers', async () => {
    const client = await clientOf((context) => [context.can('sampling'), context.can('roots')], { revision });
    expect(await done(client)).toEqual([false, false]);
    const asking = await clientOf((context) => context.sample('x', 'x'), { revision });
    await expect(done(asking)).rejects.toThrow('the required capability sampling');
  });
});

describe.each(['2025-06-18', '2025-11-25'] as const)('in revision %s', (revision) => {
  const ask = async (context: Context): Promise<unknown> =>
    context.elicit('who', { message: 'Who?', schema: z.object({ name: z.string().min(2), age: z.int().optional() }) });

  const answering = (answer: object): ClientSettings => ({
    revision,
    capabilities: { elicitation: {} },
    handlers: { elicit: () => answer },
  });

  test.each([{ action: 'accept', content: { name: 'Ada', age: 36 } }, { action: 'decline' }, { action: 'cancel' }])(
    'a person answers a form: %j',
    async (answer) => {
      expect(await done(await clientOf(ask, answering(answer)))).toEqual(answer);
    },
  );

  test('a form that is filled in wrongly is not handed on', async () => {
    covers('elicitation-answer-validated');
    const client = await clientOf(ask, answering({ action: 'accept', content: { name: 'A' } }));
    await expect(done(client)).rejects.toThrow('The answer does not match the schema of the form: /name');
  });

  test('a form that is sent empty is an object without properties', async () => {
    const client = await clientOf(ask, answering({ action: 'accept' }));
    await expect(done(client)).rejects.toThrow('The answer does not match the schema of the form: /name');
  });
});

test('what is wrong with a form the model is told, and not what the user wrote', async () => {
  const caught: unknown[] = [];
  const schema = { type: 'object', properties: { name: { type: 'string', maxLength: 3 } } } as const;
  const act = (context: Context): Promise<unknown> =>
    context.elicit('who', { message: 'Who?', schema }).catch((error: unknown) => {
      caught.push(error);
      throw error;
    });
  const client = await clientOf(act, {
    capabilities: { elicitation: {} },
    handlers: { elicit: () => ({ action: 'accept', content: { name: 'Rumpelstiltskin' } }) },
  });
  await expect(done(client)).rejects.toThrow(/^The answer does not match the schema of the form: \/name$/);
  expect(caught).toMatchObject([{ cause: { message: expect.stringContaining('/name') as string } }]);
});

describe('in the newest revision', () => {
  const CONTACT = { message: 'Who?', schema: z.object({ name: z.string() }) };
  const PAGE = { message: 'Pay', url: 'https://example.org/pay' };

  test.each([
    ['a form', { url: {} }, ({ elicit }: Asking) => elicit('who', CONTACT)],
    ['a page', {}, ({ elicitUrl }: Asking) => elicitUrl('pay', PAGE)],
    ['a page', { form: {} }, ({ elicitUrl }: Asking) => elicitUrl('pay', PAGE)],
  ])('a person is not asked by %s where the client declared %j', async (_, elicitation, ask) => {
    covers('elicitation-mode-supported');
    const asked: unknown[] = [];
    const client = await clientOf(
      (context) => ask({ elicit: context.elicit.bind(context), elicitUrl: context.elicitUrl.bind(context) }),
      {
        capabilities: { elicitation },
        handlers: { elicit: (params: unknown) => (asked.push(params), { action: 'cancel' }) },
      },
    );
    await expect(done(client)).rejects.toThrow(/the required capability elicitation\.(form|url)/);
    expect(asked).toEqual([]);
  });

  test.each([
    [{}, [true, false]],
    [{ form: {} }, [true, false]],
    [{ url: {} }, [false, true]],
    [{ form: {}, url: {} }, [true, true]],
  ])('a client that declares %j knows forms and pages: %j', async (elicitation, known) => {
    covers('elicitation-mode-supported');
    const client = await clientOf((context) => [context.can('elicitation.form'), context.can('elicitation.url')], {
      capabilities: { elicitation },
    });
    expect(await done(client)).toEqual(known);
  });

  test('tools are not lent to a model that cannot call them', async () => {
    covers('sampling-tools-undeclared');
    const asked = vi.fn(() => sampled);
    const tools = [{ name: 'look', inputSchema: { type: 'object' as const } }];
    const client = await clientOf((context) => context.sample('x', { messages: 'x', tools }), {
      capabilities: { sampling: {} },
      handlers: { createMessage: asked },
    });
    await expect(done(client)).rejects.toThrow('the required capability sampling.tools');
    expect(asked).not.toHaveBeenCalled();
  });

  test.each([
    ['2025-06-18', {}, 'thisServer'],
    ['2025-11-25', {}, undefined],
    ['2025-11-25', { context: {} }, 'thisServer'],
  ] as const)('context is asked for in %s of a client with sampling %j: %s', async (revision, sampling, sent) => {
    covers('sampling-context');
    const asked: { includeContext?: string }[] = [];
    const client = await clientOf(
      async (context) => {
        await context.sample('x', { messages: 'x', includeContext: 'thisServer' });
        await context.sample('y', 'y');
      },
      {
        revision,
        capabilities: { sampling },
        handlers: { createMessage: (params: { includeContext?: string }) => (asked.push(params), sampled) },
      },
    );
    await done(client);
    expect(asked.map(({ includeContext }) => includeContext)).toEqual([sent, undefined]);
  });

  test('notify reports an updated resource to a client that has subscribed only', async () => {
    const server = new Server(info);
    server.resource('notes://a', {}, 'a');
    server.tool('do', {}, async (_, { notify }) =>
      JSON.stringify((await notify('notifications/resources/updated', { uri: 'notes://a' }).catch(String)) ?? null),
    );
    const client = await openClient(server);
    expect(await done(client)).toBe(
      'TypeError: notify cannot send notifications/resources/updated: the client has not subscribed to the resource; call server.resourceUpdated(uri), which notifies the clients that have subscribed',
    );
    await client.request('resources/subscribe', { uri: 'notes://a' });
    expect(await done(client)).toBe(null);
    expect(client.notified.empty()).toEqual([
      { method: 'notifications/resources/updated', params: { uri: 'notes://a' } },
    ]);
  });

  test.each([
    [
      'notifications/tools/list_changed',
      'clients without a session receive it on a stream; call server.listChanged("tools/list")',
    ],
    [
      'notifications/resources/list_changed',
      'clients without a session receive it on a stream; call server.listChanged("resources/list") or server.listChanged("resources/templates/list")',
    ],
    [
      'notifications/resources/updated',
      'clients without a session receive it on a stream; call server.resourceUpdated',
    ],
    ['notifications/subscriptions/acknowledged', 'the server sends it when a client subscribes'],
  ] as const)('notify sends no %s without a session: features do', async (method, reason) => {
    const client = await clientOf(({ notify }) => notify(method, {}).catch(String), {
      revision: '2026-07-28',
    });
    expect(await done(client)).toContain(`TypeError: notify cannot send ${method}: ${reason}`);
    expect(client.notified.empty()).toEqual([]);
  });

  test('only the client that was asked is told that a visit is over', async () => {
    covers('elicitation-complete-own-client');
    const server = new Server(info);
    server.tool('do', {}, async (_, context) => {
      await context.elicitationCompleted('visit');
      return 'null';
    });
    const heard: string[] = [];
    const clients = ['one', 'other'].map((name) =>
      openClient(server, {
        capabilities: { elicitation: { url: {} } },
        handlers: { elicitationComplete: () => heard.push(name) },
      }),
    );
    const [one, other] = await Promise.all(clients);
    await done(one as TestClient);
    await other?.request('ping');
    expect(heard).toEqual(['one']);
  });
});

/** What a handler asks a person by. */
type Asking = Pick<Context, 'elicit' | 'elicitUrl'>;

const CHOICES: readonly (readonly [library: string, schema: Schema])[] = [
  ['zod', z.object({ x: z.enum(['a', 'b']), one: z.literal('c').optional() })],
  ['zod, as a union', z.object({ x: z.union([z.literal('a'), z.literal('b')]), one: z.literal('c').optional() })],
  ['valibot', toStandardJsonSchema(v.object({ x: v.picklist(['a', 'b']), one: v.optional(v.literal('c')) }))],
  ['arktype', type({ x: "'a' | 'b'", 'one?': "'c'" })],
  ['JSON Schema', { type: 'object', properties: { x: { enum: ['a', 'b'] }, one: { const: 'c' } }, required: ['x'] }],
];

describe.each(['2025-06-18', '2025-11-25'] as const)('in revision %s', (revision) => {
  const asked: { requestedSchema: object }[] = [];
  const settings: ClientSettings = {
    revision,
    capabilities: { elicitation: {} },
    handlers: {
      elicit: (params: { requestedSchema: object }) => {
        asked.push(params);
        return { action: 'accept', content: { x: 'a' } };
      },
    },
  };

  test.each(CHOICES)('a choice is stated as forms have it, by %s', async (_, schema) => {
    const client = await clientOf((context) => context.elicit('x', { message: 'Which?', schema }), settings);
    expect(await done(client)).toEqual({ action: 'accept', content: { x: 'a' } });
    const field = (...values: string[]): object => ({ type: 'string', enum: values });
    expect(asked.pop()?.requestedSchema).toEqual({
      type: 'object',
      properties: { x: field('a', 'b'), one: field('c') },
      required: ['x'],
    });
  });

  test('a choice of several values is one, or the model learns that the choice is unknown', async () => {
    const schema = z.object({ x: z.array(z.enum(['a', 'b'])) });
    const client = await clientOf((context) => context.elicit('x', { message: 'Which?', schema }), {
      ...settings,
      handlers: { elicit: () => ({ action: 'accept', content: { x: ['a'] } }) },
    });
    if (revision >= '2025-11-25') expect(await done(client)).toEqual({ action: 'accept', content: { x: ['a'] } });
    else await expect(done(client)).rejects.toThrow('a choice of several values');
  });
});

test('choices with titles keep them', async () => {
  const asked: unknown[] = [];
  const titled = [{ const: 'a', title: 'A' }];
  const schema = {
    type: 'object',
    properties: { x: { anyOf: titled }, all: { type: 'array', items: { oneOf: titled } } },
  } as const;
  const client = await clientOf((context) => context.elicit('x', { message: 'Which?', schema }), {
    capabilities: { elicitation: {} },
    handlers: { elicit: (params: unknown) => (asked.push(params), { action: 'cancel' }) },
  });
  await done(client);
  const properties = { x: { type: 'string', oneOf: titled }, all: { type: 'array', items: { anyOf: titled } } };
  expect(asked).toMatchObject([{ requestedSchema: { properties } }]);
});

test('a form asks for single values only', () => {
  expect(() => form({ message: 'What?', schema: z.object({ nested: z.object({}) }) })).toThrow(/nested/);
});

describe('a model is asked with', () => {
  const use = (id: string) => ({ type: 'tool_use' as const, id, name: 'look', input: {} });
  const result = (toolUseId: string) => ({ type: 'tool_result' as const, toolUseId, content: [] });
  const text = { type: 'text' as const, text: 'And?' };
  const asking = (...contents: readonly SamplingMessage['content'][]) => {
    const messages = contents.map((content, at): SamplingMessage => ({ role: at % 2 ? 'assistant' : 'user', content }));
    return () => sample({ messages });
  };

  test('uses of tools that each have their result in the next message', () => {
    covers('sampling-results-alone', 'sampling-results-balanced', 'sampling-answers-tools', 'schema-tool-result-id');
    expect(asking(text, [text, use('a'), use('b')], [result('b'), result('a')])).not.toThrow();
    expect(asking(text, use('a'), result('a'), text, text)).not.toThrow();
  });

  test.each([
    ['a use without its result', asking(text, [use('a'), use('b')], result('a')), '/messages/1 has the tool use b'],
    ['a use at the end', asking(text, use('a')), '/messages/1 has the tool use a'],
    ['a result too late', asking(text, use('a'), text, text, result('a')), '/messages/1 has the tool use a'],
    ['a result beside a text', asking(text, use('a'), [result('a'), text]), '/messages/2 mixes tool results'],
    ['the result of no use', asking(text, use('a'), [result('a'), result('b')]), '/messages/2 has the tool result b'],
    ['a use by the user', asking(use('a'), text), '/messages/0 uses tools'],
  ])('no %s', (_, ask, message) => {
    covers('sampling-results-alone', 'sampling-results-balanced', 'sampling-answers-tools', 'schema-tool-result-id');
    expect(ask).toThrow(TypeError);
    expect(ask).toThrow(message);
  });
});

test('a person is sent to a page of the web', async () => {
  const asked: unknown[] = [];
  const elicit = (params: unknown): object => (asked.push(params), { action: 'accept' });
  const act = ({ elicitUrl }: Context) => elicitUrl('pay', { message: 'Pay', url: 'https://example.org/pay' });
  const client = await clientOf(act, { capabilities: { elicitation: { url: {} } }, handlers: { elicit } });
  expect(await done(client)).toEqual({ action: 'accept' });
  expect(asked).toMatchObject([{ mode: 'url', message: 'Pay', url: 'https://example.org/pay' }]);
});

test('a handler may take its context apart', async () => {
  const client = await clientOf(
    async ({ progress, log, can, ask, sample: askModel, elicit, elicitUrl, roots: offered }) => {
      progress(1);
      log.info('taken');
      const { text } = await askModel('model', 'What?');
      const { again } = await ask({ again: sample('And?') });
      const refused = [
        () => elicit('form', { message: 'Who?', schema: z.object({}) }),
        () => elicitUrl('page', { message: 'Pay', url: 'https://example.org/' }),
        () => offered.list(),
      ].map((asking) => asking().catch((error: unknown) => error instanceof AskError));
      return [can('sampling'), text, again.text, ...(await Promise.all(refused))];
    },
    { capabilities: { sampling: {} }, handlers: { createMessage: () => sampled } },
  );
  expect(await done(client)).toEqual([true, 'Short.', 'Short.', true, true, true]);
});

test('sessionId of the context is the id of the session over HTTP', async () => {
  const server = new Server(info);
  server.tool('do', {}, (_, { sessionId }) => String(sessionId));
  const { url } = await serveUntilEnd(server);
  const headers = await openSession(url);
  const { json } = await rawRequest(url, { headers, body: call(1, 'do') });
  expect(json).toMatchObject({ result: { content: [{ text: headers['mcp-session-id'] }] } });
});

test('a handler that takes long lets go of the connection, and the client comes back for the answer', async () => {
  const server = new Server(info);
  let finish: (said: string) => void = () => {};
  server.tool('do', {}, (_, { closeStream }) => {
    closeStream();
    return new Promise<string>((resolve) => (finish = resolve));
  });
  const { url } = await serveUntilEnd(server);
  const headers = await openSession(url);
  const first = await rawStream(url, { headers, body: call(1, 'do') });
  const { id = '' } = await first.events.take();
  await first.ended;
  finish('at last');
  const resuming = { ...headers, accept: 'text/event-stream', 'last-event-id': id };
  const resumed = await rawStream(url, { method: 'GET', headers: resuming });
  const { data } = await resumed.events.take(({ data }) => data !== '');
  expect(JSON.parse(data)).toMatchObject({ id: 1, result: { content: [{ text: 'at last' }] } });
});
