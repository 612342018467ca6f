/** The example of definition tags (a draft): lists on condition, what has changed, checks of calls, and what is refused. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { JsonRpcError, memoryPair } from '@mcp-gen/runtime';
import { bridge } from '@mcp-gen/sdk/bridge';
import { Server, type Middleware } from '@mcp-gen/sdk';
import { connect, type Client, type ClientMiddleware } from '@mcp-gen/sdk/client';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { digestOf } from '../../examples/definition-tags/digest.js';
import { definitionTags, type DefinitionTagsOptions } from '../../examples/definition-tags/definitionTags.js';
import { KeptLists } from '../../examples/definition-tags/keptLists.js';
import {
  CHANGES,
  DIGEST,
  DIGEST_CHANGED,
  EXPECTED_DIGEST,
  IF_NONE_MATCH,
  KNOWN_TAGS,
  STALE_DEFINITIONS,
  STALE_TAGS,
} from '../../examples/definition-tags/wire.js';
import { freePort, startHttpProgram } from '../support/httpProgram.js';
import { Mailbox } from '../support/mailbox.js';
import { runProgram } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { SUPPORTED_REVISIONS } from '../../sdk/src/revisions.js';
import { connectUntilEnd, serveUntilEnd, untilEnd } from '../support/untilEnd.js';

type Revision = (typeof SUPPORTED_REVISIONS)[number];

type Result = { readonly [name: string]: unknown } & { readonly _meta?: { readonly [name: string]: unknown } };

interface World {
  readonly server: Server;
  readonly client: Client;
  /** Requests and results of the client, as they are sent. */
  readonly sent: { readonly method: string; readonly params: Result; result?: Result }[];
  readonly names: () => Promise<string[]>;
  /** Connects another client to the server. */
  readonly open: (options?: DefinitionTagsOptions, revision?: Revision) => Promise<Client>;
}

interface Settings {
  readonly tags?: DefinitionTagsOptions;
  readonly client?: DefinitionTagsOptions;
  readonly tools?: number;
  readonly pageSize?: number;
  readonly ttlMs?: number;
  readonly revision?: Revision;
  /** Of the server, inside of the extension. */
  readonly inside?: Middleware;
}

/** A server with tools `tool0` and so on, and a client. */
async function world(settings: Settings = {}): Promise<World> {
  const { tags, client: own, tools = 3, pageSize = 100, ttlMs = 0, revision, inside } = settings;
  const server = new Server(
    { name: 'shop', version: '1.0.0' },
    {
      extensions: [definitionTags(tags)],
      features: ['tools', 'prompts', 'resources'],
      pageSize,
      cache: { tools: { ttlMs, cacheScope: 'public' } },
    },
  );
  if (inside !== undefined) server.use(inside);
  for (let number = 0; number < tools; number++) addTool(server, `tool${number}`);
  const sent: World['sent'] = [];
  const record: ClientMiddleware = async (message, next) => {
    if (message.direction === 'in' || message.kind !== 'request') return next(message);
    const entry: World['sent'][number] = { method: message.method, params: message.params as Result };
    sent.push(entry);
    const result = await next(message);
    entry.result = result as Result;
    return result;
  };
  const open: World['open'] = (options, other = revision) =>
    connectUntilEnd(inProcess(server), {
      extensions: [definitionTags(options)],
      middleware: [record],
      ...(other !== undefined && { revisions: [other] }),
    });
  const client = await open(own);
  return { server, client, sent, names: () => namesOf(client), open };
}

function addTool(server: Server, name: string, description = 'A tool'): ReturnType<Server['tool']> {
  return server.tool(name, { description }, () => `${name} has run`);
}

async function namesOf(client: Client): Promise<string[]> {
  return (await client.tools().all()).map(({ name }) => name);
}

function countsOf(client: Client): object | undefined {
  return client.extension(definitionTags)?.counts;
}

/** A client without the extension, that sends what it is told. */
async function plainClient(server: Server, record?: (result: Result) => void): Promise<Client> {
  return connectUntilEnd(inProcess(server), {
    middleware: [
      async (message, next) => {
        const result = await next(message);
        if (message.method === 'tools/list') record?.(result as Result);
        return result;
      },
    ],
  });
}

