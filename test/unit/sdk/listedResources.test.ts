/** Resources that the function of a template lists, with pages and cursors of the application. */

import { inProcess } from '@mcp-gen/sdk/testing';
import { NotFoundError, Server, type ListedResource } from '@mcp-gen/sdk';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { REVISION_IDS } from '../../support/schemas.js';
import { openClient, reportingServer, type TestClient } from './support.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

const info = { name: 'test', version: '1.0.0' };
const ROWS = ['ada', 'bob', 'cy', 'dan', 'eve'];

interface Listed {
  readonly resources: readonly { readonly uri: string; readonly name: string; readonly mimeType?: string }[];
  readonly nextCursor?: string;
}

/** A page of two users after the one that the cursor names. Undefined for a cursor that names none. */
function users(cursor: string | undefined): { resources: ListedResource[]; nextCursor?: string } | undefined {
  const start = cursor === undefined ? 0 : ROWS.indexOf(cursor) + 1;
  if (cursor !== undefined && start === 0) return undefined;
  const rows = ROWS.slice(start, start + 2);
  const last = rows.at(-1) ?? '';
  return {
    resources: rows.map((row) => ({ uri: `users://${row}` })),
    ...(start + 2 < ROWS.length && { nextCursor: last }),
  };
}

async function pagesOf(client: TestClient): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined;) {
    const answer = (await client.request('resources/list', { cursor })) as Listed;
    pages.push(answer.resources.map(({ uri }) => uri));
    cursor = answer.nextCursor;
  }
  return pages;
}

describe.each(REVISION_IDS)('a client of %s', (revision) => {
  test('sees registered and listed resources in one list, and reads both', async () => {
    const server = new Server(info, { pageSize: 3 });
    server.resourceTemplate('users://{id}', { list: users }, ({ id }) =>
      ROWS.includes(id) ? `User ${id}` : undefined,
    );
    server.resource('about://1', {}, 'One');
    server.resource('about://2', {}, 'Two');
    const client = await openClient(server, { revision });
    expect(await pagesOf(client)).toEqual([
      ['about://1', 'about://2', 'users://ada', 'users://bob'],
      ['users://cy', 'users://dan'],
      ['users://eve'],
    ]);
    expect(await client.request('resources/read', { uri: 'users://eve' })).toMatchObject({
      contents: [{ text: 'User eve' }],
    });
    const unknown = client.request('resources/read', { uri: 'users://zoe' });
    await expect(unknown).rejects.toMatchObject({ message: expect.stringContaining('not found') as string });
  });
});

describe('pages', () => {
  const serverOf = (pageSize: number, names: readonly string[]): Server => {
    const server = new Server(info, { pageSize });
    for (const name of names) server.resource(`about://${name}`, {}, name);
    server.resourceTemplate('b://{id}', { list: () => [{ uri: 'b://1' }, { uri: 'b://2' }] }, () => '');
    server.resourceTemplate('a://{id}', { list: (cursor) => paged('a://', cursor) }, () => '');
    server.resourceTemplate('c://{id}', { list: () => [] }, () => '');
    return server;
  };
  const paged = (scheme: string, cursor: string | undefined) => ({
    resources: [{ uri: `${scheme}${cursor ?? '1'}` }],
    ...(cursor === undefined && { nextCursor: '2' }),
  });

  test('fill up while a list has no cursor of its own', async () => {
    expect(await pagesOf(await openClient(serverOf(100, ['1'])))).toEqual([
      ['about://1', 'a://1'],
      ['a://2', 'b://1', 'b://2'],
    ]);
  });

  test.each([
    [
      ['1', '2', '3', '4'],
      [['about://1', 'about://2'], ['about://3', 'about://4'], ['a://1'], ['a://2', 'b://1', 'b://2'], []],
    ],
    [
      ['1', '2', '3'],
      [['about://1', 'about://2'], ['about://3', 'a://1'], ['a://2', 'b://1', 'b://2'], []],
    ],
    [[], [['a://1'], ['a://2', 'b://1', 'b://2'], []]],
  ])('begin with the registered resources %j', async (names, pages) => {
    expect(await pagesOf(await openClient(serverOf(2, names)))).toEqual(pages);
  });

  test('are continued by a process that registered the same in another order', async () => {
    const template = (server: Server, scheme: string): unknown =>
      server.resourceTemplate(`${scheme}://{id}`, { list: (cursor) => paged(`${scheme}://`, cursor) }, () => '');
    const [one, other] = [new Server(info), new Server(info)];
    for (const scheme of ['a', 'b']) template(one, scheme);
    for (const scheme of ['b', 'a']) template(other, scheme);
    const [first, second] = [await openClient(one), await openClient(other)];
    const { nextCursor } = (await first.request('resources/list')) as Listed;
    const next = (await second.request('resources/list', { cursor: nextCursor })) as Listed;
    expect(next.resources.map(({ uri }) => uri)).toEqual(['a://2', 'b://1']);
  });

  test('of a template that was removed in between are refused', async () => {
    const server = new Server(info);
    const first = server.resourceTemplate('a://{id}', { list: (cursor) => paged('a://', cursor) }, () => '');
    server.resourceTemplate('b://{id}', { list: () => [{ uri: 'b://1' }] }, () => '');
    const client = await openClient(server);
    const { nextCursor } = (await client.request('resources/list')) as Listed;
    first.remove();
    const next = client.request('resources/list', { cursor: nextCursor });
    await expect(next).rejects.toMatchObject({ code: -32602 });
  });
});

