/** What can be done with something that has been registered: disable, enable, update, and remove it. */

import { Server, type EntryOptions, type Updatable } from '@mcp-gen/sdk';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { openClient, type TestClient } from './support.js';

const info = { name: 'test', version: '1.0.0' };
const said = (): string => 'said';

type Named = readonly { readonly name: string; readonly description?: string }[];

/** An entry of any kind, changed by what all kinds have in common. */
type Entry = Updatable<EntryOptions, typeof said>;

interface Kind {
  readonly kind: string;
  readonly list: string;
  readonly changed: string;
  readonly register: (server: Server, name: string) => Entry;
  readonly use: (name: string) => readonly [method: string, params: object];
}

/** What a list has now. */
async function listOf(client: TestClient, list: string): Promise<Named> {
  const [entries] = Object.values(await client.request(list)) as [Named];
  return entries;
}

/** Each kind of entry: how it is registered and listed, and a request that fails while it is not there. */
const KINDS: readonly Kind[] = [
  {
    kind: 'tool',
    list: 'tools/list',
    changed: 'notifications/tools/list_changed',
    register: (server: Server, name: string) => server.tool(name, {}, said),
    use: (name: string) => ['tools/call', { name }],
  },
  {
    kind: 'resource',
    list: 'resources/list',
    changed: 'notifications/resources/list_changed',
    register: (server: Server, name: string) => server.resource(`a:${name}`, { name }, said),
    use: (name: string) => ['resources/read', { uri: `a:${name}` }],
  },
  {
    kind: 'resource template',
    list: 'resources/templates/list',
    changed: 'notifications/resources/list_changed',
    register: (server: Server, name: string) => server.resourceTemplate(`${name}:{id}`, { name }, said),
    use: (name: string) => ['resources/read', { uri: `${name}:1` }],
  },
  {
    kind: 'prompt',
    list: 'prompts/list',
    changed: 'notifications/prompts/list_changed',
    register: (server: Server, name: string) => server.prompt(name, {}, said),
    use: (name: string) => ['prompts/get', { name }],
  },
];

describe.each(KINDS)('a $kind', ({ kind, list, changed, register, use }) => {
  async function open(): Promise<{ client: TestClient; second: Entry; names: () => Promise<string[]> }> {
    const server = new Server(info);
    const [, second] = ['first', 'second', 'third'].map((name) => register(server, name));
    const client = await openClient(server);
    const names = async (): Promise<string[]> => (await listOf(client, list)).map(({ name }) => name);
    return { client, second: second as Entry, names };
  }

  const told = async (client: TestClient): Promise<readonly string[]> => {
    await client.request('ping');
    return client.notified.empty().map(({ method }) => method);
  };

  test('that is disabled is neither listed nor found, and comes back at its place', async () => {
    const { client, second, names } = await open();
    expect(second.enabled).toBe(true);
    second.disable();
    expect(second.enabled).toBe(false);
    expect(await names()).toEqual(['first', 'third']);
    await expect(client.request(...use('second'))).rejects.toMatchObject({ code: expect.any(Number) as number });
    second.enable();
    expect(second.enabled).toBe(true);
    expect(await names()).toEqual(['first', 'second', 'third']);
    expect(await client.request(...use('second'))).toBeDefined();
  });

  test('tells clients once a turn, and not if nothing changes', async () => {
    const { client, second } = await open();
    await told(client);
    second.disable();
    second.disable();
    expect(await told(client)).toEqual([changed]);
    second.disable();
    expect(await told(client)).toEqual([]);
    second.enable();
    second.enable();
    expect(await told(client)).toEqual([changed]);
    second.enable();
    expect(await told(client)).toEqual([]);
  });

  test('that is disabled keeps its name, until it is removed for good', async () => {
    const server = new Server(info);
    const entry = register(server, 'only');
    const client = await openClient(server);
    await client.request('ping');
    entry.disable();
    expect(() => register(server, 'only')).toThrow(new RegExp(`^The ${kind} .*only.* is already registered`));
    expect(await told(client)).toEqual([changed]);
    entry.remove();
    entry.remove();
    expect(await told(client)).toEqual([]);
    expect(entry.enabled).toBe(false);
    expect(() => entry.enable()).toThrow('has been removed');
    expect(() => entry.update({})).toThrow('has been removed');
    register(server, 'only');
    entry.disable();
    expect(await client.request(...use('only'))).toBeDefined();
  });

  test('that is disabled when the server starts can be enabled later', async () => {
    const server = new Server(info);
    const entry = register(server, 'later');
    entry.disable();
    const client = await openClient(server);
    expect(await listOf(client, list)).toEqual([]);
    entry.enable();
    expect(await client.request(...use('later'))).toBeDefined();
  });

  test('changes its options in place, and tells clients what they can see', async () => {
    const server = new Server(info);
    const entry = register(server, 'one');
    const client = await openClient(server);
    const listed = async (): Promise<unknown> => (await listOf(client, list))[0];
    await told(client);

    entry.update({ description: 'Described' });
    expect(await told(client)).toEqual([changed]);
    expect(await listed()).toMatchObject({ name: 'one', description: 'Described' });

    entry.update({ title: 'Titled' });
    expect(await listed()).toMatchObject({ title: 'Titled', description: 'Described' });
    await told(client);

    entry.update({ title: 'Titled' });
    entry.update({});
    expect(await told(client)).toEqual([]);

    entry.update({ description: undefined });
    expect(await told(client)).toEqual([changed]);
    expect(await listed()).not.toHaveProperty('description');

    entry.disable();
    await told(client);
    entry.update({ description: 'Unseen' });
    expect(await told(client)).toEqual([]);
    entry.enable();
    expect(await listed()).toMatchObject({ description: 'Unseen' });
    await told(client);

    entry.update({ access: () => false });
    expect(await told(client)).toEqual([changed]);
    expect(await listOf(client, list)).toEqual([]);
  });

  test('is checked when it is updated, and stays as it was if that fails', async () => {
    const server = new Server(info);
    const entry = register(server, 'one') as { update: (...given: unknown[]) => void };
    entry.update({ description: 'Before' });
    expect(() => entry.update({ descripton: '' })).toThrow('Did you mean "description"?');
    expect(() => entry.update({ access: 'admin' })).toThrow('expected an array of roles or a function');
    expect(() => entry.update({ description: 'After' }, 5)).toThrow('expected a function');
    for (const changes of [said, null, 'Described']) {
      expect(() => entry.update(changes)).toThrow(`Invalid changes of the ${kind} `);
    }
    const client = await openClient(server);
    expect(await listOf(client, list)).toMatchObject([{ name: 'one', description: 'Before' }]);
    expect(await client.request(...use('one'))).toBeDefined();
  });
});

