/**
 * Requests that are written by hand as the specification of OpenAPI describes them: the client of a project sends them, the mock of its tests
 * reads them, and its tests expect them.
 */

import { afterAll, expect, test } from 'vitest';
import { expectedRequest, type ExpectedBody } from '../../generator/openapi/expectedRequest.js';
import { allTools, readApi } from './readApi.js';
import { loadApi } from './loadApi.js';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body: ExpectedBody | undefined;
}

interface Mock {
  readonly url: string;
  readonly received: readonly Received[];
  readonly answer: (examples: readonly object[]) => void;
  readonly close: () => Promise<void>;
}

const { startMock } = loadApi('../test/mock') as { startMock: () => Promise<Mock> };
const { Api } = loadApi('client') as {
  Api: new (base: string) => { call: (tool: object, args: object, context: object) => Promise<unknown> };
};

const mock = await startMock();
afterAll(() => mock.close());

/** What the table states of a request. */
interface Written {
  /** The path and the query, if there is one. */
  readonly url?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: ExpectedBody;
}

/** Sends the request of the only operation of a document; returns what the mock received, of what is expected. */
async function sentBy(document: object, args: { readonly [name: string]: unknown }) {
  const { tools } = allTools(await readApi(document));
  const [{ call } = { call: undefined }] = tools[0]?.calls ?? [];
  if (call === undefined) throw new Error('The document has no operation.');
  const { method, path } = call.operation;
  mock.answer([{ request: { method, pattern: '.*' }, response: { status: 204 } }]);
  const context = { signal: new AbortController().signal };
  await new Api(mock.url).call({ name: 'a', options: {}, call: { ...call, method, path } }, args, context);
  expect(mock.received).toHaveLength(1);
  return { received: mock.received[0] as Received, expected: expectedRequest(call, args) };
}

async function check(document: object, args: { readonly [name: string]: unknown }, written: Written): Promise<void> {
  const { received, expected } = await sentBy(document, args);
  const names = Object.keys(written.headers ?? {});
  const partOf = ({ url, headers, body }: Pick<Received, 'url' | 'headers'> & { readonly body?: unknown }) => ({
    url,
    headers: Object.fromEntries(names.map((name) => [name, headers[name]])),
    body,
  });
  const wanted = { url: '/a', headers: {}, body: undefined, ...written };
  expect(partOf(received)).toEqual(wanted);
  expect(partOf(expected)).toEqual(wanted);
}

const colors = ['blue', 'black', 'brown'];
const color = { R: 100, G: 200, B: 150 };

