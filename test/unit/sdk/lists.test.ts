/** What the lists of a server have in common: pages, changes while it runs, and who sees what. */

import { Server } from '@mcp-gen/sdk';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { openClient, reportingServer, type TestClient } from './support.js';

const info = { name: 'test', version: '1.0.0' };

const nothing = (): string => 'done';

interface Listed {
  readonly tools: readonly { readonly name: string }[];
  readonly nextCursor?: string;
}

/** The names on each page of a list of tools or prompts. */
async function pagesOf(client: TestClient, list: 'tools' | 'prompts'): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined;) {
    const answer = (await client.request(`${list}/list`, { cursor })) as { nextCursor?: string } & {
      [list: string]: readonly { readonly name: string }[];
    };
    pages.push((answer[list] ?? []).map(({ name }) => name));
    cursor = answer.nextCursor;
  }
  return pages;
}

describe('a list in pages', () => {
  test('has every entry once, in the order of names', async () => {
    const server = new Server(info, { pageSize: 3 });
    const names = Array.from({ length: 7 }, (_, index) => `tool${6 - index}`);
    for (const name of names) server.tool(name, {}, nothing);
    const [a, b, c, d, e, f, g] = names.sort();
    expect(await pagesOf(await openClient(server), 'tools')).toEqual([[a, b, c], [d, e, f], [g]]);
  });

  test('is in the order of registration if it fits on one', async () => {
    const server = new Server(info, { pageSize: 3 });
    const names = ['c', 'a', 'b'];
    for (const name of names) server.tool(name, {}, nothing);
    expect(await pagesOf(await openClient(server), 'tools')).toEqual([names]);
  });

  test('is continued by a process that registered the same in another order', async () => {
    const names = ['c', 'a', 'd', 'b', 'e'];
    const [one, other] = [names, names.toReversed()].map((order) => {
      const server = new Server(info, { pageSize: 2 });
      for (const name of order) server.tool(name, {}, nothing);
      return openClient(server);
    });
    const first = (await (await one)?.request('tools/list')) as Listed;
    const second = (await (await other)?.request('tools/list', { cursor: first.nextCursor })) as Listed;
    const third = (await (await one)?.request('tools/list', { cursor: second.nextCursor })) as Listed;
    expect([first, second, third].map(({ tools }) => tools.map(({ name }) => name))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e'],
    ]);
  });

  test('has cursors for every name', async () => {
    const server = new Server(info, { pageSize: 1 });
    const names = ['"', 'é', '名', '\ud800', '\u2028'].sort();
    for (const name of names) server.prompt(name, {}, nothing);
    expect(await pagesOf(await openClient(server), 'prompts')).toEqual(names.map((name) => [name]));
  });

  test('misses nothing and repeats nothing when entries come and go in between', async () => {
    covers('pagination-stable');
    const server = new Server(info, { pageSize: 2 });
    const [first] = ['a', 'b', 'c', 'd'].map((name) => server.tool(name, {}, nothing));
    const client = await openClient(server);
    const { nextCursor } = (await client.request('tools/list')) as Listed;
    first?.remove();
    server.tool('e', {}, nothing);
    const next = (await client.request('tools/list', { cursor: nextCursor })) as Listed;
    expect(next.tools.map(({ name }) => name)).toEqual(['c', 'd']);
    expect(next.nextCursor).toBeDefined();
  });

  test.each([0, -1, NaN])('does not consist of pages of %s', (pageSize) => {
    expect(() => new Server(info, { pageSize })).toThrow(
      `"pageSize" for the server: expected an integer of at least 1, got ${pageSize}`,
    );
  });

  test.each(['', 'none', btoa('["prompt","a"]'), btoa('["tool",1]'), btoa('["tool"]'), btoa('{"tool":"a"}'), '🙂'])(
    'refuses the cursor %j, which it never gave',
    async (cursor) => {
      covers('pagination-graceful', 'pagination-invalid');
      const server = new Server(info);
      server.tool('a', {}, nothing);
      const client = await openClient(server);
      await expect(client.request('tools/list', { cursor })).rejects.toMatchObject({ code: -32602 });
    },
  );
});

