/** What servers do in every revision, where each request stands alone: lists, limits, access, and errors. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JsonRpcError, memoryPair } from '@mcp-gen/runtime';
import { Server, UrlElicitationRequiredError } from '@mcp-gen/sdk';
import { connect } from '@mcp-gen/sdk/client';
import { serveHttp } from '@mcp-gen/sdk/http';
import { createMockServer } from '@mcp-gen/sdk/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HANDWRITTEN } from '../../../scripts/packages.mjs';
import { covers } from '../../support/covers.js';
import { rawRequest } from '../../support/rawHttp.js';
import { ALL_CAPABILITIES, headersOf, metaWith, openAlone, postAlone, STATELESS } from '../../support/standAlone.js';
import { request } from '../../support/rpc.js';
import { ROOT } from '../../support/schemas.js';
import { Wire } from '../runtime/support.js';
import { endless } from '../../support/leftovers/endless.js';
import { connectUntilEnd, serveUntilEnd, untilEnd } from '../../support/untilEnd.js';

const info = { name: 'notes', version: '1.0.0' };

function notes(options = {}): Server {
  const server = new Server(info, options);
  for (const name of ['c', 'a', 'b']) server.tool(name, {}, () => name);
  server.tool('ask', {}, async (_, { elicit }) => (await elicit('who', { message: 'Who?', schema: NAME })).action);
  server.prompt('greet', { arguments: { name: { required: true } } }, ({ name }) => `Hello, ${name}`);
  server.resource('notes://a', {}, 'a');
  return server;
}

const NAME = { type: 'object', properties: { name: { type: 'string' } } } as const;

describe('a list', () => {
  const LISTS = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'] as const;

  test('is the same on each connection, whatever was asked before, and in the same order', async () => {
    covers('tools-list-answered', 'tools-list-independent', 'tools-list-ordered');
    covers('resources-list-answered', 'resources-list-independent', 'prompts-list-answered');
    covers('prompts-list-independent');
    const server = notes();
    const [one, other] = [openAlone(server), openAlone(server)];
    for (const method of LISTS) {
      const { result } = await one.ask(method);
      await one.ask('tools/call', { name: 'a' }, { capabilities: {} });
      await one.ask('resources/read', { uri: 'notes://a' });
      expect((await other.ask(method, {}, { capabilities: {} })).result).toEqual(result);
      expect((await one.ask(method)).result).toEqual(result);
    }
    const { result } = await one.ask('tools/list');
    expect((result as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual(['c', 'a', 'b', 'ask']);
    expect((await one.ask('prompts/list')).result).toMatchObject({ prompts: [{ name: 'greet' }] });
    expect((await one.ask('resources/list')).result).toMatchObject({ resources: [{ uri: 'notes://a' }] });
  });

  test('is for the same callers on each of its pages', async () => {
    covers('caching-scope-same', 'caching-hints');
    for (const cacheScope of ['public', 'private'] as const) {
      const wire = openAlone(notes({ pageSize: 1, cache: { tools: { cacheScope, ttlMs: 5 } } }));
      const scopes: unknown[] = [];
      for (let cursor: unknown, page = 0; page === 0 || cursor !== undefined; page++) {
        const { result } = await wire.ask('tools/list', cursor === undefined ? {} : { cursor });
        scopes.push(result?.['cacheScope']);
        cursor = result?.['nextCursor'];
      }
      expect(scopes).toEqual([cacheScope, cacheScope, cacheScope, cacheScope]);
    }
  });

  test('with a cursor that is not valid is error -32602', async () => {
    covers('pagination-invalid', 'pagination-graceful');
    const { error } = await openAlone(notes()).ask('tools/list', { cursor: '' });
    expect(error?.code).toBe(-32602);
  });

  test.each(['resources/read', 'prompts/get', 'tools/call'])(
    '%s has nothing that the caller may not access',
    async (method) => {
      covers('caching-access', 'tools-access', 'resources-access');
      const server = new Server(info);
      server.tool('hidden', { access: () => false }, () => '');
      server.prompt('hidden', { access: () => false }, () => '');
      server.resource('notes://hidden', { access: () => false }, '');
      const wire = openAlone(server);
      for (const list of LISTS) expect(JSON.stringify((await wire.ask(list)).result)).not.toContain('hidden');
      const { error } = await wire.ask(method, { name: 'hidden', uri: 'notes://hidden' });
      expect(error?.code).toBe(-32602);
    },
  );
});

describe('every result that holds for some time says so', () => {
  test.each<[string, object]>([
    ['server/discover', {}],
    ['tools/list', {}],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'notes://a' }],
  ])('%s', async (method, params) => {
    covers('caching-hints');
    expect((await openAlone(notes()).ask(method, params)).result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });
});

describe('a request is refused', () => {
  test.each<[string, string, object]>([
    ['an unknown tool', 'tools/call', { name: 'none' }],
    ['an unknown prompt', 'prompts/get', { name: 'none' }],
    ['a prompt without its arguments', 'prompts/get', { name: 'greet' }],
    ['a resource that is not there', 'resources/read', { uri: 'notes://none' }],
    ['a URI that is none', 'resources/read', { uri: 'none' }],
  ])('for %s', async (_, method, params) => {
    covers('prompts-unknown', 'prompts-missing-arguments', 'resources-uri-checked', 'resources-not-found-params');
    const { error, result } = await openAlone(notes()).ask(method, params);
    expect([error?.code, result]).toEqual([-32602, undefined]);
  });

  test('as an internal error where the server fails', async () => {
    covers('resources-internal-error', 'prompts-internal-error', 'logging-failure');
    const server = new Server(info, { onError: () => {} });
    const fail = (): never => {
      throw new Error('secret');
    };
    server.resource('notes://bad', {}, fail);
    server.prompt('bad', {}, fail);
    const wire = openAlone(server);
    const refused = { error: { code: -32603, message: expect.not.stringContaining('secret') as string } };
    expect(await wire.ask('resources/read', { uri: 'notes://bad' })).toMatchObject(refused);
    expect(await wire.ask('prompts/get', { name: 'bad' })).toMatchObject(refused);
  });

  test('for what calls itself by a new name each time, once it has asked too much', async () => {
    covers('base-info-no-security', 'tools-rate');
    const wire = openAlone(notes({ rateLimits: { toolCalls: { perSecond: 0.001, burst: 2 } } }));
    const callAs = async (name: string): Promise<unknown> => {
      const _meta = { ...metaWith(), 'io.modelcontextprotocol/clientInfo': { name, version: '1' } };
      return (await wire.ask('tools/call', { name: 'a', _meta })).error?.message;
    };
    expect([await callAs('one'), await callAs('two')]).toEqual([undefined, undefined]);
    expect(await callAs('three')).toContain('Too many tool calls');
  });
});

describe('pages that have to be visited first', () => {
  test.each([
    ['a prompt', 'prompts/get', { name: 'paid' }],
    ['a resource', 'resources/read', { uri: 'notes://paid' }],
  ])('are asked for before %s, and not by the error of an earlier revision', async (_, method, params) => {
    covers('base-codes-retired');
    const fail = (): never => {
      throw new UrlElicitationRequiredError([{ message: 'Pay', url: 'https://a.example/pay' }]);
    };
    const server = new Server(info);
    server.prompt('paid', {}, fail);
    server.resource('notes://paid', {}, fail);
    const wire = openAlone(server);
    expect((await wire.ask(method, params)).result).toMatchObject({ resultType: 'input_required' });
    expect((await wire.ask(method, params, { capabilities: {} })).error?.code).toBe(-32021);
  });
});

test('error codes are those that the specification defines', () => {
  covers('base-codes-reserved', 'base-codes-legacy-unused', 'base-codes-legacy-not-allocated', 'base-codes-own');
  // The checks of conformance judge what others send.
  const folders = HANDWRITTEN.filter((folder) => folder !== 'conformance/src');
  const sources = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
  );
  // JSON-RPC reserves -32768 to -32000.
  const codes = sources.flatMap((text) => text.match(/-32\d{3}\b/g) ?? []);
  const jsonRpc = ['-32600', '-32601', '-32602', '-32603', '-32700'];
  // The two that earlier revisions have are sent in these alone.
  const protocol = ['-32002', '-32020', '-32021', '-32022', '-32042'];
  expect([...new Set(codes)].sort()).toEqual([...protocol, ...jsonRpc]);
});

test.each([-32000, -32001, -32002, -32019])(
  'the code %i of a server reaches the application as it is',
  async (code) => {
    covers('base-codes-legacy-meaning', 'resources-not-found-earlier');
    const error = { jsonrpc: '2.0', error: { code, message: 'Not there' } };
    const [near, far] = memoryPair();
    const wire = new Wire(far);
    const connecting = connect(near, { onError: () => {} });
    const opening = (await wire.next()) as { readonly id: number };
    const result = {
      resultType: 'complete',
      supportedVersions: [STATELESS],
      capabilities: { resources: {} },
      ttlMs: 0,
    };
    wire.say({ jsonrpc: '2.0', id: opening.id, result: { ...result, cacheScope: 'private' } });
    const client = untilEnd(await connecting);
    const reading = client.readResource('notes://none');
    const { id } = (await wire.next()) as { readonly id: number };
    wire.say({ ...error, id });
    await expect(reading).rejects.toMatchObject({ name: 'JsonRpcError', code, message: 'Not there' });
  },
);

test('requests of several clients can arrive in any order on one connection', async () => {
  covers('base-conversations-mixed');
  const server = new Server(info);
  const waiting: (() => void)[] = [];
  server.tool('who', {}, async (_, { client }) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return client.name;
  });
  const wire = openAlone(server);
  const names = ['one', 'two', 'three'];
  const ids = names.map((name) =>
    wire.send('tools/call', {
      name: 'who',
      _meta: { ...metaWith(), 'io.modelcontextprotocol/clientInfo': { name, version: '1' } },
    }),
  );
  await wire.ask('server/discover');
  for (const resolve of waiting.toReversed()) resolve();
  const answers = await Promise.all(ids.map((id) => wire.answerTo(id)));
  expect(answers.map(({ result }) => result?.content?.[0]?.text)).toEqual(names);
});

test('a server that closes cancels none of the requests that it answers', async () => {
  covers('cancellation-by-server', 'patterns-client-asks');
  const server = new Server(info);
  let begun = (): void => {};
  const running = new Promise<void>((resolve) => (begun = resolve));
  server.tool('wait', {}, () => {
    begun();
    return endless();
  });
  const [near, far] = memoryPair();
  const serving = server.serve({ transport: near });
  const wire = new Wire(far);
  wire.say(request(1, 'tools/call', { name: 'wait', _meta: metaWith() }));
  await running;
  await serving.close();
  expect(await wire.settled()).toEqual([]);
});

test('log messages belong to their request, and to no subscription', async () => {
  covers('logging-own-stream');
  const server = notes();
  server.tool('log', {}, (_, { log }) => {
    log.error('large');
    return 'logged';
  });
  const { url } = await serveUntilEnd(server);
  const abort = new AbortController();
  const listening = await fetch(url, {
    method: 'POST',
    headers: headersOf('subscriptions/listen'),
    body: JSON.stringify(
      request('L', 'subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: metaWith() }),
    ),
    signal: abort.signal,
  });
  const reader = (listening.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain('acknowledged');
  const called = await postAlone(url, 'tools/call', { name: 'log' }, { claims: { logLevel: 'debug' } });
  expect(called.text).toContain('"large"');
  server.tool('new', {}, () => '');
  const next = (await reader.read()).value;
  expect(next).toContain('list_changed');
  expect(next).not.toContain('notifications/message');
  abort.abort();
  await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' });
});

describe('over HTTP', () => {
  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    [undefined, 200],
  ])('a request of the origin %s has the status %i', async (origin, status) => {
    covers('http-alone-origin', 'http-alone-origin-forbidden');
    const { url } = await serveUntilEnd(notes());
    expect((await postAlone(url, 'tools/list', {}, { headers: { origin } })).status).toBe(status);
    const other = await rawRequest(url.replace('/mcp', '/other'), { method: 'POST', headers: headersOf('tools/list') });
    expect(other.status).toBe(404);
  });

  test('what a server asks is in its response, and nowhere else on the stream', async () => {
    covers('http-alone-stream-no-requests', 'http-alone-stream-related');
    const server = notes();
    server.tool('steps', {}, async (_, { progress, elicit }) => {
      progress(1, 2);
      return (await elicit('who', { message: 'Who?', schema: NAME })).action;
    });
    const { url } = await serveUntilEnd(server);
    const claims = { progressToken: 'p', capabilities: ALL_CAPABILITIES };
    const { text } = await postAlone(url, 'tools/call', { name: 'steps' }, { claims });
    const messages = text
      .split('\n\n')
      .flatMap((event) => (event === '' ? [] : [JSON.parse(event.replace('data: ', '')) as object]));
    expect(messages).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p' } },
      { result: { resultType: 'input_required' } },
    ]);
    expect(messages.filter((message) => 'method' in message && 'id' in message)).toEqual([]);
  });

  test('a client reads answers as JSON and as a stream', async () => {
    covers('http-alone-answer-both-read');
    const server = notes();
    server.tool('steps', {}, (_, { progress }) => {
      progress(1, 2);
      return 'done';
    });
    const { url, close } = await serveHttp(server, { port: 0 });
    const client = await connect(url);
    onTestFinished(async () => {
      await client.close();
      await close();
    });
    const seen: number[] = [];
    const streamed = await client.callTool('steps', {}, { onProgress: ({ progress }) => seen.push(progress) });
    const plain = await client.callTool('a');
    expect([client.revision, streamed.text, seen, plain.text]).toEqual([STATELESS, 'done', [1], 'a']);
  });
});

test('a model that is asked again sees the messages of that question alone', async () => {
  covers('sampling-not-retained');
  const question = (text: string): object => ({
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 5 },
  });
  const server = createMockServer(
    {
      'tools/call': ({ name, inputResponses }) =>
        inputResponses === undefined
          ? { resultType: 'input_required', inputRequests: { wish: question(String(name)) } }
          : { resultType: 'complete', content: [] },
    },
    { revision: STATELESS },
  );
  const asked: string[] = [];
  const client = await connectUntilEnd(server.target, {
    onError: () => {},
    sampling: {
      model: ({ messages }) => {
        asked.push(JSON.stringify(messages));
        return { role: 'assistant', model: 'test', content: { type: 'text', text: 'ok' } };
      },
    },
  });
  await client.callTool('first');
  await client.callTool('second');
  expect(asked).toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
  expect(asked[1]).not.toContain('first');
});

test('pages that are kept are dropped when the cursor of one is no longer good', async () => {
  covers('caching-cursor-invalid', 'caching-page', 'pagination-end');
  const holding = { resultType: 'complete', cacheScope: 'public', ttlMs: 60_000, tools: [] };
  let isGood = true;
  const server = createMockServer(
    {
      'tools/list': ({ cursor }) => {
        if (cursor === undefined) return { ...holding, nextCursor: isGood ? 'old' : 'new' };
        return cursor === 'new' || isGood ? { ...holding, ttlMs: 0 } : new JsonRpcError(-32602, 'Unknown cursor');
      },
    },
    { revision: STATELESS },
  );
  const client = await connectUntilEnd(server.target, { onError: () => {} });
  await client.tools().all();
  isGood = false;
  await expect(client.tools().all()).rejects.toMatchObject({ code: -32602 });
  expect(await client.tools().all()).toEqual([]);
  const asked = server.received.filter(({ method }) => method === 'tools/list');
  expect(asked.map(({ params }) => (params as { cursor?: string }).cursor)).toEqual([
    undefined,
    'old',
    'old',
    undefined,
    'new',
  ]);
});