describe('a cursor', () => {
  test.each([undefined, 'zoe', 1, null])('that the function refuses is an error: %j', async (own) => {
    const server = new Server(info);
    server.resourceTemplate('users://{id}', { list: users }, () => '');
    const client = await openClient(server);
    const { nextCursor = '' } = (await client.request('resources/list')) as Listed;
    expect(nextCursor).not.toContain('bob');
    const parts = JSON.parse(atob(nextCursor)) as unknown[];
    expect(parts.at(-1)).toBe('bob');
    const cursor = btoa(JSON.stringify([...parts.slice(0, -1), own]));
    await expect(client.request('resources/list', { cursor })).rejects.toMatchObject({
      code: -32602,
      message: 'Invalid params: the cursor does not belong to this list',
    });
  });

  test.each(['none://{id}', 'hidden://{id}', 'off://{id}', 'plain://{id}'])(
    'in the list of %s is an error',
    async (template) => {
      const server = new Server(info);
      server.resourceTemplate('users://{id}', { list: users }, () => '');
      server.resourceTemplate('hidden://{id}', { list: users, access: ['admin'] }, () => '');
      server.resourceTemplate('off://{id}', { list: users }, () => '').disable();
      server.resourceTemplate('plain://{id}', {}, () => '');
      const client = await openClient(server);
      for (const place of [[template], [template, 'bob']]) {
        const cursor = btoa(JSON.stringify(['listed resource', ...place]));
        await expect(client.request('resources/list', { cursor })).rejects.toMatchObject({ code: -32602 });
      }
    },
  );

  test('of the application is not a cursor of the list', async () => {
    const server = new Server(info);
    server.resourceTemplate('users://{id}', { list: users }, () => '');
    const client = await openClient(server);
    await expect(client.request('resources/list', { cursor: 'bob' })).rejects.toMatchObject({ code: -32602 });
  });

  test('has every character', async () => {
    const server = new Server(info);
    const seen: (string | undefined)[] = [];
    const list = (cursor?: string) => (
      seen.push(cursor),
      { resources: [], ...(!cursor && { nextCursor: '名\ud800"' }) }
    );
    server.resourceTemplate('users://{id}', { list }, () => '');
    await pagesOf(await openClient(server));
    expect(seen).toEqual([undefined, '名\ud800"']);
  });
});