/** Lists tools with metadata of the test, without the client's part of the extension. */
async function rawList(server: Server, meta: object, cursor?: string): Promise<Result> {
  let listed: Result = {};
  const client = await connect(inProcess(server), {
    middleware: [
      async (message, next) => {
        if (message.method !== 'tools/list') return next(message);
        const params = { ...(cursor !== undefined && { cursor }), _meta: meta };
        listed = (await next({ ...message, params })) as Result;
        const { nextCursor: _, ...last } = listed;
        return last;
      },
    ],
  });
  await client.tools().all();
  await client.close();
  return listed;
}

describe.each(SUPPORTED_REVISIONS)('lists on condition in %s', (revision) => {
  test('are not sent again until they change, and then only what has changed', async () => {
    const { server, client, sent, names } = await world({ revision });
    expect(await names()).toEqual(['tool0', 'tool1', 'tool2']);
    expect(await names()).toEqual(['tool0', 'tool1', 'tool2']);
    expect(sent.at(-1)?.result).toMatchObject({ tools: [], _meta: { [CHANGES]: { removed: [], total: 3 } } });

    addTool(server, 'tool3');
    expect(await names()).toEqual(['tool0', 'tool1', 'tool2', 'tool3']);
    expect(sent.at(-1)?.result).toMatchObject({ tools: [{ name: 'tool3' }], _meta: { [CHANGES]: { total: 4 } } });
    expect(countsOf(client)).toEqual({ fresh: 0, unchanged: 1, changed: 1, whole: 1 });
  });

  test('work with calls', async () => {
    const { client, names, sent } = await world({ revision });
    await names();
    expect((await client.callTool('tool0')).text).toBe('tool0 has run');
    const { params, result } = sent.at(-1) ?? {};
    expect(params?._meta?.[KNOWN_TAGS]).toEqual({ 'tools/list': expect.stringMatching(/^sha256:/) });
    expect(result?._meta?.[STALE_TAGS]).toBeUndefined();
  });
});

describe('what has changed', () => {
  test('is a tool that was updated, removed, or added, each at its place', async () => {
    const { server, names, client, sent } = await world({ tools: 4 });
    const late = addTool(server, 'late');
    await names();
    late.update({ description: 'Another text' });
    expect(await names()).toEqual(['tool0', 'tool1', 'tool2', 'tool3', 'late']);
    const [, , , , changed] = await client.tools().all();
    expect(changed?.description).toBe('Another text');
    late.remove();
    addTool(server, 'new');
    expect(await names()).toEqual(['tool0', 'tool1', 'tool2', 'tool3', 'new']);
    expect(sent.at(-1)?.result?._meta?.[CHANGES]).toMatchObject({ removed: ['late'], total: 5 });
  });

  test('is the whole list if that is not more', async () => {
    const { server, names, client } = await world({ tools: 2, pageSize: 2 });
    await names();
    addTool(server, 'tool2');
    addTool(server, 'tool3');
    expect(await names()).toHaveLength(4);
    expect(countsOf(client)).toMatchObject({ whole: 2, changed: 0 });
  });

  test('is the whole list in another process, which says nevertheless that nothing has changed', async () => {
    const lists = new KeptLists();
    const first = await world({ client: { lists } });
    await first.names();
    const second = await world({ client: { lists } });
    await second.names();
    expect(countsOf(second.client)).toMatchObject({ unchanged: 1, whole: 0 });
    const third = await world({ client: { lists }, tools: 4 });
    expect(await third.names()).toHaveLength(4);
    expect(countsOf(third.client)).toMatchObject({ whole: 1, changed: 0 });
  });

  test('is the whole list if the server does not remember', async () => {
    const { server, names, client } = await world({ tags: { changes: false } });
    await names();
    await names();
    addTool(server, 'tool3');
    expect(await names()).toHaveLength(4);
    expect(countsOf(client)).toEqual({ fresh: 0, unchanged: 1, changed: 0, whole: 2 });
  });

  test('is the whole list if the server has forgotten: it remembers 16 lists', async () => {
    const { server, names, client } = await world();
    await names();
    const other = await plainClient(server);
    for (let number = 0; number < 16; number++) {
      addTool(server, `more${number}`);
      await namesOf(other);
    }
    expect(await names()).toHaveLength(19);
    expect(countsOf(client)).toMatchObject({ whole: 2, changed: 0 });
  });
});