describe('while it runs', () => {
  test('a server may offer more and less, and tells its clients once for each turn', async () => {
    const server = new Server(info);
    const first = server.tool('first', {}, nothing);
    const clients = [await openClient(server), await openClient(server, { revision: '2024-11-05' })];
    await Promise.all(clients.map((client) => client.request('ping')));
    server.tool('second', {}, nothing);
    first.remove();
    for (const client of clients) {
      expect(await client.notified.take()).toMatchObject({ method: 'notifications/tools/list_changed' });
      const { tools } = (await client.request('tools/list')) as Listed;
      expect(tools.map(({ name }) => name)).toEqual(['second']);
      expect(client.notified.empty()).toEqual([]);
      await expect(client.request('tools/call', { name: 'first' })).rejects.toMatchObject({ code: -32602 });
    }
  });

  test('what it did not say that it offers it cannot offer later', async () => {
    const server = new Server(info);
    server.tool('a', {}, nothing);
    await openClient(server);
    expect(() => server.prompt('b', {}, nothing)).toThrow("{ features: ['prompts'] }");
  });

  test('but it may say so', async () => {
    const server = new Server(info, { features: ['prompts'] });
    const client = await openClient(server);
    expect(await client.request('prompts/list')).toEqual({ prompts: [] });
    server.prompt('b', {}, nothing);
    expect(await client.request('prompts/list')).toEqual({ prompts: [{ name: 'b' }] });
  });
});

describe('completions', () => {
  const ref = { type: 'ref/prompt', name: 'bake' };
  const asked = { ref, argument: { name: 'taste', value: 's' } };
  const TASTES = { arguments: { taste: { complete: ['sweet'] } } };
  const declared = async (server: Server): Promise<boolean> => {
    return 'completions' in (await openClient(server)).peer.capabilities;
  };

  test.each<[what: string, add: (server: Server) => unknown, isDeclared: boolean]>([
    ['a tool', (server) => server.tool('a', {}, nothing), false],
    ['a prompt without completers', (server) => server.prompt('a', { arguments: { b: {} } }, nothing), false],
    ['a template without completers', (server) => server.resourceTemplate('a:///{b}', {}, nothing), false],
    ['a prompt with one', (server) => server.prompt('a', { arguments: { b: {}, c: { complete: [] } } }, nothing), true],
    [
      'a template with none for its variable',
      (server) => server.resourceTemplate('a:///{b}', { complete: { b: undefined } }, nothing),
      false,
    ],
    ['a template with one', (server) => server.resourceTemplate('a:///{b}', { complete: { b: ['c'] } }, nothing), true],
    ['a prompt with one that is disabled', (server) => server.prompt('bake', TASTES, nothing).disable(), true],
  ])('are declared by a server with %s: %#', async (_, add, isDeclared) => {
    covers('completion-capability', 'completion-unsupported');
    const server = new Server(info);
    add(server);
    expect(await declared(server)).toBe(isDeclared);
    const client = await openClient(server);
    await expect(client.request('completion/complete', asked)).rejects.toMatchObject({
      code: isDeclared ? -32602 : -32601,
    });
  });

  test('that are added later need the feature', async () => {
    const server = new Server(info, { features: ['prompts', 'resources'] });
    const plain = server.prompt('bake', { arguments: { taste: {} } }, nothing);
    expect(await declared(server)).toBe(false);
    const message =
      "The server was started without completions, so clients do not expect them. Declare the feature: new Server(info, { features: ['completions'] })";
    expect(() => server.prompt('b', TASTES, nothing)).toThrow(message);
    expect(() => server.resourceTemplate('b:///{c}', { complete: { c: ['d'] } }, nothing)).toThrow(message);
    expect(() => plain.update(TASTES)).toThrow(message);
    const ready = new Server(info, { features: ['prompts', 'completions'] });
    const client = await openClient(ready);
    ready.prompt('bake', TASTES, nothing);
    expect(await client.request('completion/complete', asked)).toEqual({
      completion: { values: ['sweet'], total: 1, hasMore: false },
    });
  });
});

test('a name is taken once', () => {
  covers('tools-name-unique');
  const server = new Server(info);
  const { remove } = server.tool('a', {}, nothing);
  expect(() => server.tool('a', {}, nothing)).toThrow('The tool a is already registered');
  remove();
  remove();
  server.tool('a', {}, nothing);
});

