/** What a client asks, in every revision. */

import type { CallToolRequestParams, PaginatedRequestParams } from '@mcp-gen/protocol/2025-11-25';
import { describe, expect, test } from 'vitest';
import { isStateless } from '../../../sdk/src/era.js';
import { SUPPORTED_REVISIONS } from '../../../sdk/src/revisions.js';
import { covers } from '../../support/covers.js';
import { converse, converseRaw } from './clientSupport.js';
import { deferred } from '../runtime/support.js';
import { endless } from '../../support/leftovers/endless.js';

const PAGES: readonly (readonly string[])[] = [['a', 'b'], [], ['c']];

/** A server that lists what is on its pages. */
function listing(key: string, itemOf: (name: string) => object) {
  return (params: PaginatedRequestParams | undefined) => {
    const at = Number(params?.cursor ?? 0);
    const next = at + 1 < PAGES.length ? { nextCursor: String(at + 1) } : {};
    return { [key]: (PAGES[at] ?? []).map(itemOf), ...next };
  };
}

const HANDLERS = {
  callTool: ({ name, arguments: args }: CallToolRequestParams) => {
    if (name === 'fail') return { content: [{ type: 'text', text: 'No rain gauge' }], isError: true };
    const content = [
      { type: 'text', text: `${name} ${JSON.stringify(args)}` },
      { type: 'image', data: '', mimeType: 'image/png' },
      { type: 'text', text: 'The end' },
    ];
    return { content, _meta: { seen: true } };
  },
  listTools: listing('tools', (name) => ({ name, inputSchema: { type: 'object' } })),
  listResources: listing('resources', (name) => ({ name, uri: `demo:${name}` })),
  listResourceTemplates: listing('resourceTemplates', (name) => ({ name, uriTemplate: `demo:{${name}}` })),
  listPrompts: listing('prompts', (name) => ({ name })),
  readResource: ({ uri }: { readonly uri: string }) => ({ contents: [{ uri, text: 'Sunny' }] }),
  getPrompt: ({ name, arguments: args }: { readonly name: string; readonly arguments?: object }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `${name} ${JSON.stringify(args)}` } }],
  }),
  complete: ({ _meta, ...params }: { readonly _meta?: object }) => ({
    completion: { values: [JSON.stringify(params)] },
  }),
  setLevel: () => ({}),
};

