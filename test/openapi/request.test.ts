/** How arguments become requests: as OpenAPI writes them, and as the tests of projects expect them. */

import { expect, test } from 'vitest';
import type { Call } from '../../generator/openapi/call.js';
import { expectedRequest } from '../../generator/openapi/expectedRequest.js';
import { allTools, readApi } from './readApi.js';
import { loadApi } from './loadApi.js';

interface Request {
  readonly url: URL;
  readonly headers: Headers;
  readonly body?: string | Blob | Uint8Array;
}

const { makeRequest } = loadApi('request') as { makeRequest: (base: string, call: object, args: object) => Request };

/** Returns the request that the client of a project makes, once the tests of projects are known to expect the same. */
function requestOf(call: object, args: { readonly [name: string]: unknown }): Request {
  const request = makeRequest('http://a.example', call, args);
  const { path = '' } = call as { readonly path?: string };
  const expected = expectedRequest({ ...call, operation: { method: 'GET', path } } as unknown as Call, args);
  expect(request.url.pathname + request.url.search).toBe(expected.url);
  for (const [name, value] of Object.entries(expected.headers)) expect(request.headers.get(name)).toBe(value);
  if (expected.body?.text !== undefined) expect(request.body).toBe(expected.body.text);
  return request;
}

const colors = ['blue', 'black', 'brown'];
const rgb = { R: 100, G: 200, B: 150 };