describe('time and notifications', () => {
  test('a list that is fresh is not requested, also when it was not sent again', async () => {
    const { client, names, sent } = await world({ ttlMs: 60_000 });
    const lists = (): number => sent.filter(({ method }) => method === 'tools/list').length;
    await names();
    await names();
    expect(lists()).toBe(1);
    client.extension(definitionTags)?.lists.expire('tools/list');
    await names();
    expect(lists()).toBe(2);
    await names();
    expect(lists()).toBe(2);
    expect(countsOf(client)).toEqual({ fresh: 2, unchanged: 1, changed: 0, whole: 1 });
  });

  test('a notification ends that', async () => {
    const { server } = await world({ ttlMs: 60_000 });
    const changed = new Mailbox<string>();
    const client = await connectUntilEnd(inProcess(server), {
      extensions: [definitionTags()],
      onListChanged: (list) => changed.put(list),
      middleware: [
        async (message, next) => {
          const result = await next(message);
          if (message.method === 'notifications/subscriptions/acknowledged') changed.put('ready');
          return result;
        },
      ],
    });
    await client.tools().all();
    await changed.take((text) => text === 'ready');
    addTool(server, 'tool3');
    await changed.take((list) => list === 'tools');
    expect(await namesOf(client)).toHaveLength(4);
    expect(countsOf(client)).toMatchObject({ fresh: 0, changed: 1 });
  });

  test('a change while the list is on its way makes it old at once', async () => {
    const { client, names } = await world({ ttlMs: 60_000 });
    let isOnce = true;
    client.use(async (message, next) => {
      const result = await next(message);
      if (isOnce) client.extension(definitionTags)?.lists.expireAll('notifications/tools/list_changed');
      isOnce = false;
      return result;
    });
    await names();
    await names();
    expect(countsOf(client)).toMatchObject({ fresh: 0, unchanged: 1 });
    await names();
    expect(countsOf(client)).toMatchObject({ fresh: 1 });
  });

  test('an answer to a condition is private, whatever the server says of its lists', async () => {
    const { client, names, sent } = await world({ ttlMs: 60_000 });
    await names();
    expect(sent[0]?.result).toMatchObject({ cacheScope: 'public' });
    client.extension(definitionTags)?.lists.expire('tools/list');
    await names();
    expect(sent.at(-1)?.result).toMatchObject({ tools: [], cacheScope: 'private', ttlMs: 60_000 });
  });
});

describe('pages', () => {
  test('have the tag of the whole list, which does not depend on their size, or on the order', async () => {
    const tags = new Set<unknown>();
    for (const [pageSize, backwards] of [
      [100, false],
      [2, false],
      [100, true],
    ] as const) {
      const server = new Server({ name: 'shop', version: '1.0.0' }, { extensions: [definitionTags()], pageSize });
      const names = ['a', 'b', 'c', 'd', 'e'];
      for (const name of backwards ? names.reverse() : names) addTool(server, name);
      const pages: Result[] = [];
      await namesOf(await plainClient(server, (page) => pages.push(page)));
      expect(pages).toHaveLength(Math.ceil(5 / pageSize));
      for (const { tag } of pages) tags.add(tag);
    }
    expect([...tags]).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/)]);
  });

  test('of a list that changes in between are read again', async () => {
    let change: (() => void) | undefined;
    const inside: Middleware = async (message, next) => {
      const { cursor } = (message.params ?? {}) as { readonly cursor?: string };
      if (message.method === 'tools/list' && cursor !== undefined) {
        change?.();
        change = undefined;
      }
      return next(message);
    };
    const { server, client, names } = await world({ tools: 6, pageSize: 2, inside });
    await names();
    // The first page is read to its end before the list changes.
    client.extension(definitionTags)?.lists.drop('tools/list');
    let reads = 0;
    client.use(async (message, next) => {
      if (message.method === 'tools/list' && ++reads === 2) addTool(server, 'a-first');
      return next(message);
    });
    expect((await names()).sort()).toEqual(['a-first', 'tool0', 'tool1', 'tool2', 'tool3', 'tool4', 'tool5']);
    change = () => addTool(server, 'a-second');
    client.extension(definitionTags)?.lists.drop('tools/list');
    expect(await names()).toContain('a-second');
  });

  test('of a list that always changes are read as they are', async () => {
    const { server, client, names, sent } = await world({ tools: 6, pageSize: 2 });
    let number = 0;
    client.use(async (message, next) => {
      if (message.method === 'tools/list') addTool(server, `z${number++}`);
      return next(message);
    });
    await expect(names()).resolves.toEqual(expect.arrayContaining(['tool0', 'tool5']));
    expect(sent.length).toBeLessThan(40);
    expect(client.extension(definitionTags)?.lists.get('tools/list')).toBeUndefined();
  });

  test('with a cursor of another list are refused', async () => {
    const { server } = await world();
    await expect(rawList(server, {}, 'bm9uZQ==')).rejects.toMatchObject({ code: -32_602 });
  });
});

