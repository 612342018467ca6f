/** Requests of extensions, which no revision of the protocol has: checked by a schema, or by a generated table. */

import { isObject, type MethodTable, type RequestEntry, type TableOf } from '@mcp-gen/runtime/codegen/v1';
import {
  connect,
  InvalidMessageError,
  type Client,
  type ClientMiddleware,
  type ClientOptions,
} from '@mcp-gen/sdk/client';
import { memoryPair, serve } from '@mcp-gen/runtime';
import type { JsonSchema } from '@mcp-gen/sdk';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { z } from 'zod';
import { GENERATED } from '../../support/generated.js';
import { converseRaw } from './clientSupport.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

interface SearchRequests {
  'acme/search': { params: { query: string }; result: { hits: number } };
  'acme/drop': { params: { query: string }; result: object };
}

const search: RequestEntry = {
  name: 'search',
  params: (value) => isObject(value) && typeof value.query === 'string',
  paramsType: 'SearchParams',
  result: (value) => isObject(value) && typeof value.hits === 'number',
  resultType: 'SearchResult',
  cancellable: true,
};

/** What `mcp-gen generate --extension` writes for a server. */
const table: TableOf<SearchRequests, object> = {
  requests: {
    'acme/search': search,
    'acme/drop': {
      name: 'drop',
      params: isObject,
      result: isObject,
      capability: 'extensions.com.example/drop',
      cancellable: true,
    },
  },
  notifications: {},
};

/** The same method, of a server that may answer anything. */
const anyResult: MethodTable = {
  requests: { 'acme/search': { ...search, result: isObject } },
  notifications: {},
};

/** Connects to a server that answers `acme/search` with this result. */
async function searching(
  result: object,
  options: ClientOptions = {},
  id: '2025-11-25' | '2026-07-28' = '2025-11-25',
): Promise<Client> {
  const { revision } = GENERATED[id];
  const { requests, notifications } = revision.server;
  const extended = {
    ...revision,
    server: {
      requests: { ...requests, ...anyResult.requests },
      notifications,
    },
  };
  const [near, far] = memoryPair();
  const serverInfo = { name: 'search', version: '1' };
  serve({ search: () => result }, { transport: far, serverInfo, revisions: [extended], onError: () => {} });
  return connectUntilEnd(near, { onError: () => {}, ...options });
}

const schemas = {
  zod: z.object({ hits: z.number() }),
  'valibot, which cannot state itself as JSON Schema,': v.object({ hits: v.number() }),
  'JSON Schema': { type: 'object', properties: { hits: { type: 'number' } }, required: ['hits'] },
};

describe('the result of a request is checked by a schema', () => {
  test.each(Object.entries(schemas))('of %s and accepted', async (_, result) => {
    const client = await searching({ hits: 3 });
    expect(await client.request('acme/search', { query: 'x' }, { result })).toEqual({ hits: 3 });
  });

  test.each(Object.entries(schemas))('of %s and refused', async (_, result) => {
    const client = await searching({ hits: 'three' });
    const failure: unknown = await client
      .request('acme/search', { query: 'x' }, { result })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InvalidMessageError);
    expect(failure).toMatchObject({
      method: 'acme/search',
      message: expect.stringContaining('/hits') as unknown,
      issues: [{ pointer: '/hits' }],
    });
  });

  test('which makes its type and its value', async () => {
    const client = await searching({ hits: '3' });
    const result = z.object({ hits: z.string().transform(Number) });
    const { hits } = await client.request('acme/search', { query: 'x' }, { result });
    expectTypeOf(hits).toEqualTypeOf<number>();
    expect(hits).toBe(3);
    const plain = await client.request(
      'acme/search',
      { query: 'x' },
      { result: { type: 'object', properties: { hits: { type: 'string' } }, required: ['hits'] } },
    );
    expectTypeOf(plain).toEqualTypeOf<{ hits: string }>();
    expect(plain).toEqual({ hits: '3' });
  });

  test('also after the schema could not be compiled', async () => {
    const client = await searching({ hits: 3 });
    const result: { type: string } = { type: 'objekt' };
    const request = () => client.request('acme/search', { query: 'x' }, { result });
    await expect(request()).rejects.toMatchObject({ name: 'SchemaError' });
    result.type = 'object';
    expect(await request()).toEqual({ hits: 3 });
  });

  test('whatever the schema makes of it, with middleware as well', async () => {
    const result = z.object({ hits: z.number() }).transform(({ hits }) => hits);
    const middleware: ClientMiddleware = (message, next) => next(message);
    const client = await searching({ hits: 3 }, { middleware: [middleware] });
    const hits = await client.request('acme/search', { query: 'x' }, { result });
    expectTypeOf(hits).toEqualTypeOf<number>();
    expect(hits).toBe(3);
  });

  test('also if middleware answers', async () => {
    const middleware: ClientMiddleware = () => Promise.resolve({ hits: 'many' });
    const client = await searching({ hits: 3 }, { middleware: [middleware] });
    const result = z.object({ hits: z.number() });
    await expect(client.request('acme/search', { query: 'x' }, { result })).rejects.toBeInstanceOf(InvalidMessageError);
  });
});