test.each<[string, object, unknown, Written]>([
  // The examples of "Style Examples" in the specification, with the encoding of RFC 6570.
  ['query, by default', { in: 'query' }, colors, { url: '/a?color=blue&color=black&color=brown' }],
  ['query, form', { in: 'query', explode: false }, colors, { url: '/a?color=blue,black,brown' }],
  ['query, form, object', { in: 'query', explode: false }, color, { url: '/a?color=R,100,G,200,B,150' }],
  ['query, form, exploded object', { in: 'query' }, color, { url: '/a?R=100&G=200&B=150' }],
  ['query, spaces', { in: 'query', style: 'spaceDelimited' }, colors, { url: '/a?color=blue%20black%20brown' }],
  ['query, pipes', { in: 'query', style: 'pipeDelimited' }, colors, { url: '/a?color=blue%7Cblack%7Cbrown' }],
  [
    'query, deepObject',
    { in: 'query', style: 'deepObject', explode: true },
    color,
    { url: '/a?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150' },
  ],
  ['header, by default', { in: 'header' }, colors, { headers: { color: 'blue,black,brown' } }],
  // Swagger 2.0 has such lists in headers.
  ['header, spaces', { in: 'header', style: 'spaceDelimited' }, colors, { headers: { color: 'blue black brown' } }],
  ['header, object', { in: 'header' }, color, { headers: { color: 'R,100,G,200,B,150' } }],
  ['header, exploded object', { in: 'header', explode: true }, color, { headers: { color: 'R=100,G=200,B=150' } }],
  ['cookie, form', { in: 'cookie', explode: false }, colors, { headers: { cookie: 'color=blue,black,brown' } }],
  // As the style "cookie" of OpenAPI 3.2: the specification leaves this one open.
  ['cookie, by default', { in: 'cookie' }, colors, { headers: { cookie: 'color=blue; color=black; color=brown' } }],
  [
    'query, JSON',
    { in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
    { a: 1 },
    { url: '/a?color=%7B%22a%22%3A1%7D' },
  ],
  [
    'query, text',
    { in: 'query', content: { 'text/plain; charset=utf-8': { schema: { type: 'string' } } } },
    'a "b"',
    { url: '/a?color=a%20%22b%22' },
  ],
  ['header, text', { in: 'header', content: { 'text/plain': {} } }, 'a b', { headers: { color: 'a b' } }],
])('a parameter: %s', async (_, parameter, value, written) => {
  const parameters = [{ name: 'color', ...parameter }];
  await check({ openapi: '3.1.0', paths: { '/a': { get: { parameters, responses: {} } } } }, { color: value }, written);
});

test.each<[object, unknown, string]>([
  [{}, colors, '/blue,black,brown'],
  [{}, color, '/R,100,G,200,B,150'],
  [{ explode: true }, color, '/R=100,G=200,B=150'],
  [{ style: 'label' }, 'blue', '/.blue'],
  [{ style: 'label' }, colors, '/.blue,black,brown'],
  [{ style: 'label' }, color, '/.R,100,G,200,B,150'],
  [{ style: 'label', explode: true }, colors, '/.blue.black.brown'],
  [{ style: 'label', explode: true }, color, '/.R=100.G=200.B=150'],
  [{ style: 'matrix' }, 'blue', '/;color=blue'],
  [{ style: 'matrix' }, colors, '/;color=blue,black,brown'],
  [{ style: 'matrix' }, color, '/;color=R,100,G,200,B,150'],
  [{ style: 'matrix', explode: true }, colors, '/;color=blue;color=black;color=brown'],
  [{ style: 'matrix', explode: true }, color, '/;R=100;G=200;B=150'],
])('a parameter of the path: %j of %j is %s', async (parameter, value, url) => {
  const parameters = [{ name: 'color', in: 'path', required: true, ...parameter }];
  const paths = { '/{color}': { get: { parameters, responses: {} } } };
  await check({ openapi: '3.1.0', paths }, { color: value }, { url });
});

const properties = {
  id: { type: 'integer' },
  note: { type: 'string' },
  address: { type: 'object' },
  tags: { type: 'array', items: { type: 'string' } },
  histories: { type: 'array', items: { type: 'object' } },
  photo: { type: 'string', format: 'binary' },
};
const schema = { type: 'object', properties };
const json = 'application/json';

test.each<[string, string, object, object, Written]>([
  [
    'parts have the default types of their schemas, and only files have names',
    'multipart/form-data',
    {},
    { id: 1, note: 'a\nb', address: { a: 1 }, tags: ['x', 'y'], histories: [{ b: 2 }], photo: 'AAEC' },
    {
      body: {
        parts: [
          { name: 'id', text: '1' },
          { name: 'note', text: 'a\nb' },
          { name: 'address', text: '{"a":1}', type: json },
          { name: 'tags', text: 'x' },
          { name: 'tags', text: 'y' },
          { name: 'histories', text: '{"b":2}', type: json },
          { name: 'photo', filename: 'photo', type: 'application/octet-stream', base64: 'AAEC' },
        ],
      },
    },
  ],
  [
    'parts with the types that the document states',
    'multipart/form-data',
    {
      note: { contentType: 'text/markdown' },
      address: { contentType: 'text/plain' },
      photo: { contentType: 'image/png' },
    },
    { note: '# a', address: { a: 1 }, photo: 'AAEC' },
    {
      body: {
        parts: [
          { name: 'note', text: '# a', type: 'text/markdown' },
          { name: 'address', text: '{"a":1}', type: 'text/plain' },
          { name: 'photo', filename: 'photo', type: 'image/png', base64: 'AAEC' },
        ],
      },
    },
  ],
  [
    'parts in the styles that the document states',
    'multipart/form-data',
    { tags: { style: 'pipeDelimited' }, address: { style: 'deepObject' }, histories: { explode: false } },
    { tags: ['x', 'y&z'], address: { a: 1 }, histories: ['b'] },
    {
      body: {
        parts: [
          { name: 'tags', text: 'x|y&z' },
          { name: 'address[a]', text: '1' },
          { name: 'histories', text: 'b' },
        ],
      },
    },
  ],
  [
    'pairs of a form',
    'application/x-www-form-urlencoded',
    { tags: { style: 'form', explode: false } },
    { id: 1, note: 'a b', address: { a: 1 }, tags: ['x', 'y'] },
    {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: { text: 'id=1&note=a%20b&address=%7B%22a%22%3A1%7D&tags=x,y' },
    },
  ],
  [
    'a media type with its parameters',
    'application/vnd.a+json; version=2; profile="x y"',
    {},
    { id: 1 },
    { headers: { 'content-type': 'application/vnd.a+json; version=2; profile="x y"' }, body: { json: { id: 1 } } },
  ],
])('a body: %s', async (_, type, encoding, body, written) => {
  const content = { [type]: { schema, encoding } };
  const paths = { '/a': { post: { requestBody: { content }, responses: {} } } };
  await check({ openapi: '3.1.0', paths }, { body }, written);
});

test('arrays of Swagger are one part of a form with files, unless it says otherwise', async () => {
  const field = (name: string, more: object) => ({ name, in: 'formData', ...more });
  const array = { type: 'array', items: { type: 'string' } };
  const parameters = [
    field('a', array),
    field('b', { ...array, collectionFormat: 'multi' }),
    field('c', { type: 'file' }),
  ];
  const post = { consumes: ['multipart/form-data'], parameters, responses: {} };
  await check(
    { swagger: '2.0', paths: { '/a': { post } } },
    { body: { a: ['1', '2'], b: ['1', '2'], c: 'AAEC' } },
    {
      body: {
        parts: [
          { name: 'a', text: '1,2' },
          { name: 'b', text: '1' },
          { name: 'b', text: '2' },
          { name: 'c', filename: 'c', type: 'application/octet-stream', base64: 'AAEC' },
        ],
      },
    },
  );
});

test('names of files and properties cannot end the headers of a part', async () => {
  const name = 'a"\r\nX: b';
  const content = { 'multipart/form-data': { schema: { type: 'object', properties: { [name]: { type: 'string' } } } } };
  const paths = { '/a': { post: { requestBody: { content }, responses: {} } } };
  await check({ openapi: '3.1.0', paths }, { body: { [name]: 'x' } }, { body: { parts: [{ name, text: 'x' }] } });
});

test('a parameter of a media type that cannot be written is left out, and is a gap', async () => {
  const parameters = [{ name: 'q', in: 'query', content: { 'application/xml': { schema: { type: 'object' } } } }];
  const { tools, gaps } = allTools(
    await readApi({ openapi: '3.1.0', paths: { '/a': { get: { parameters, responses: {} } } } }),
  );
  expect(tools[0]?.input).toHaveProperty('properties', {});
  expect(gaps).toMatchObject([
    { message: 'the query parameter "q" has the unsupported style or media type "application/xml", so it is left out' },
  ]);
});
