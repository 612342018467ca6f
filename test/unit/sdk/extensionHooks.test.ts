/** What extensions, written outside of this package, add to the features of a server: tools, questions, streams of changes, capabilities. */

import { MetaKey, type HandlerContext } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { count, FLAG, STRING } from '@mcp-gen/runtime/options';
import { form, Server, ToolError, type Context, type ServerOptions } from '@mcp-gen/sdk';
import {
  defineExtension,
  type ExtensionAskOptions,
  type ExtensionServer,
  type ServerSide,
} from '@mcp-gen/sdk/extension';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { metaWith } from '../../support/standAlone.js';
import { openClient, wireOf } from './support.js';
import { inProcess } from '@mcp-gen/sdk/testing';
import { connectUntilEnd } from '../../support/untilEnd.js';

declare module '@mcp-gen/sdk/extension/options' {
  interface ExtensionToolOptions {
    /** The price of a call. */
    readonly price?: number | undefined;
  }
  interface ExtensionAskOptions {
    readonly urgent?: boolean | undefined;
  }
}

type Side = ServerSide<unknown, unknown, unknown, unknown, ExtensionServer<unknown>>;

const price = { name: 'price', params: isObject };
const client = { requests: {}, notifications: { 'notifications/shop/price': price } };

const shop = defineExtension({ id: 'com.acme/shop', messages: { client } }, (side: Omit<Side, 'setup'>) => ({
  server: { ...side, setup: (_: Server, extension: ExtensionServer<unknown>) => extension },
}));

const input = { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] } as const;

function shopWith(side: Omit<Side, 'setup'>, options: ServerOptions = {}): Server {
  const { extensions = [], ...rest } = options;
  const server = new Server({ name: 'shop', version: '1.0.0' }, { extensions: [shop(side), ...extensions], ...rest });
  if (side.tools !== undefined) server.tool('buy', { input, price: 3 }, ({ item }) => `Bought ${item}`);
  server.tool('look', {}, () => 'Looked');
  return server;
}

/** A request that has ended, for work that goes on. */
function detached(
  { revision, peer, auth, http, session, meta, locals }: HandlerContext,
  own: Pick<HandlerContext, 'signal' | 'progress'>,
): HandlerContext {
  return {
    ...{ revision, peer, auth, http, session, meta, locals, requestId: undefined, replay: undefined },
    ...own,
    notify: () => Promise.resolve(),
    closeStream: () => undefined,
    retain: () => undefined,
    onClosing: () => () => undefined,
    once: async (_key, act) => act(),
    ask: () => Promise.reject(new Error('Nobody is asked')),
  };
}