describe('callers', () => {
  async function shared(): Promise<{ url: string; open: (caller: string, lists: KeptLists) => Promise<Client> }> {
    const server = new Server({ name: 'shop', version: '1.0.0' }, { extensions: [definitionTags()] });
    for (let number = 0; number < 4; number++) addTool(server, `tool${number}`);
    server.tool('secret', { access: ['admin'] }, () => '');
    const service = await serveUntilEnd(server, {
      authenticate: (request) => {
        const id = request.header('x-caller') ?? 'nobody';
        return { id, roles: id === 'root' ? ['admin'] : [] };
      },
    });
    const open = async (caller: string, lists: KeptLists): Promise<Client> => {
      const client = await connectUntilEnd(service.url, {
        headers: { 'x-caller': caller },
        extensions: [definitionTags({ lists })],
      });
      return client;
    };
    return { url: service.url, open };
  }

  test('have the tag of what they see', async () => {
    const { open } = await shared();
    const [all, some] = [new KeptLists(), new KeptLists()];
    expect(await namesOf(await open('root', all))).toContain('secret');
    expect(await namesOf(await open('ada', some))).not.toContain('secret');
    expect(all.get('tools/list')?.tag).not.toBe(some.get('tools/list')?.tag);
    expect(await namesOf(await open('ada', some))).not.toContain('secret');
  });

  test('do not learn what was in the list of others, whose tag they have', async () => {
    const { open } = await shared();
    const stolen = new KeptLists();
    await namesOf(await open('root', stolen));
    const thief = await open('ada', stolen);
    expect(await namesOf(thief)).not.toContain('secret');
    // Not what has changed since, in which the name would be.
    expect(countsOf(thief)).toMatchObject({ whole: 1, changed: 0, unchanged: 0 });
  });
});