describe.each(SUPPORTED_REVISIONS)('in revision %s', (revision) => {
  const open = () =>
    converse(HANDLERS, {}, { revision, instructions: 'Ask for cities.', capabilities: { logging: {} } });

  test('a client knows its server', async () => {
    const { client } = await open();
    expect(client.revision).toBe(revision);
    expect(client.server).toMatchObject({ name: 'weather', version: '2.0.0', capabilities: { tools: {} } });
    expect(client.instructions).toBe('Ask for cities.');
  });

  test('tools are called with and without arguments, and may fail', async () => {
    const { client } = await open();
    const result = await client.callTool('forecast', { city: 'Oslo' });
    expect(result).toMatchObject({ isError: false, structuredContent: undefined, _meta: { seen: true } });
    expect(result.text).toBe('forecast {"city":"Oslo"}\nThe end');
    expect(result.content).toHaveLength(3);
    expect((await client.callTool('forecast')).text).toBe('forecast undefined\nThe end');
    expect(await client.callTool('fail')).toMatchObject({ isError: true, text: 'No rain gauge' });
  });

  test('lists are followed over all pages, item by item, page by page, or all at once', async () => {
    covers('prompts-paginated');
    const { client } = await open();
    const names: string[] = [];
    for await (const { name } of client.tools()) names.push(name);
    expect(names).toEqual(['a', 'b', 'c']);
    expect((await client.resources().all()).map(({ uri }) => uri)).toEqual(['demo:a', 'demo:b', 'demo:c']);
    expect((await client.resourceTemplates().all()).map(({ uriTemplate }) => uriTemplate)).toContain('demo:{c}');
    const sizes: number[] = [];
    for await (const page of client.prompts().pages()) sizes.push(page.length);
    expect(sizes).toEqual([2, 0, 1]);
    await expect(client.tools({ limit: 2 }).all()).rejects.toThrow('more than 2 pages');
  });

  test('cursors go back to the server as they came', async () => {
    covers('pagination-opaque');
    const cursors = ['{"page":2}', ' 0 ', 'MQ==', 'ä\n"'];
    const asked: unknown[] = [];
    const list = (key: string) => (params: PaginatedRequestParams | undefined) => {
      const at = cursors.indexOf(params?.cursor ?? '') + 1;
      asked.push(params?.cursor);
      return { [key]: [], ...(at < cursors.length && { nextCursor: cursors[at] }) };
    };
    const handlers = {
      listTools: list('tools'),
      listResources: list('resources'),
      listResourceTemplates: list('resourceTemplates'),
      listPrompts: list('prompts'),
    };
    const { client } = await converse(handlers, {}, { revision });
    for (const listing of [client.tools(), client.resources(), client.resourceTemplates(), client.prompts()]) {
      await listing.all();
      expect(asked.splice(0)).toEqual([undefined, ...cursors]);
    }
  });

  test('resources are read, prompts filled in, arguments completed', async () => {
    const { client } = await open();
    expect((await client.readResource('demo:a')).contents).toEqual([{ uri: 'demo:a', text: 'Sunny' }]);
    const { messages } = await client.getPrompt('greet', { name: 'Ada' });
    expect(messages).toMatchObject([{ content: { text: 'greet {"name":"Ada"}' } }]);
    expect((await client.getPrompt('greet')).messages).toMatchObject([{ content: { text: 'greet {}' } }]);
    const ref = { type: 'ref/prompt', name: 'greet' } as const;
    const [asked] = (await client.complete(ref, 'city', 'Os', { country: 'no' })).values;
    const argument = { name: 'city', value: 'Os' };
    expect(JSON.parse(asked ?? '')).toEqual({ ref, argument, context: { arguments: { country: 'no' } } });
    const [plain] = (await client.complete(ref, 'city', 'Os')).values;
    expect(JSON.parse(plain ?? '')).toEqual({ ref, argument });
    await client.setLogLevel('error');
    await client.ping();
    expect(await client.request('prompts/get', { name: 'greet' })).toMatchObject({ resultType: 'complete' });
  });

  test('a method that the server has not declared says which capability is missing', async () => {
    const { client } = await converse({}, {}, { revision });
    const lacking = (capability: string) => ({ code: -32601, message: expect.stringContaining(capability) });
    await expect(client.callTool('forecast')).rejects.toMatchObject(lacking('tools'));
    await expect(client.tools().all()).rejects.toMatchObject(lacking('tools'));
    await expect(client.readResource('demo:a')).rejects.toMatchObject(lacking('resources'));
    await expect(client.getPrompt('greet')).rejects.toMatchObject(lacking('prompts'));
    if (!isStateless(revision)) await expect(client.setLogLevel('error')).rejects.toMatchObject(lacking('logging'));
    await expect(client.subscribe('demo:a').ready).rejects.toMatchObject(lacking('resources.subscribe'));
  });

  test('what the revision does not have is refused before it is sent', async () => {
    const { client } = await open();
    const missing = isStateless(revision)
      ? client.request('logging/setLevel', { level: 'error' })
      : client.request('server/discover', {});
    await expect(missing).rejects.toMatchObject({ name: 'NotExpressibleError' });
    await expect(client.notify('notifications/subscriptions/acknowledged', {} as never)).rejects.toThrow(
      isStateless(revision) ? 'that this side can send' : 'does not have',
    );
    if (!isStateless(revision)) return;
    const refused = { name: 'NotExpressibleError' };
    await expect(client.request('ping', {})).rejects.toMatchObject(refused);
    await expect(client.request('resources/subscribe', { uri: 'demo:a' })).rejects.toMatchObject(refused);
    await expect(client.notify('notifications/roots/list_changed', {})).rejects.toMatchObject(refused);
  });
});

test('calls are cancelled, time out, and receive progress', async () => {
  const started = deferred<AbortSignal>();
  const { client } = await converse({
    callTool: (
      { name }: { readonly name: string },
      context: { readonly signal: AbortSignal; readonly progress: (report: object) => void },
    ) => {
      if (name === 'progress') {
        context.progress({ progress: 1, total: 2, message: 'Half' });
        return { content: [] };
      }
      started.resolve(context.signal);
      return endless();
    },
  });
  await expect(client.callTool('wait', {}, { timeout: 20 })).rejects.toMatchObject({ name: 'RequestTimeoutError' });
  expect((await started.promise).aborted).toBe(true);
  const controller = new AbortController();
  const call = client.callTool('wait', {}, { signal: controller.signal });
  controller.abort(new Error('Enough'));
  await expect(call).rejects.toThrow('Enough');
  const reports: unknown[] = [];
  await client.callTool('progress', {}, { onProgress: (report) => reports.push(report) });
  expect(reports).toEqual([{ progress: 1, total: 2, message: 'Half' }]);
});

test('the timeout of the client is that of its requests', async () => {
  covers('tools-timeout');
  const { client } = await converse({ callTool: () => endless() }, { timeout: 15 });
  await expect(client.callTool('wait')).rejects.toMatchObject({ name: 'RequestTimeoutError', timeout: 15 });
});

test.each(SUPPORTED_REVISIONS)(
  'in revision %s, what is answered is checked before it is handed out',
  async (revision) => {
    const { client, wire } = await converseRaw({ tools: {} }, {}, revision);
    const call = client.callTool('forecast');
    const { id } = (await wire.next()) as { readonly id: unknown };
    wire.say({ jsonrpc: '2.0', id, result: { content: [{ type: 'text' }] } });
    await expect(call).rejects.toMatchObject({ name: 'InvalidMessageError', method: 'tools/call' });
  },
);

