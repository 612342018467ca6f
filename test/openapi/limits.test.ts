/** Servers start with the tools of any document: what their compiler of schemas refuses is cut, or left out, with a gap. */

import { Server } from '@mcp-gen/sdk';
import { expect, test } from 'vitest';
import { allTools, readApi, withResult } from './readApi.js';

/** Nests a schema in itself. */
function nested(levels: number, wrap: (inner: object) => object): object {
  return Array.from({ length: levels }).reduce<object>((inner) => wrap(inner), { type: 'string' });
}

function object(count: number, property: (index: number) => object): object {
  return {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, property(index)])),
  };
}

const deep = nested(16, (inner) => ({ nullable: true, allOf: [inner] }));
const short = object(900, () => ({ enum: Array.from({ length: 10 }, (_, index) => index) }));
const patterns = object(60, (index) => ({ type: 'string', pattern: `^[^${index}]{1,1999}$` }));
const infinite = {
  ...object(1, () => ({
    type: 'number',
    minimum: Infinity,
    multipleOf: Infinity,
    default: Infinity,
    enum: [1, Infinity],
  })),
  const: { a: [Infinity] },
};

/** As JSON, in which a number may be infinite. */
function textOf(document: object): string {
  return JSON.stringify(document, (_, value: unknown) => (value === Infinity ? 'INFINITE' : value)).replaceAll(
    '"INFINITE"',
    '1e999',
  );
}

test.each([
  ['many levels', deep, 'too large, so it is cut here'],
  ['many values', short, 'too large, so it is cut here'],
  ['many states of patterns', patterns, 'servers refuse the schema'],
  ['infinite numbers', infinite, 'infinite numbers are left out'],
])('a server starts with schemas of %s', async (_, schema, gap) => {
  const content = { 'application/json': { schema } };
  const post = { requestBody: { content }, responses: { 200: { description: '', content } } };
  const { tools, gaps } = allTools(await readApi(textOf({ openapi: '3.0.0', paths: { '/a': { post } } })));
  const server = new Server({ name: 'a', version: '1' });
  for (const { name, input, output } of tools) server.tool(name, { input, output: output ?? {} }, () => ({}));
  expect(gaps.map(({ message }) => message).join('\n')).toContain(gap);
});

test('of very many parameters, the first ones are arguments', async () => {
  const parameters = Array.from({ length: 1001 }, (_, index) => ({ name: `p${index}`, in: 'query' }));
  const { tools, gaps } = allTools(
    await readApi({ openapi: '3.0.0', paths: { '/a': { get: { parameters, responses: {} } } } }),
  );
  expect(Object.keys(tools[0]?.input['properties'] as object)).toHaveLength(1000);
  expect(gaps).toEqual([
    {
      place: '#/paths/~1a/get',
      message: 'of 1001 parameters, the first 1000 are read, so the others are left out',
    },
  ]);
});

test('what is small enough is not cut', async () => {
  const schema = nested(10, (inner) => ({ type: 'object', nullable: true, properties: { a: inner } }));
  const { tools, gaps } = allTools(await readApi(withResult(schema, {}, '3.0.0')));
  expect(JSON.stringify(tools[0]?.output).match(/"a":/g)).toHaveLength(10);
  expect(gaps).toEqual([]);
});