describe('tools', () => {
  const tools = { options: { price: count(1) } };

  test('an option is typed, checked, and shown in lists, and hides a tool', async () => {
    const server = shopWith({
      tools: {
        ...tools,
        list: (tool, { price }, revision) =>
          price === undefined ? tool : revision < '2025' ? undefined : { ...tool, title: `For ${price as number}` },
      },
    });
    expectTypeOf<Parameters<typeof server.tool>[1]['price']>().toEqualTypeOf<number | undefined>();
    expect(() => server.tool('x', { price: 'three' as never }, () => '')).toThrow(
      'Invalid option "price" for the tool x',
    );
    expect(() => server.tool('x', { prise: 3 } as never, () => '')).toThrow('Did you mean "price"?');
    const listed = async (revision: '2024-11-05' | '2025-11-25'): Promise<unknown> => {
      const client = await openClient(server, { revision });
      return ((await client.request('tools/list')) as { readonly tools: readonly object[] }).tools;
    };
    expect(await listed('2025-11-25')).toMatchObject([{ name: 'buy', title: 'For 3' }, { name: 'look' }]);
    expect(await listed('2024-11-05')).toMatchObject([{ name: 'look' }]);
  });

  test('a call is taken over before or after its arguments are checked, or is unchanged', async () => {
    const called: unknown[] = [];
    const server = shopWith({
      tools: {
        ...tools,
        call: (call, params, context) => {
          const { name, settings } = call;
          called.push([name, settings, call.arguments, params['name']]);
          if (settings['price'] === undefined) return undefined;
          if (context.meta?.['com.acme/free'] === true) return call.run(context);
          return call.check(context, async (run) => {
            const { content } = (await run(context)) as { readonly content: readonly object[] };
            return { content: [...content, { type: 'text', text: 'Paid 3' }] };
          });
        },
      },
    });
    const client = await openClient(server, { revision: '2025-11-25' });
    const call = async (params: object): Promise<unknown> => client.request('tools/call', params);
    expect(await call({ name: 'buy', arguments: { item: 'tea' } })).toMatchObject({
      content: [{ text: 'Bought tea' }, { text: 'Paid 3' }],
    });
    expect(await call({ name: 'buy', arguments: {} })).toMatchObject({ isError: true, content: [{}] });
    expect(await call({ name: 'buy', arguments: { item: 'tea' }, _meta: { 'com.acme/free': true } })).toEqual({
      content: [{ type: 'text', text: 'Bought tea' }],
    });
    expect(await call({ name: 'look' })).toEqual({ content: [{ type: 'text', text: 'Looked' }] });
    await expect(call({ name: 'sell' })).rejects.toThrow('Unknown tool: sell');
    expect(called[0]).toEqual(['buy', { price: 3 }, { item: 'tea' }, 'buy']);
    expect(called).toHaveLength(4);
  });

  test('a value that a handler returns is read by the extension, which continues the handler', async () => {
    class Later {
      readonly rest: (context: Context) => unknown;
      constructor(rest: (context: Context) => unknown) {
        this.rest = rest;
      }
    }
    const server = shopWith({
      tools: {
        ...tools,
        returned: (value, { context, continue: rest }) =>
          value instanceof Later ? rest((own) => value.rest(own))(context) : undefined,
      },
    });
    const laterOf = (rest: (context: Context) => unknown): never => new Later(rest) as never;
    server.tool('later', {}, () => laterOf(({ revision }) => ({ revision })));
    server.tool('failing', {}, () =>
      laterOf(() => {
        throw new ToolError('Too late');
      }),
    );
    const client = await openClient(server, { revision: '2025-11-25' });
    const call = async (name: string): Promise<unknown> => client.request('tools/call', { name });
    expect(await call('later')).toMatchObject({ structuredContent: { revision: '2025-11-25' } });
    expect(await call('failing')).toMatchObject({ isError: true, content: [{ text: 'Too late' }] });
    expect(await call('look')).toMatchObject({ content: [{ text: 'Looked' }] });
  });

  test('two extensions, or an extension and tools, cannot have one option', () => {
    const other = defineExtension({ id: 'com.acme/other' }, () => ({ server: { tools } }));
    expect(() => shopWith({ tools }, { extensions: [other()] })).toThrow(
      'The extensions com.acme/shop and com.acme/other both add the option "price" to tools',
    );
    expect(() => shopWith({ tools: { options: { title: STRING } } })).toThrow(
      'The extension com.acme/shop adds the option "title" to tools, which they already have',
    );
  });

  test('an extension calls a tool outside of a request, in a context of its own', async () => {
    const said: unknown[] = [];
    const server = shopWith({ tools });
    server.tool('slow', {}, (_, { progress, signal }) => {
      progress(1, 2, 'Half');
      return `${signal.aborted}`;
    });
    const { toolCall, contextOf, requestOf, revision, resultOf, callerOf, load } = server.extension(shop);
    let original: HandlerContext | undefined;
    server.tool('remember', {}, (_, context) => {
      original = requestOf(context);
      return callerOf(context);
    });
    expect(toolCall('sell', {})).toBeUndefined();
    expect(revision('2025-11-25')).toBeUndefined();
    await load('2025-11-25');
    expect(revision('2025-11-25')?.id).toBe('2025-11-25');
    const client = await openClient(server, { revision: '2025-11-25' });
    await client.request('tools/call', { name: 'remember' });
    const progress = (progress: unknown): void => void said.push(progress);
    const own = contextOf(detached(original as HandlerContext, { signal: AbortSignal.abort(), progress }));
    const result = (await toolCall('slow', {})?.run(own)) as object;
    expect(result).toMatchObject({ content: [{ text: 'true' }] });
    expect(said).toEqual([{ progress: 1, total: 2, message: 'Half' }]);
    expect(resultOf('tools/call', { ...result, ttlMs: 1 }, own)).toEqual({ content: [{ type: 'text', text: 'true' }] });
    expect(() => resultOf('tools/call', { content: 'none' }, own)).toThrow(
      'The result of tools/call is invalid in revision 2025-11-25',
    );
  });
});

const isUrgent = ({ urgent }: ExtensionAskOptions): boolean => urgent === true;