test('the client introduces itself, and declares what it answers and nothing else', async () => {
  const plain = await converseRaw({});
  expect(plain.introduction).toEqual({
    protocolVersion: '2025-11-25',
    clientInfo: { name: 'mcp-gen client', version: '0.0.0' },
    capabilities: {},
  });
  const answer = { role: 'assistant', model: 'm', content: { type: 'text', text: '' } } as const;
  const full = await converseRaw(
    {},
    {
      name: 'host',
      version: '3.1.0',
      revisions: ['2025-06-18', '2024-11-05'],
      roots: [],
      sampling: { model: () => answer, tools: true, allowContext: () => true },
      elicitation: { form: () => ({ action: 'cancel' }), url: () => 'decline' },
    },
  );
  expect(full.introduction).toEqual({
    protocolVersion: '2025-06-18',
    clientInfo: { name: 'host', version: '3.1.0' },
    capabilities: {
      roots: { listChanged: true },
      sampling: { tools: {}, context: {} },
      elicitation: { form: {}, url: {} },
    },
  });
});

test('without a session, the client introduces itself with each request', async () => {
  const options = {
    name: 'host',
    version: '3.1.0',
    roots: [],
    elicitation: { form: () => ({ action: 'cancel' as const }) },
  };
  const { client, wire, introduction } = await converseRaw({ tools: {} }, options, '2026-07-28');
  const said = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'host', version: '3.1.0' },
      'io.modelcontextprotocol/clientCapabilities': {
        roots: { listChanged: true },
        elicitation: { form: {} },
      },
    },
  };
  expect(introduction).toEqual(said);
  void client
    .tools()
    .all()
    .catch(() => undefined);
  expect(await wire.next()).toMatchObject({ method: 'tools/list', params: said });
});

test('what the server tells is heard', async () => {
  const heard: unknown[] = [];
  const { client, session, errors } = await converse(
    {
      listTools: () => ({ tools: [] }),
      listPrompts: () => ({ prompts: [] }),
      listResources: () => ({ resources: [] }),
      setLevel: () => ({}),
    },
    { onLog: ({ level, data }) => heard.push({ level, data }), onListChanged: (list) => heard.push(list) },
    {
      capabilities: { tools: { listChanged: true }, prompts: { listChanged: true }, resources: { listChanged: true } },
    },
  );
  const { notify } = session();
  await notify('notifications/tools/list_changed');
  await notify('notifications/resources/list_changed');
  await notify('notifications/prompts/list_changed');
  await notify('notifications/message', { level: 'info', data: 'Rain' });
  await client.ping();
  expect(heard).toEqual(['tools', 'resources', 'prompts', { level: 'info', data: 'Rain' }]);
  expect(errors.empty()).toEqual([]);
});

test('what was lost on the way is told', async () => {
  const losses: unknown[] = [];
  const { client, wire } = await converseRaw(
    {},
    {
      revisions: ['2024-11-05'],
      onLoss: ({ pointer }, { method, revision }) => losses.push({ pointer, method, revision }),
    },
  );
  const completing = client.complete({ type: 'ref/prompt', name: 'x' }, 'a', '');
  const { id } = (await wire.next()) as { readonly id: unknown };
  const values = Array.from({ length: 150 }, (_, index) => `${index}`);
  wire.say({ jsonrpc: '2.0', id, result: { completion: { values } } });
  expect((await completing).values).toHaveLength(100);
  expect(losses).toEqual([{ pointer: '/completion/values', method: 'completion/complete', revision: '2024-11-05' }]);
});

test('the connection to a server that no longer answers pings is closed', async () => {
  const { client, wire } = await converseRaw({}, { ping: { interval: 5, misses: 2 } });
  expect(await wire.next()).toMatchObject({ method: 'ping' });
  expect(await client.closed).toMatchObject({ reason: 'timeout' });
});

test('after closing no more requests are sent', async () => {
  const { client } = await converse(HANDLERS);
  await client[Symbol.asyncDispose]();
  expect(await client.closed).toMatchObject({ reason: 'closed' });
  await expect(client.callTool('forecast')).rejects.toMatchObject({ name: 'ConnectionClosedError', reason: 'closed' });
  await client.close();
});

test('a connection that is lost stays lost, and says why', async () => {
  const { client, stop } = await converse({ callTool: () => endless() });
  const call = client.callTool('wait');
  await client.ping();
  await stop();
  await expect(call).rejects.toMatchObject({ name: 'ConnectionClosedError', reason: 'end-of-input' });
  expect(await client.closed).toMatchObject({ reason: 'end-of-input' });
  await expect(client.ping()).rejects.toMatchObject({ reason: 'end-of-input' });
});