describe('calls', () => {
  test('with other definitions are served, and the result says so', async () => {
    const { server, client, names, sent } = await world({ ttlMs: 60_000 });
    await names();
    addTool(server, 'tool3');
    const result = await client.callTool('tool0');
    expect(result.text).toBe('tool0 has run');
    expect(sent.at(-1)?.result?._meta?.[STALE_TAGS]).toEqual(['tools/list']);
    // The list is fresh still, but requested.
    expect(await names()).toHaveLength(4);
    await client.callTool('tool0');
    expect(sent.at(-1)?.result?._meta?.[STALE_TAGS]).toBeUndefined();
  });

  test('are refused before anything runs, if the server wants that', async () => {
    const { server, client, names } = await world({ tags: { stale: 'reject' }, ttlMs: 60_000 });
    let ran = 0;
    const tool = server.tool('count', { input: z.object({ from: z.number() }) }, () => String(++ran));
    await names();
    tool.update({ description: 'Counts' });
    // Its arguments are not checked.
    const error = await client.callTool('count', { from: 'one' }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: STALE_DEFINITIONS, data: { staleTags: ['tools/list'] } });
    expect(ran).toBe(0);
    await names();
    expect((await client.callTool('count', { from: 1 })).text).toBe('1');
    expect(countsOf(client)).toMatchObject({ changed: 1 });
  });

  test('are not checked for lists on which they do not depend', async () => {
    const { server, client, names } = await world({ tags: { stale: 'reject' } });
    server.prompt('hello', {}, () => 'Hello');
    await names();
    await client.prompts().all();
    addTool(server, 'tool3');
    await expect(client.getPrompt('hello')).resolves.toBeDefined();
    await expect(client.callTool('tool0')).rejects.toMatchObject({ code: STALE_DEFINITIONS });
  });

  test('read resources with the tags of both lists', async () => {
    const { server, client, sent } = await world({ tags: { stale: 'reject' } });
    server.resource('notes:a', {}, 'a');
    server.resourceTemplate('notes:{name}', {}, () => 'b');
    await client.resources().all();
    await client.resourceTemplates().all();
    await client.readResource('notes:a');
    const known = sent.at(-1)?.params._meta?.[KNOWN_TAGS] as object;
    expect(Object.keys(known).sort()).toEqual(['resources/list', 'resources/templates/list']);
    server.resource('notes:c', {}, 'c');
    await expect(client.readResource('notes:a')).rejects.toMatchObject({
      code: STALE_DEFINITIONS,
      data: { staleTags: ['resources/list'] },
    });
  });

  test('can require the digest of one tool, whatever happens to others', async () => {
    const { server, client, names, sent } = await world({ tags: { digests: true } });
    const tool = addTool(server, 'own');
    await names();
    addTool(server, 'other');
    await client.callTool('own');
    expect(sent.at(-1)?.params._meta?.[EXPECTED_DIGEST]).toMatch(/^sha256:/);
    tool.update({ description: 'Another text' });
    await expect(client.callTool('own')).rejects.toMatchObject({ code: DIGEST_CHANGED });
    await names();
    await expect(client.callTool('own')).resolves.toBeDefined();
    tool.remove();
    await expect(client.callTool('own')).rejects.toMatchObject({ code: DIGEST_CHANGED });
  });

  test('are not checked if the server does not want that', async () => {
    const { server, client, names, sent } = await world({ tags: { stale: 'ignore' } });
    await names();
    addTool(server, 'tool3');
    await client.callTool('tool0');
    expect(sent.at(-1)?.result?._meta?.[STALE_TAGS]).toBeUndefined();
  });
});

describe('digests', () => {
  test('do not depend on the order of properties, and not on metadata', async () => {
    expect(digestOf({ b: [1, { d: 'ä', c: null }], a: undefined })).toBe(digestOf({ b: [1, { c: null, d: 'ä' }] }));
    expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: '1' }));
    const digestWith = async (meta: { [name: string]: unknown }): Promise<unknown[]> => {
      const server = new Server({ name: 'a', version: '1' }, { extensions: [definitionTags({ digests: true })] });
      server.tool('tool', { description: 'A tool', meta }, () => '');
      const { tools, tag } = (await rawList(server, {})) as unknown as { tools: [Result]; tag: string };
      return [tools[0]._meta?.[DIGEST], tag, tools[0]._meta?.['com.example/color']];
    };
    const red = await digestWith({ 'com.example/color': 'red' });
    const blue = await digestWith({ 'com.example/color': 'blue' });
    expect(red[0]).toBe(blue[0]);
    expect(red[1]).not.toBe(blue[1]);
    expect(red[2]).toBe('red');
  });

  test('an empty list has a tag', async () => {
    const server = new Server({ name: 'a', version: '1' }, { extensions: [definitionTags()], features: ['tools'] });
    expect((await rawList(server, {}))['tag']).toMatch(/^sha256:/);
  });

  test('a definition that is too deep has none, and its list no tag', async () => {
    let deep: { items?: object } = {};
    for (let depth = 0; depth < 150; depth++) deep = { items: deep };
    expect(digestOf(deep)).toBeUndefined();
    const server = new Server({ name: 'a', version: '1' }, { extensions: [definitionTags()] });
    server.tool('tool', { meta: { 'com.example/deep': deep } }, () => '');
    const { tools, tag } = await rawList(server, {});
    expect([tag, tools]).toEqual([undefined, [expect.objectContaining({ name: 'tool' })]]);
  });

  test('of resources that a function lists are computed again', async () => {
    const server = new Server({ name: 'a', version: '1' }, { extensions: [definitionTags()] });
    const listed = { uri: 'notes:a', name: 'a' };
    server.resourceTemplate('notes:{name}', { list: () => [listed] }, () => 'text');
    const client = await connectUntilEnd(inProcess(server), { extensions: [definitionTags()] });
    const first = await client.resources().all();
    listed.name = 'b';
    const second = await client.resources().all();
    expect([first[0]?.name, second[0]?.name]).toEqual(['a', 'b']);
  });
});