describe('what is listed', () => {
  const listOf = async (list: readonly ListedResource[], arrange?: (server: Server) => void) => {
    const { server, errors } = reportingServer();
    const options = { mimeType: 'text/csv', annotations: { priority: 1 }, list: () => list };
    server.resourceTemplate('t://{+path}', options, () => 'x');
    arrange?.(server);
    const client = await openClient(server);
    return { ...((await client.request('resources/list')) as Listed), errors, client };
  };

  test('has the type and the annotations of the template, and the name at the end of its URI', async () => {
    const { resources } = await listOf([
      { uri: 't://a/b c' },
      { uri: 't://d', name: 'D', title: 'Dee', description: 'The D', mimeType: 'text/plain', size: 2, meta: { k: 1 } },
    ]);
    expect(resources).toEqual([
      { uri: 't://a/b%20c', name: 'b%20c', mimeType: 'text/csv', annotations: { priority: 1 } },
      {
        uri: 't://d',
        name: 'D',
        title: 'Dee',
        description: 'The D',
        mimeType: 'text/plain',
        size: 2,
        annotations: { priority: 1 },
        _meta: { k: 1 },
      },
    ]);
  });

  test('is not listed twice, and not if the caller may not read it', async () => {
    const { resources, errors } = await listOf(
      ['registered', 'secret', 'secret/too', 'off', 'open', 'lists', 'own'].map((path) => ({ uri: `t://${path}` })),
      (server) => {
        server.resource('t://registered', {}, '');
        server.resource('t://secret', { access: ['admin'] }, '');
        server.resourceTemplate('t://secret/{id}', { access: ['admin'] }, () => '');
        server.resource('t://off', {}, '').disable();
        server.resourceTemplate('t://o{letters}n', {}, () => '');
        server.resourceTemplate('t://li{letters}s', { list: () => [{ uri: 't://lists' }] }, () => '');
      },
    );
    expect(resources.map(({ uri }) => uri)).toEqual(['t://registered', 't://lists', 't://open', 't://own']);
    expect(errors).toEqual([]);
  });

  test('is left out and reported if no registration reads it', async () => {
    const { resources, errors } = await listOf([{ uri: 'other://1' }, { uri: 't://1' }]);
    expect(resources.map(({ uri }) => uri)).toEqual(['t://1']);
    expect(errors.map(String)).toEqual([
      'TypeError: List of the template t://{+path}: no registration matches the URI "other://1", so the resource cannot be read. It is left out',
    ]);
  });

  test('is reported once for each template and page if no registration reads it', async () => {
    const { errors } = await listOf([{ uri: 'other://1' }, { uri: 'other://2' }, { uri: 'other://3' }]);
    expect(errors.map(String)).toEqual([
      'TypeError: List of the template t://{+path}: no registration matches 3 URIs, such as "other://1", so these resources cannot be read. They are left out',
    ]);
  });

  test('is listed once', async () => {
    const { resources } = await listOf([{ uri: 't://1', title: 'One' }, { uri: 't://1' }, { uri: 't://2' }]);
    expect(resources.map(({ uri }) => uri)).toEqual(['t://1', 't://2']);
  });

  test.each([
    [undefined, 1_000],
    [2, 2],
  ])('with listLimit %s, has at most %s resources on a page of a function', async (listLimit, most) => {
    const errors: unknown[] = [];
    let count = most;
    const server = new Server(info, { limits: { listLimit }, onError: (error) => errors.push(error) });
    const list = (): ListedResource[] => Array.from({ length: count }, (_, id) => ({ uri: `t://${id}` }));
    server.resourceTemplate('t://{id}', { list }, () => '');
    const client = await openClient(server);
    expect(((await client.request('resources/list')) as Listed).resources).toHaveLength(most);
    count++;
    await expect(client.request('resources/list')).rejects.toMatchObject({ code: -32603 });
    expect(errors.map(String)).toEqual([
      `ReturnValueError: resources/list: List of the template t://{id}: The function returned ${most + 1} resources: return pages of at most ${most}, with nextCursor, or raise the option limits.listLimit of the server`,
    ]);
  });

  test.each([new NotFoundError(), new Error('No database')])(
    'an error of a function names its template: %s',
    async (thrown) => {
      const { server, errors } = reportingServer();
      const list = (): never => {
        throw thrown;
      };
      server.resourceTemplate('t://{id}', { list }, () => '');
      const client = await openClient(server);
      await expect(client.request('resources/list')).rejects.toMatchObject({ code: -32603 });
      expect(errors).toEqual([
        expect.objectContaining({
          message: `List of the template t://{id}: ${String(thrown)}`,
          cause: thrown,
        }),
      ]);
    },
  );

  test('stops at the next template when the request is cancelled', async () => {
    const server = new Server(info);
    const cancelled = new AbortController();
    let calls = 0;
    let began = (): void => {};
    const first = new Promise<void>((resolve) => (began = resolve));
    const list = async (_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<[]> => {
      calls++;
      began();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      return [];
    };
    server.resourceTemplate('a://{id}', { list }, () => '');
    server.resourceTemplate('b://{id}', { list }, () => '');
    const client = await connectUntilEnd(inProcess(server));
    const listed = client.request('resources/list', {}, { signal: cancelled.signal });
    await first;
    cancelled.abort();
    await expect(listed).rejects.toMatchObject({ name: 'AbortError' });
    await client.request('resources/templates/list', {});
    await new Promise(setImmediate);
    expect(calls).toBe(1);
  });

  test.each<[what: string, list: unknown, message: string]>([
    ['nothing', undefined, 'returned nothing'],
    ['a string', 'x', 'returned a string'],
    ['no resources', {}, 'returned an object'],
    ['a resource without a URI', [{ name: 'x' }], 'a resource without a URI'],
    ['an invalid URI', [{ uri: 'x' }], 'expected an absolute URI'],
    ['an unknown property', [{ uri: 't://1', mimetype: 'x' }], 'mimeType'],
    ['a cursor that is not a string', { resources: [], nextCursor: 1 }, 'nextCursor'],
  ])('is an error of the server for %s', async (_, given, message) => {
    const { server, errors } = reportingServer();
    server.resourceTemplate('t://{id}', { list: () => given as ListedResource[] }, () => '');
    const client = await openClient(server);
    await expect(client.request('resources/list')).rejects.toMatchObject({ code: -32603 });
    expect(errors.map(String)).toEqual([expect.stringContaining(message) as string]);
    expect(errors.map(String)).toEqual([expect.stringContaining('t://{id}') as string]);
  });
});

test('a function that is not one is refused', () => {
  const list = 'none' as unknown as () => [];
  expect(() => new Server(info).resourceTemplate('a://{id}', { list }, () => '')).toThrow(
    'Invalid option "list" for the template a://{id}: expected a function, got a string',
  );
});

test('callers without access to the template do not see its list', async () => {
  const server = new Server(info);
  const list = (): never => {
    throw new Error('called');
  };
  server.resourceTemplate('a://{id}', { access: ['admin'], list }, () => '');
  const off = server.resourceTemplate('b://{id}', { list }, () => '');
  off.disable();
  expect(await pagesOf(await openClient(server))).toEqual([[]]);
});

test('a list depends on its caller, so it is not shared', async () => {
  const server = new Server(info, { cache: { resources: { ttlMs: 5, cacheScope: 'public' } } });
  server.resourceTemplate('a://{id}', { list: (_, { client }) => [{ uri: `a://${client.name}` }] }, () => '');
  const client = await connectUntilEnd(inProcess(server));
  expect(client.revision).toBe(REVISION_IDS.at(-1));
  expect(await client.request('resources/list', {})).toMatchObject({
    resources: [{ uri: expect.stringContaining('a://') as string }],
    ttlMs: 5,
    cacheScope: 'private',
  });
});

test('clients are told of a new function, and of what the application says has changed', async () => {
  const server = new Server(info);
  const template = server.resourceTemplate('a://{id}', {}, () => '');
  const client = await openClient(server);
  await client.request('ping');
  template.update({ list: () => [{ uri: 'a://1' }] });
  expect(await client.notified.take()).toMatchObject({ method: 'notifications/resources/list_changed' });
  expect(await pagesOf(client)).toEqual([['a://1']]);
  template.update({});
  server.listChanged('resources/list');
  expect(await client.notified.take()).toMatchObject({ method: 'notifications/resources/list_changed' });
  expect(client.notified.empty()).toEqual([]);
});

test('the function has types', () => {
  const template = new Server(info).resourceTemplate(
    'a://{id}',
    {
      list: (cursor, context) => {
        expectTypeOf(cursor).toEqualTypeOf<string | undefined>();
        expectTypeOf(context.signal).toEqualTypeOf<AbortSignal>();
        return [];
      },
    },
    () => '',
  );
  // @ts-expect-error: a resource has a URI
  template.update({ list: () => [{ name: 'x' }] });
  expect(template.enabled).toBe(true);
});