test('what is not for a caller is neither listed, nor called, nor suggested', async () => {
  covers('tools-access', 'resources-access', 'resources-permissions', 'completion-access', 'completion-disclosure');
  const server = new Server(info, { onError: () => {} });
  const access = (): boolean => false;
  server.tool('open', {}, nothing);
  server.tool('closed', { access: ['admin'] }, nothing);
  server.resource('secret://x', { access }, 'x');
  server.resourceTemplate('secrets://{id}', { access, complete: { id: ['x'] } }, nothing);
  server.prompt('secret', { access, arguments: { id: { complete: ['x'] } } }, nothing);
  const client = await openClient(server);
  expect(await client.request('tools/list')).toMatchObject({ tools: [{ name: 'open' }] });
  expect(await client.request('resources/list')).toEqual({ resources: [] });
  expect(await client.request('resources/templates/list')).toEqual({ resourceTemplates: [] });
  expect(await client.request('prompts/list')).toEqual({ prompts: [] });
  const argument = { name: 'id', value: '' };
  for (const [method, params] of [
    ['tools/call', { name: 'closed' }],
    ['resources/read', { uri: 'secret://x' }],
    ['resources/read', { uri: 'secrets://x' }],
    ['resources/subscribe', { uri: 'secret://x' }],
    ['prompts/get', { name: 'secret' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'secret' }, argument }],
    ['completion/complete', { ref: { type: 'ref/resource', uri: 'secrets://{id}' }, argument }],
  ] as const) {
    const missing = JSON.stringify(params).replaceAll(/closed|secret/g, 'nowhere');
    const [refused, unknown] = await Promise.all(
      [params, JSON.parse(missing) as object].map((given) =>
        client.request(method, given).catch((error: unknown) => error),
      ),
    );
    expect(refused).toMatchObject({ code: (unknown as { code: number }).code });
    expect(String(refused).replaceAll(/closed|secret/g, 'nowhere')).toBe(String(unknown));
  }
});

describe('access', () => {
  const call = (name: string): readonly [string, object] => ['tools/call', { name }];

  test('that does not decide at once lets nobody in, and the author is told', async () => {
    const { server, errors } = reportingServer();
    server.tool('later', { access: (() => Promise.resolve(true)) as never }, nothing);
    server.tool('never', { access: (() => undefined) as never }, nothing);
    const client = await openClient(server);
    for (const name of ['later', 'never']) {
      await expect(client.request(...call(name))).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
    }
    await expect(client.request('tools/list')).rejects.toMatchObject({ code: -32603 });
    expect(errors.map(String)).toMatchObject([
      expect.stringMatching(/a boolean synchronously, not .* class Promise/),
      expect.stringMatching(/a boolean synchronously, not nothing/),
      expect.stringMatching(/class Promise/),
    ]);
  });

  test('is asked for no more entries than a page has, and one', async () => {
    const asked: string[] = [];
    const server = new Server(info, { pageSize: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      server.tool(name, { access: () => (asked.push(name), name !== 'b') }, nothing);
    }
    const client = await openClient(server);
    const { tools, nextCursor } = (await client.request('tools/list')) as Listed;
    expect(tools.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
    const rest = (await client.request('tools/list', { cursor: nextCursor })) as Listed;
    expect(rest).toMatchObject({ tools: [{ name: 'd' }, { name: 'e' }] });
    expect(rest.nextCursor).toBeUndefined();
  });

  test('that is taken away ends what a subscriber hears', async () => {
    covers('resources-access');
    const { server, errors } = reportingServer();
    let isMember = true;
    const access = (): boolean => {
      if (broken) throw new Error('Who knows');
      return isMember;
    };
    let broken = false;
    const fixed = server.resource('club://rules', { access }, 'x');
    server.resourceTemplate('club://members/{id}', { access }, nothing);
    server.resource('club://door', {}, 'x');
    const client = await openClient(server);
    const uris = ['club://rules', 'club://members/1', 'club://door'];
    for (const uri of uris) await client.request('resources/subscribe', { uri });
    const told = async (): Promise<unknown[]> => {
      for (const uri of uris) server.resourceUpdated(uri);
      await client.request('ping');
      return client.notified
        .empty()
        .flatMap(({ params }) => (params === undefined ? [] : [(params as { uri: string }).uri]));
    };
    expect(await told()).toEqual(uris);
    isMember = false;
    expect(await told()).toEqual(['club://door']);
    isMember = true;
    broken = true;
    expect(await told()).toEqual(['club://door']);
    expect(errors.map(String)).toEqual(['Error: Who knows', 'Error: Who knows']);
    broken = false;
    fixed.remove();
    expect(await told()).toEqual(uris);
  });
});

describe('an author who makes a server', () => {
  test.each<[options: unknown, message: string]>([
    [
      { features: ['sampling'] },
      'Invalid option "features" for the server: expected an array of tools, resources, prompts, completions, got ["sampling"]',
    ],
    [{ logLevel: 'verbose' }, 'Invalid option "logLevel" for the server: expected one of "debug", "info"'],
  ])('of %j is told what there is', (options, message) => {
    expect(() => new Server(info, options as never)).toThrow(message);
  });

  test('gives each prompt a name', () => {
    expect(() => new Server(info).prompt('', {}, nothing)).toThrow('Invalid prompt name: expected a non-empty string');
  });
});