test.each<[string, boolean, unknown, string]>([
  ['form', true, 'a b&c', 'color=a%20b%26c'],
  ['form', true, colors, 'color=blue&color=black&color=brown'],
  ['form', true, rgb, 'R=100&G=200&B=150'],
  ['form', true, [], ''],
  ['form', true, ['a', null], 'color=a'],
  ['form', true, [{ a: 1 }], 'color=%7B%22a%22%3A1%7D'],
  ['form', false, colors, 'color=blue,black,brown'],
  ['form', false, ['a,b', 'c'], 'color=a%2Cb,c'],
  ['form', false, rgb, 'color=R,100,G,200,B,150'],
  ['form', false, [null], ''],
  ['spaceDelimited', false, colors, 'color=blue%20black%20brown'],
  ['pipeDelimited', false, colors, 'color=blue%7Cblack%7Cbrown'],
  ['tabDelimited', false, colors, 'color=blue%09black%09brown'],
  ['deepObject', true, rgb, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['deepObject', true, colors, 'color%5B%5D=blue&color%5B%5D=black&color%5B%5D=brown'],
  ['deepObject', true, { a: [{ b: 1 }], c: null }, 'color%5Ba%5D%5B0%5D%5Bb%5D=1'],
  ['deepObject', true, 'blue', 'color=blue'],
  ['json', false, { a: 1 }, 'color=%7B%22a%22%3A1%7D'],
])('a query in the style %s, exploded %s, of %j', (style, explode, value, query) => {
  const parameters = [{ argument: 'color', name: 'color', in: 'query', style, explode }];
  expect(requestOf({ path: '/x', parameters }, { color: value }).url.search).toBe(query === '' ? '' : `?${query}`);
});

test('reserved characters stay where the document allows it, except those that end a value', () => {
  const parameters = [{ argument: 'q', name: 'q', in: 'query', style: 'form', explode: true, reserved: true }];
  const { url } = requestOf({ path: '/x?v=1', parameters }, { q: 'a/b?c=d,e&f#g+h' });
  expect(url.search).toBe('?v=1&q=a/b?c=d,e%26f%23g%2Bh');
});

test('paths, headers, and cookies', () => {
  const parameter = (place: string, style: string) => ({
    argument: place,
    name: place,
    in: place,
    style,
    explode: false,
  });
  const parameters = [parameter('path', 'simple'), parameter('header', 'simple'), parameter('cookie', 'form')];
  const value = ['a b', 'c,d'];
  const { url, headers } = requestOf(
    { path: '/x/{path}/y z', parameters },
    { path: value, header: value, cookie: value },
  );
  expect(url.pathname).toBe('/x/a%20b,c%2Cd/y%20z');
  expect(headers.get('header')).toBe('a b,c,d');
  expect(headers.get('cookie')).toBe('cookie=a%20b,c%2Cd');
});

test.each([['..'], ['.'], [''], [['']], [null]])('%j cannot change the path', (value) => {
  const parameters = [{ argument: 'id', name: 'id', in: 'path', style: 'simple', explode: false }];
  expect(() => makeRequest('http://a.example', { path: '/x/{id}', parameters }, { id: value })).toThrow(
    /^Invalid value /,
  );
  const { url } = makeRequest('http://a.example', { path: '/x/{id}', parameters }, { id: '../y?z#\ud800' });
  expect(url.href).toBe('http://a.example/x/..%2Fy%3Fz%23%EF%BF%BD');
});

test('properties of a form as the document states them: arrays as several pairs, and objects as JSON by default', () => {
  const body = {
    kind: 'form',
    mediaType: 'application/x-www-form-urlencoded',
    files: [],
    encoding: { items: { style: 'deepObject', explode: true }, ids: { style: 'form', explode: false } },
  };
  const value = { name: 'a b', none: null, tags: ['x', 'y'], owner: { a: 1 }, ids: [1, 2], items: [{ price: 'p' }] };
  const request = requestOf({ path: '/x', parameters: [], body }, { body: value });
  expect(request.body).toBe('name=a%20b&tags=x&tags=y&owner=%7B%22a%22%3A1%7D&ids=1,2&items%5B0%5D%5Bprice%5D=p');
  expect(request.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
});

test('only files have names: that of the caller, or of the property', async () => {
  const body = {
    kind: 'multipart',
    mediaType: 'multipart/form-data',
    files: ['photo', 'other'],
    types: { other: 'image/gif', about: 'application/json' },
  };
  const value = {
    photo: ['data:image/png;name=a%20b.png;base64,AAEC', 'AAEC'],
    other: 'AAEC',
    about: { a: 1 },
    caption: 'x',
    none: null,
  };
  const { body: sent, headers } = makeRequest(
    'http://a.example',
    { path: '/x', parameters: [], body },
    { body: value },
  );
  const form = await new Response(sent as Blob, { headers }).formData();
  const parts = await Promise.all(
    [...form].map(async ([name, part]) =>
      typeof part === 'string' ? [name, part] : [name, part.name, part.type, await part.text()],
    ),
  );
  expect(parts).toEqual([
    ['photo', 'a b.png', 'image/png', '\0\u0001\u0002'],
    ['photo', 'photo', 'application/octet-stream', '\0\u0001\u0002'],
    ['other', 'other', 'image/gif', '\0\u0001\u0002'],
    ['about', '{"a":1}'],
    ['caption', 'x'],
  ]);
  const bytes = { kind: 'bytes', mediaType: 'application/octet-stream', files: [] };
  const request = makeRequest(
    'http://a.example',
    { path: '/x', parameters: [], body: bytes },
    { body: 'data:image/png;base64,AAEC' },
  );
  expect(request.headers.get('content-type')).toBe('image/png');
});

test.each(['not base64!', 'data:image/png,AAEC', 'data:image/png;base64', 'data:a/b;name=%zz;base64,AAEC'])(
  'the file %s is refused',
  (photo) => {
    const body = { kind: 'multipart', mediaType: 'multipart/form-data', files: ['photo'] };
    expect(() => makeRequest('http://a.example', { path: '/x', parameters: [], body }, { body: { photo } })).toThrow(
      /^Invalid file photo: expected base64/,
    );
  },
);

test('an optional upload is a file', async () => {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Upload' }],
  };
  const Upload = {
    type: 'object',
    properties: {
      photo: { anyOf: [file, { type: 'null' }] },
      photos: { anyOf: [{ type: 'array', items: file }, { type: 'null' }] },
      caption: { type: 'string' },
    },
  };
  const encoding = { photo: { contentType: 'image/png, image/jpeg' }, caption: { contentType: 'text/*' } };
  const content = { 'multipart/form-data': { schema, encoding } };
  const api = await readApi({
    openapi: '3.1.0',
    paths: { '/a': { post: { requestBody: { content }, responses: {} } } },
    components: { schemas: { Upload } },
  });
  const [tool] = allTools(api).tools;
  expect(tool?.calls[0]?.call.body).toMatchObject({ files: ['photo', 'photos'], types: { photo: 'image/png' } });
  expect(tool?.input).toHaveProperty(
    'properties.body.description',
    'Files (photo, photos) as base64, or with type and name: data:image/png;name=a.png;base64,...',
  );
});

test('Swagger writes arrays of a form with commas, unless it says otherwise', async () => {
  const field = (name: string, more = {}) => ({
    name,
    in: 'formData',
    type: 'array',
    items: { type: 'string' },
    ...more,
  });
  const parameters = [field('a'), field('b', { collectionFormat: 'multi' }), field('c', { collectionFormat: 'tsv' })];
  const api = await readApi({ swagger: '2.0', paths: { '/a': { post: { parameters, responses: {} } } } });
  const call = allTools(api).tools[0]?.calls[0]?.call;
  const value = { a: ['1', '2'], b: ['1', '2'], c: ['1', '2'] };
  expect(requestOf({ ...call, path: '/a' }, { body: value }).body).toBe('a=1,2&b=1&b=2&c=1%092');
});

test('an encoding that cannot be sent is a gap', async () => {
  const content = {
    'application/x-www-form-urlencoded': {
      schema: { type: 'object', properties: { a: { type: 'object' } } },
      encoding: { a: { style: 'matrix' } },
    },
  };
  const api = await readApi({
    openapi: '3.1.0',
    paths: { '/a': { post: { requestBody: { content }, responses: {} } } },
  });
  const { tools, gaps } = allTools(api);
  expect(tools[0]?.calls[0]?.call.body).not.toHaveProperty('encoding');
  expect(gaps).toMatchObject([{ message: 'the unsupported style "matrix" is replaced by "form"' }]);
});

test('the body of a form is an object, also if the document does not say so', async () => {
  const content = { 'multipart/form-data': { schema: { description: 'Anything.' } } };
  const api = await readApi({
    openapi: '3.1.0',
    paths: { '/a': { post: { requestBody: { content }, responses: {} } } },
  });
  expect(allTools(api).tools[0]?.input).toMatchObject({ properties: { body: { type: 'object' } } });
});