describe('what others send', () => {
  test.each([
    ['a number', 7],
    ['an array', ['sha256:x']],
    ['an object', { toString: 'x' }],
    ['a long text', 'x'.repeat(100_000)],
    ['an unknown tag', 'sha256:0'],
    ['an empty text', ''],
  ])('%s is not a condition', async (_, condition) => {
    const { server } = await world();
    const listed = await rawList(server, { [IF_NONE_MATCH]: condition });
    expect(listed['tools']).toHaveLength(3);
    expect(listed._meta?.[CHANGES]).toBeUndefined();
  });

  test.each([
    ['an array', ['tools/list']],
    ['a text', 'tools/list'],
    ['null', null],
    ['tags that are not texts', { 'tools/list': 7, 'prompts/list': {} }],
    ['long tags', { 'tools/list': 'x'.repeat(100_000) }],
    ['names of all objects', { constructor: 'a', toString: 'b', hasOwnProperty: 'c' }],
    ['many lists', Object.fromEntries(Array.from({ length: 10_000 }, (_entry, number) => [`x/${number}`, 'tag']))],
  ])('%s instead of known tags do not refuse a call', async (_, known) => {
    const { server } = await world({ tags: { stale: 'reject', digests: true } });
    const client = await plainClient(server);
    const _meta = { [KNOWN_TAGS]: known, [EXPECTED_DIGEST]: 1 };
    client.use((message, next) => next({ ...message, params: { ...(message.params as object), _meta } }));
    expect((await client.callTool('tool0')).text).toBe('tool0 has run');
  });

  /** A client whose server answers the second list as the test says. */
  async function deceived(answer: (kept: string, result: Result) => object): Promise<Client> {
    const { server } = await world();
    const client = await connectUntilEnd(inProcess(server), {
      extensions: [definitionTags()],
      middleware: [
        async (message, next) => {
          const result = (await next(message)) as Result;
          const condition = (message.params as Result | undefined)?._meta?.[IF_NONE_MATCH];
          if (message.method !== 'tools/list' || condition === undefined) return result;
          return answer(condition as string, result);
        },
      ],
    });
    await client.tools().all();
    return client;
  }

  test.each([
    ['of another tag', { since: 'other', removed: [], total: 3 }],
    ['with another number of items', { removed: [], total: 4 }],
    ['without a number', { removed: [] }],
    ['with names that are not an array', { removed: 'tool0', total: 3 }],
    ['with too many names', { removed: Array.from({ length: 1_000 }, String), total: 3 }],
    ['that are not an object', null],
  ])('changes %s are not merged: the whole list is requested', async (_, changes) => {
    const client = await deceived((since, result) => ({
      ...result,
      _meta: { [CHANGES]: changes === null ? null : { since, ...changes } },
    }));
    expect(await namesOf(client)).toEqual(['tool0', 'tool1', 'tool2']);
    expect(countsOf(client)).toMatchObject({ whole: 2 });
  });

  test('changes without a tag are not kept', async () => {
    const client = await deceived((_, { tag: _tag, ...result }) => result);
    expect(await namesOf(client)).toEqual(['tool0', 'tool1', 'tool2']);
  });

  test('changes that nobody asked for are an empty list, as for any client', async () => {
    const server = new Server({ name: 'a', version: '1' }, { extensions: [definitionTags()] });
    addTool(server, 'tool');
    const client = await connectUntilEnd(inProcess(server), {
      extensions: [definitionTags()],
      middleware: [
        async (message, next) =>
          message.method === 'tools/list'
            ? { ...(await next(message)), tools: [], _meta: { [CHANGES]: { since: 'x', removed: [], total: 0 } } }
            : next(message),
      ],
    });
    expect(await namesOf(client)).toEqual([]);
  });

  test('a list without an end is refused', async () => {
    const server = new Server({ name: 'a', version: '1' }, { extensions: [definitionTags()] });
    addTool(server, 'tool');
    let page = 0;
    const client = await connectUntilEnd(inProcess(server), {
      extensions: [definitionTags()],
      middleware: [
        async (message, next) => {
          if (message.method !== 'tools/list') return next(message);
          return { ...(await next({ ...message, params: {} })), tag: 'same', nextCursor: `page${page++}` };
        },
      ],
    });
    await expect(client.tools().all()).rejects.toThrow('tools/list does not end');
    expect(page).toBeLessThanOrEqual(1_000);
  });

  test('a list that is too large is used, and not kept', async () => {
    const lists = new KeptLists(1_000);
    const { names, client } = await world({ client: { lists } });
    expect(await names()).toHaveLength(3);
    expect(await names()).toHaveLength(3);
    expect(lists.bytes).toBe(0);
    expect(countsOf(client)).toMatchObject({ whole: 2 });
  });

  test('changes of what a client received are not kept', async () => {
    const { client, names } = await world({ ttlMs: 60_000 });
    const [tool] = await client.tools().all();
    Object.assign(tool as object, { name: 'changed' });
    expect(await names()).toEqual(['tool0', 'tool1', 'tool2']);
  });

  test('lists of a server without the extension are cached as always', async () => {
    let lists = 0;
    const cache = { tools: { ttlMs: 60_000, cacheScope: 'private' } } as const;
    const server = new Server({ name: 'a', version: '1' }, { cache });
    server.use((message, next) => {
      if (message.method === 'tools/list') lists++;
      return next(message);
    });
    addTool(server, 'tool');
    const client = await connectUntilEnd(inProcess(server), { extensions: [definitionTags()] });
    expect(client.extension(definitionTags)).toBeUndefined();
    await namesOf(client);
    await namesOf(client);
    expect(lists).toBe(1);
  });

  test('errors of a list are those of the server', async () => {
    const inside: Middleware = (message, next) => {
      if (message.method === 'tools/list') throw new JsonRpcError(-32_050, 'Later');
      return next(message);
    };
    const { names, client } = await world({ inside, tags: { stale: 'reject' } });
    await expect(names()).rejects.toMatchObject({ code: -32_050 });
    expect((await client.callTool('tool0')).text).toBe('tool0 has run');
  });
});