test('a new handler is called from then on, and clients are not told', async () => {
  const server = new Server(info);
  const tool = server.tool('t', {}, () => 'old');
  const resource = server.resource('a:b', {}, 'old');
  const template = server.resourceTemplate('t:{id}', {}, () => 'old');
  const prompt = server.prompt('p', {}, () => 'old');
  const client = await openClient(server);
  await client.request('ping');
  client.notified.empty();

  tool.update({}, () => 'new');
  resource.update({}, 'new');
  template.update({}, ({ id }) => `new ${id}`);
  prompt.update({}, () => 'new');
  await client.request('ping');
  expect(client.notified.empty()).toEqual([]);
  const answers = [
    await client.request('tools/call', { name: 't' }),
    await client.request('resources/read', { uri: 'a:b' }),
    await client.request('resources/read', { uri: 't:1' }),
    await client.request('prompts/get', { name: 'p' }),
  ];
  for (const answer of answers) expect(JSON.stringify(answer)).toContain('"text":"new');
});

test('a resource that changes from a text to bytes changes its default MIME type', async () => {
  const server = new Server(info);
  const resource = server.resource('a:b', {}, 'text');
  const client = await openClient(server);
  resource.update({}, new Uint8Array([1]));
  expect(await client.request('resources/list')).toMatchObject({
    resources: [{ mimeType: 'application/octet-stream' }],
  });
});

test('a tool takes a new input schema with a handler for it', async () => {
  const server = new Server(info);
  const tool = server.tool('add', { input: z.object({ a: z.number() }) }, ({ a }) => `${a}`);
  const client = await openClient(server);

  tool.update({ description: 'Adds' }, ({ a }) => {
    expectTypeOf(a).toEqualTypeOf<number>();
    return `${a + 1}`;
  });
  expect(await client.request('tools/call', { name: 'add', arguments: { a: 1 } })).toMatchObject({
    content: [{ text: '2' }],
  });

  tool.update({ input: z.object({ text: z.string() }) }, ({ text }) => {
    expectTypeOf(text).toEqualTypeOf<string>();
    return text;
  });
  expect(await client.request('tools/list')).toMatchObject({
    tools: [{ description: 'Adds', inputSchema: { properties: { text: { type: 'string' } } } }],
  });
  expect(await client.request('tools/call', { name: 'add', arguments: { text: 'x' } })).toMatchObject({
    content: [{ text: 'x' }],
  });
  expect(await client.request('tools/call', { name: 'add', arguments: { a: 1 } })).toMatchObject({ isError: true });
});

test('the compiler refuses a new input schema without a handler for it', () => {
  const server = new Server(info);
  const tool = server.tool('add', { input: z.object({ a: z.number() }) }, ({ a }) => `${a}`);
  // @ts-expect-error The handler takes { a: number }.
  tool.update({ input: z.object({ text: z.string() }) });
  // @ts-expect-error A handler for the old arguments.
  tool.update({ input: z.object({ text: z.string() }) }, ({ a }) => String(a));
  expect(tool.enabled).toBe(true);
});

test('a prompt takes new arguments with a handler for them', async () => {
  const server = new Server(info);
  const prompt = server.prompt('greet', { arguments: { who: { required: true } } }, ({ who }) => `Hello ${who}`);
  const client = await openClient(server);
  prompt.update({ arguments: { name: { required: true } } }, ({ name }) => {
    expectTypeOf(name).toEqualTypeOf<string>();
    return `Hi ${name}`;
  });
  expect(await client.request('prompts/get', { name: 'greet', arguments: { name: 'Ada' } })).toMatchObject({
    messages: [{ content: { text: 'Hi Ada' } }],
  });
  await expect(client.request('prompts/get', { name: 'greet', arguments: { who: 'Ada' } })).rejects.toThrow('name');
});

test('pages go on behind an entry that is disabled between two of them', async () => {
  const server = new Server(info, { pageSize: 2 });
  const tools = ['a', 'b', 'c', 'd'].map((name) => server.tool(name, {}, said));
  const client = await openClient(server);
  const first = (await client.request('tools/list')) as { tools: Named; nextCursor?: string };
  tools[1]?.disable();
  tools[2]?.disable();
  const next = (await client.request('tools/list', { cursor: first.nextCursor })) as { tools: Named };
  expect([first, next].map(({ tools: page }) => page.map(({ name }) => name))).toEqual([['a', 'b'], ['d']]);
});