describe('a request is checked by a generated table', () => {
  test('which makes its types', async () => {
    const client = await searching({ hits: 3 });
    const result = await client.request('acme/search', { query: 'x' }, { table });
    expectTypeOf(result).toEqualTypeOf<{ hits: number }>();
    expect(result).toEqual({ hits: 3 });
    // @ts-expect-error The query is missing, and so it is not sent.
    await expect(client.request('acme/search', {}, { table })).rejects.toBeInstanceOf(InvalidMessageError);
  });

  test('and rejects if the result is not valid', async () => {
    const errors: unknown[] = [];
    const client = await searching({ hits: 'three' }, { onError: (error) => errors.push(error) });
    await expect(client.request('acme/search', { query: 'x' }, { table })).rejects.toMatchObject({
      name: 'InvalidMessageError',
      method: 'acme/search',
    });
    expect(errors).toEqual([]);
  });

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'which names the capability that the server must declare, in %s',
    async (id) => {
      covers('versioning-extension-fallback');
      const client = await searching({ hits: 3 }, {}, id);
      expect(client.revision).toBe(id);
      await expect(client.request('acme/drop', { query: 'x' }, { table })).rejects.toThrow(
        'needs the capability extensions.com.example/drop',
      );
    },
  );
});

describe('a request is not sent', () => {
  test('of a method that nothing describes', async () => {
    const client = await searching({});
    await expect(client.request('acme/search' as 'ping', {})).rejects.toThrow('does not have a request acme/search');
  });

  test('if the options cannot work', async () => {
    const client = await searching({});
    const request = (options: object) => client.request('acme/search', {}, options as { result: JsonSchema });
    await expect(request({ result: {}, table })).rejects.toThrow('both result and table');
    await expect(request({ result: 'hits' })).rejects.toThrow('expected a Standard Schema or a JSON Schema');
    await expect(request({ table: { requests: {} } })).rejects.toThrow('does not have the request acme/search');
    await expect(request({ result: {}, timout: 1 })).rejects.toThrow('Did you mean "timeout"?');
    await expect(request({ result: { type: 'objekt' } })).rejects.toMatchObject({ name: 'SchemaError' });
  });
});

test('the request has the timeout, the signal and the progress of any other', async () => {
  const client = await searching({ hits: 3 });
  const controller = new AbortController();
  controller.abort(new Error('No longer'));
  const { signal } = controller;
  await expect(client.request('acme/search', { query: 'x' }, { table, signal })).rejects.toThrow('No longer');
});

test('a method of the protocol is checked by its revision all the same', async () => {
  const { client, wire } = await converseRaw({ tools: {} });
  const listing = client.request('tools/list', {}, { result: {} });
  const { id } = (await wire.next()) as { readonly id: number };
  wire.say({ jsonrpc: '2.0', id, result: { tools: 'none' } });
  await expect(listing).rejects.toThrow('The result of tools/list is invalid');
});

test('the extensions that a client supports are declared', async () => {
  const { introduction } = await converseRaw(
    {},
    { capabilities: { extensions: { 'com.example/search': { pages: true } } } },
  );
  expect(introduction).toMatchObject({ capabilities: { extensions: { 'com.example/search': { pages: true } } } });
});

test.each([
  ...['tabs', 'com.example/', '/search', 'com..example/search', 'com.-a/search', '1a/search', 'a-/search', 'a/b_'],
])('the extension %j has no name that one can have', async (name) => {
  covers('versioning-extension-names');
  await expect(connect('node', { capabilities: { extensions: { [name]: {} } } })).rejects.toThrow(
    `Invalid extension "${name}" of connect: expected an identifier with a prefix`,
  );
});