describe('a bridge', () => {
  async function bridged(revision: Revision, options?: DefinitionTagsOptions): Promise<Client> {
    const { server } = await world({ tools: 5, pageSize: 2 });
    const [near, far] = memoryPair();
    untilEnd(bridge(inProcess(server)).serve({ transport: near }));
    return connectUntilEnd(far, {
      revisions: [revision],
      ...(options !== undefined && { extensions: [definitionTags(options)] }),
    });
  }
  const all = ['tool0', 'tool1', 'tool2', 'tool3', 'tool4'];

  test.each(['2026-07-28', '2025-06-18'] as const)('loses nothing for a plain client of %s', async (revision) => {
    const client = await bridged(revision);
    expect(await namesOf(client)).toEqual(all);
    expect(await namesOf(client)).toEqual(all);
  });

  test.each(['2026-07-28', '2025-06-18'] as const)(
    'passes tags and conditions on for a client of %s',
    async (revision) => {
      const client = await bridged(revision, {});
      expect(await namesOf(client)).toEqual(all);
      expect(await namesOf(client)).toEqual(all);
      expect(countsOf(client)).toMatchObject({ whole: 1, unchanged: 1 });
    },
  );
});

test('both programs run', async () => {
  const sources = readdirSync(join(ROOT, 'examples/definition-tags')).filter((name) => name.endsWith('.ts'));
  const texts = sources.map((file) => [file, readProjectFile(`examples/definition-tags/${file}`)] as const);
  const folder = await runnable(new Map(texts));
  const env = { PORT: String(await freePort()) };
  const { ready, stop } = await startHttpProgram([join(folder, 'server.js')], (line) => line.startsWith('http'), env);
  onTestFinished(stop);
  const { stdout, stderr } = await runProgram(folder, process.execPath, ['client.js', ready]);
  expect(stderr).toBe('');
  expect(stdout).toBe(
    'Connection 1: 5 tools, lists: 1 whole, 1 changed, 0 unchanged\n' +
      'Connection 2: 6 tools, lists: 0 whole, 1 changed, 1 unchanged\n',
  );
});