test('an option of questions is checked, changes what is sent, and what the client responds', async () => {
  const server = shopWith({
    questions: {
      options: { urgent: FLAG },
      params: (params, { settings, key }) =>
        isUrgent(settings) ? { ...params, _meta: { 'com.acme/urgent': key } } : params,
      answer: (response, { settings }) =>
        isUrgent(settings) && 'action' in response ? Promise.resolve({ action: 'cancel' }) : undefined,
    },
  });
  const schema = { type: 'object', properties: {} } as const;
  server.tool('ask', {}, async (_, { ask }) => {
    const question = form({ message: 'Sure?', schema });
    const urgent = await ask('urgent', question, { urgent: true });
    const usual = await ask('usual', question);
    await expect(ask('wrong', question, { urgent: 1 as never })).rejects.toThrow('Invalid option "urgent" for ask');
    return `${urgent.action} ${usual.action}`;
  });
  const asked: unknown[] = [];
  const client = await openClient(server, {
    revision: '2025-11-25',
    capabilities: { elicitation: { form: {} } },
    handlers: {
      elicit: (params: { readonly _meta?: unknown }) => {
        asked.push(params._meta);
        return { action: 'decline' };
      },
    },
  });
  expect(await client.request('tools/call', { name: 'ask' })).toMatchObject({ content: [{ text: 'cancel decline' }] });
  expect(asked).toMatchObject([{ 'com.acme/urgent': 'urgent' }, undefined]);
});

test('two extensions, or an extension and questions, cannot have one option', () => {
  const questions = { options: { urgent: FLAG } };
  const other = defineExtension({ id: 'com.acme/other' }, () => ({ server: { questions } }));
  expect(() => shopWith({ questions }, { extensions: [other()] })).toThrow(
    'The extensions com.acme/shop and com.acme/other both add the option "urgent" to questions',
  );
  expect(() => shopWith({ questions: { options: { timeout: FLAG } } })).toThrow(
    'The extension com.acme/shop adds the option "timeout" to questions, which they already have',
  );
});

test('a stream of changes follows what an extension agrees to, until it ends', { timeout: 20_000 }, async () => {
  const ended: string[] = [];
  const server = shopWith({
    listen: (filter) => {
      const { prices } = filter as { readonly prices?: readonly string[] };
      if (prices === undefined) return undefined;
      return {
        agreed: { prices: prices.filter((each) => each !== 'gold') },
        follow: (notify) => {
          notify('notifications/shop/price', { item: 'tea', price: 3 });
          return () => void ended.push('tea');
        },
      };
    },
  });
  const wire = wireOf(server);
  const _meta = metaWith({ capabilities: {} });
  const notifications = { prices: ['tea', 'gold'] };
  expect(await wire.ask(1, 'subscriptions/listen', { notifications, _meta })).toMatchObject({
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: { prices: ['tea'] } },
  });
  expect(await wire.next()).toMatchObject({
    method: 'notifications/shop/price',
    params: { item: 'tea', price: 3, _meta: { [MetaKey.SubscriptionId]: 1 } },
  });
  wire.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, _meta } });
  await expect.poll(() => ended).toEqual(['tea']);
});

test('an extension declares capabilities of the protocol, handles its methods, and starts once', async () => {
  const started: unknown[] = [];
  const errors: unknown[] = [];
  const earlier = defineExtension({ id: 'com.acme/earlier' }, () => ({
    server: {
      capabilities: (revision: string) => (revision === '2025-11-25' ? { tasks: { list: {} } } : {}),
      setup: (server: Server) => void server.method('tasks/list', () => ({ tasks: [] })),
      onStart: () => {
        started.push('once');
        throw new Error('No shop');
      },
    },
  }));
  const server = new Server(
    { name: 'x', version: '1.0.0' },
    { extensions: [earlier()], onError: (error) => errors.push(error) },
  );
  expect(() => server.method('tasks/list', () => ({ tasks: [] }))).toThrow('is already registered');
  expect(started).toEqual([]);
  for (const revision of ['2025-11-25', '2025-06-18', '2026-07-28'] as const) {
    const client = await connectUntilEnd(inProcess(server), { revisions: [revision] });
    const { capabilities } = client.server;
    const result = { type: 'object' } as const;
    if (revision === '2025-11-25') {
      expect(capabilities).toMatchObject({ tasks: { list: {} } });
      expect(await client.request('tasks/list', {}, { result })).toMatchObject({ tasks: [] });
    } else {
      expect(capabilities).not.toHaveProperty('tasks');
    }
  }
  expect(started).toEqual(['once']);
  expect(errors).toMatchObject([{ message: 'The extension com.acme/earlier failed in onStart: No shop' }]);
});
