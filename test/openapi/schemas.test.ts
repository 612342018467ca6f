/** Schemas of documents become JSON Schemas 2020-12. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { compileJsonSchema } from '../../sdk/src/schema/json/compileJsonSchema.js';
import { LIMITS } from '../../generator/openapi/convertSchemas.js';
import { credentialsOf } from '../../generator/openapi/credentials.js';
import { examplesOf } from '../../generator/openapi/examples.js';
import { Gaps } from '../../generator/openapi/gaps.js';
import { serverUrl } from '../../generator/openapi/serverUrl.js';
import type { ApiTool } from '../../generator/openapi/tool.js';
import { makeTools, openApi, type Api } from '../../generator/openapi/toolSet.js';
import { allTools, documentPath, outputOf, readApi, withResult } from './readApi.js';

test('nullable and exclusiveMinimum of OpenAPI 3.0 become those of JSON Schema', async () => {
  const { tools } = allTools(await openApi({ from: documentPath('threeZero.yaml') }));
  const [list] = tools;
  expect(list?.input).toMatchObject({ properties: { page: { type: 'integer', exclusiveMinimum: 0 } } });
  expect(list?.input).not.toHaveProperty('properties.page.minimum');
  expect(list?.output).toMatchObject({
    type: 'array',
    $defs: {
      Note: {
        properties: {
          text: { type: ['string', 'null'] },
          kind: { type: ['string', 'null'], enum: ['short', 'long', null] },
          author: { anyOf: [{ allOf: [{ $ref: '#/$defs/Author' }] }, { type: 'null' }] },
        },
      },
    },
  });
});

test('Swagger 2.0 is read in the same form', async () => {
  const { tools } = allTools(await openApi({ from: documentPath('swagger.json') }));
  expect(tools.map(({ name }) => name)).toEqual(['list_pets', 'add_pet', 'add_photo']);
  const [list, add, photo] = tools;
  expect(list?.calls[0]?.call.parameters).toMatchObject([{ name: 'ids', in: 'query', style: 'form', explode: true }]);
  expect(list?.output).toMatchObject({ type: 'array', items: { $ref: '#/$defs/Pet' } });
  expect(add?.input).toMatchObject({
    required: ['body'],
    $defs: { Pet: { properties: { name: { type: ['string', 'null'] }, weight: { exclusiveMinimum: 0 } } } },
  });
  expect(photo?.calls[0]?.call.body).toEqual({ kind: 'multipart', mediaType: 'multipart/form-data', files: ['photo'] });
  expect(photo?.input).toMatchObject({
    properties: { body: { properties: { photo: { contentEncoding: 'base64' } } } },
  });
});

test('properties that are only read are left out of arguments, and those that are only written, of results', async () => {
  const { tools } = allTools(await openApi({ from: documentPath('petstore.yaml') }));
  const create = tools.find(({ name }) => name === 'create_pet');
  expect(create?.input).toHaveProperty('$defs.Pet.properties.name');
  expect(create?.input).not.toHaveProperty('$defs.Pet.properties.id');
  expect(create?.output).toHaveProperty('properties.id');
});

test('recursive schemas stay recursive', async () => {
  const tree = { type: 'object', properties: { next: { $ref: '#/components/schemas/Tree' } }, required: ['next'] };
  const output = await outputOf(withResult({ $ref: '#/components/schemas/Tree' }, { Tree: { ...tree, required: [] } }));
  const check = new Ajv2020({ strict: false }).compile(output ?? false);
  expect(check({ next: { next: {} } })).toBe(true);
  expect(check({ next: { next: 1 } })).toBe(false);
});

test('keywords beside a reference count since OpenAPI 3.1, and before that only what describes a value', async () => {
  const Base = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
  const Child = { $ref: '#/components/schemas/Base', required: ['b'], properties: { b: { type: 'integer' } } };
  const outputs = await Promise.all(
    ['3.1.0', '3.0.3'].map((version) =>
      outputOf(withResult({ $ref: '#/components/schemas/Child', title: 'A child.' }, { Base, Child }, version)),
    ),
  );
  const checks = outputs.map((output) => new Ajv2020({ strict: false }).compile(output ?? false));
  expect(checks.map((check) => check({ a: 'x', b: 1 }))).toEqual([true, true]);
  expect(checks.map((check) => check({ a: 'x' }))).toEqual([false, true]);
  expect(checks.map((check) => check({ b: 1 }))).toEqual([false, false]);
});

test('what is only read or only written may say so beside a reference', async () => {
  const X = { type: 'string' };
  const schema = {
    type: 'object',
    required: ['id', 'name', 'secret'],
    properties: {
      id: { $ref: '#/components/schemas/X', readOnly: true },
      name: { $ref: '#/components/schemas/X', deprecated: true },
      secret: { $ref: '#/components/schemas/X', writeOnly: true },
    },
  };
  const content = { 'application/json': { schema } };
  const post = { requestBody: { content }, responses: { 200: { description: '', content } } };
  const api = await readApi({ openapi: '3.1.0', paths: { '/a': { post } }, components: { schemas: { X } } });
  const [tool] = allTools(api).tools;
  expect(tool?.input).toHaveProperty('properties.body.required', ['name', 'secret']);
  expect(tool?.input).toHaveProperty('properties.body.properties', {
    name: { $ref: '#/$defs/X', deprecated: true },
    secret: { $ref: '#/$defs/X' },
  });
  expect(tool?.output).toMatchObject({ required: ['id', 'name'] });
  expect(examplesOf(tool as ApiTool, api)).toMatchObject([{ arguments: { body: { name: 'text', secret: 'text' } } }]);
});

test('a reference to itself with keywords beside it ends', async () => {
  const A = { $ref: '#/components/schemas/A', type: 'object', properties: { a: { $ref: '#/components/schemas/A' } } };
  expect(await outputOf(withResult({ $ref: '#/components/schemas/A' }, { A }))).toMatchObject({ $defs: { A: {} } });
});

test('a schema that is too large accepts more, and says so', async () => {
  const wide = (depth: number): object => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`p${index}`, depth === 0 ? { type: 'string' } : wide(depth - 1)]),
    ),
  });
  const api = await readApi(withResult(wide(4)));
  const { tools, gaps } = allTools(api);
  expect(JSON.stringify(tools[0]?.output).length).toBeLessThanOrEqual(LIMITS.characters.output);
  expect(tools[0]?.output).toMatchObject({ type: 'object', properties: { p0: { type: 'object' } } });
  expect(gaps.map(({ message }) => message)).toEqual([expect.stringContaining('too large, so it is cut here')]);
});

test.each(['(?<=a)b', '(a)\\1', '[', '(?i:a)', '^[^]{1,65536}$', 'a{9000,}', '(?:a{1,100}){1,100}'])(
  'the pattern %s is left out',
  async (pattern) => {
    const api = await readApi(withResult({ type: 'object', properties: { a: { type: 'string', pattern } } }));
    const { tools, gaps } = allTools(api);
    expect(tools[0]?.output).toMatchObject({ properties: { a: { type: 'string' } } });
    expect(tools[0]?.output).not.toHaveProperty('properties.a.pattern');
    expect(gaps).toMatchObject([{ place: expect.stringContaining('/properties/a') as string }]);
  },
);

test.each(['^[a-z]{1,2000}$', '^.{2000,}$', '(?:ab?){1,100}'])(
  'the pattern %s is kept, and the SDK accepts it',
  async (pattern) => {
    const output = await outputOf(withResult({ type: 'object', properties: { a: { type: 'string', pattern } } }));
    expect(output).toHaveProperty('properties.a.pattern', pattern);
    expect(compileJsonSchema(output ?? {}, 'the output')({ a: 'ab' })).toHaveLength(pattern.includes('2000,') ? 1 : 0);
  },
);

test('alternatives that were cut accept each of them', async () => {
  const large = (kind: string): object => ({
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { type: 'string', enum: [kind] },
      ...Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`p${index}`, { type: 'string', description: 'x'.repeat(40) }]),
      ),
    },
  });
  const oneOf = ['A', 'B'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const output = await outputOf(withResult({ type: 'object', oneOf }, { A: large('a'), B: large('b') }));
  const check = new Ajv2020({ strict: false }).compile(output ?? false);
  expect(check({ kind: 'a' })).toBe(true);
});

test('keywords that cannot be kept exactly are left out, and are gaps', async () => {
  const schema = {
    type: 'object',
    not: { pattern: '(a)\\1' },
    patternProperties: { '^x': {} },
    additionalProperties: false,
  };
  const api = await readApi(withResult(schema));
  const { tools, gaps } = allTools(api);
  expect(tools[0]?.output).toEqual({ type: 'object' });
  expect(gaps.map(({ message }) => message)).toEqual([
    'the keyword not is left out',
    'the keyword patternProperties is left out',
  ]);
});

test('nullable schemas with parts accept null', async () => {
  const properties = {
    x: { type: 'object', nullable: true, allOf: [{ $ref: '#/components/schemas/A' }] },
    y: { $ref: '#/components/schemas/A', nullable: true },
  };
  const output = await outputOf(withResult({ type: 'object', properties }, { A: { type: 'object' } }, '3.0.3'));
  const check = new Ajv2020({ strict: false }).compile(output ?? false);
  expect(check({ x: null, y: null })).toBe(true);
  expect(check({ x: {}, y: {} })).toBe(true);
  expect(check({ x: 1 })).toBe(false);
});

test('a range of media types with an object is JSON, and is never sent', async () => {
  const content = { '*/*': { schema: { type: 'object' } } };
  const responses = { 200: { description: '', content } };
  const api = await readApi({ openapi: '3.0.0', paths: { '/a': { post: { requestBody: { content }, responses } } } });
  const [tool] = allTools(api).tools;
  expect(tool?.calls[0]?.call).toMatchObject({ body: { kind: 'json', mediaType: 'application/json' }, result: 'json' });
  expect(tool?.output).toEqual({ type: 'object' });
});

test('a tool with several kinds of success has no output schema', async () => {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const responses = { 200: { description: '', content }, 202: { description: 'Later.' } };
  const operation = { responses };
  const api = await readApi({
    openapi: '3.0.0',
    paths: { '/a': { post: operation, head: { responses: { 200: responses[200] } } } },
  });
  const { tools } = allTools(api);
  expect(tools.map(({ output, calls }) => [output, calls[0]?.call.result])).toEqual([
    [undefined, 'json'],
    [undefined, 'none'],
  ]);
});

test('what fetch cannot send is left out, and is a gap', async () => {
  const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
  const api = await readApi({
    openapi: '3.0.0',
    paths: { '/a': { get: { requestBody, responses: {} }, trace: { responses: {} } } },
  });
  const { tools, gaps } = allTools(api);
  expect(tools.map(({ input }) => input['properties'])).toEqual([{}]);
  expect(gaps).toEqual([
    { place: '#/paths/~1a/trace', message: 'TRACE cannot be sent, so it is left out' },
    { place: '#/paths/~1a/get', message: 'a body cannot be sent with GET, so it is left out' },
  ]);
});

test('the URL of a server has the defaults of its variables; a document without a URL says so', () => {
  const gaps = new Gaps();
  const url = (servers: readonly object[]): string | undefined =>
    serverUrl({ root: { servers }, version: '3.0', name: 'a.json', forbidden: new Map() }, 'PETS', gaps);
  expect(url([{ url: 'https://a.example:{port}/v1', variables: { port: { default: 8443 } } }])).toBe(
    'https://a.example:8443/v1',
  );
  expect(gaps.all).toEqual([]);
  expect(url([{ url: '/v1' }, { url: 'https://b.example', variables: {} }])).toBe('https://b.example');
  expect(url([{ url: 'https://{region}.a.example', variables: { region: { enum: ['eu', 'us'] } } }])).toBe(
    'https://eu.a.example',
  );
  expect(gaps.all).toEqual([]);
  expect(url([{ url: '/v1' }, { url: 'https://a.example/{unknown}' }])).toBeUndefined();
  expect(gaps.all).toMatchObject([{ message: 'no URL is stated: the server does not start without PETS_URL' }]);
});

test.each([
  [{ host: 'api.example.com', basePath: 'v1' }, 'https://api.example.com/v1'],
  [{ host: 'api.example.com:8443', basePath: '/v1/', schemes: ['http'] }, 'http://api.example.com:8443/v1'],
  [{ host: '[::1]:80' }, 'https://[::1]:80'],
  [{ host: 'api.example.com@evil.example' }, undefined],
  [{ host: 'evil.example/x?' }, undefined],
  [{ host: 'api.example.com', basePath: '@evil.example' }, 'https://api.example.com/@evil.example'],
])('the URL of a document of version 2.0 with %j is %s', (root, url) => {
  expect(serverUrl({ root, version: '2.0', name: 'a.json', forbidden: new Map() }, 'PETS', new Gaps())).toBe(url);
});

test('the security of an operation is that of the document, unless it states its own', async () => {
  const responses = {};
  const api = await readApi({
    openapi: '3.0.0',
    security: [{ a: [], b: [] }, { c: [] }],
    paths: {
      '/a': { get: { responses } },
      '/b': { get: { responses, security: [{}] } },
      '/c': { get: { responses, security: [{}, { c: [] }] } },
    },
  });
  expect(allTools(api).tools.map(({ calls }) => calls[0]?.call.security)).toEqual([[['a', 'b'], ['c']], [], [['c']]]);
});

test('an operation without security needs none if another one requires a scheme, also behind a reference', async () => {
  const responses = {};
  const bearer = { type: 'http', scheme: 'bearer' };
  const read = (security: readonly object[]) =>
    readApi({
      openapi: '3.1.0',
      paths: { '/a': { get: { responses } }, '/b': { $ref: '#/components/pathItems/B' } },
      components: {
        pathItems: { B: { get: { responses, security } } },
        securitySchemes: { used: bearer, other: { ...bearer, scheme: 'basic' } },
      },
    });
  const securityOf = (api: Api) => allTools(api).tools.map(({ calls }) => calls[0]?.call.security);
  const namesOf = ({ document, references, gaps }: Api) =>
    credentialsOf(document, 'PETS', references, gaps).flatMap(({ schemes }) => schemes);
  const some = await read([{ used: [] }]);
  expect(securityOf(some)).toEqual([[], [['used']]]);
  expect(namesOf(some)).toEqual(['used']);
  const none = await read([]);
  expect(securityOf(none)).toEqual([undefined, []]);
  expect(namesOf(none)).toEqual(['used', 'other']);
});

test('no part requires what another part leaves out', async () => {
  const Base = { type: 'object', required: ['id', 'name'], properties: { name: { type: 'string' } } };
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Base' },
      { properties: { id: { type: 'integer', readOnly: true }, owner: { type: 'object', required: ['id'] } } },
    ],
    required: ['id', 'name'],
  };
  const requestBody = { content: { 'application/json': { schema } } };
  const paths = { '/a': { post: { requestBody, responses: {} } } };
  const api = await readApi({ openapi: '3.0.0', paths, components: { schemas: { Base } } });
  const check = new Ajv2020({ strict: false }).compile(allTools(api).tools[0]?.input ?? false);
  expect(check({ body: { name: 'a' } })).toBe(true);
  expect(check({ body: {} })).toBe(false);
  expect(check({ body: { name: 'a', owner: {} } })).toBe(false);
});

test('what tools do not have of a document is a gap', async () => {
  const content = {
    'application/json': { schema: { type: 'string', enum: Array.from({ length: 501 }, (_, index) => `v${index}`) } },
    'text/event-stream': {},
  };
  const get = {
    callbacks: { done: {} },
    servers: [{ url: 'https://b.example' }],
    responses: { 200: { description: '', content, links: { next: {} } } },
  };
  const api = await readApi({ openapi: '3.1.0', paths: { '/a': { get } }, webhooks: { x: {} } });
  const { tools, gaps } = allTools(api);
  expect(tools[0]?.output).toEqual({ type: 'string' });
  expect(gaps.map(({ message }) => message)).toEqual([
    'webhooks are left out',
    'callbacks are left out',
    'servers of its own are ignored: the call goes to the URL of all calls',
    'links are left out',
    'a stream of events is read to its end, and returned as text',
    'the enumeration has more than 500 values, so it is left out',
  ]);
});

test('an operation with two names is one resource', async () => {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const api = await readApi({
    openapi: '3.1.0',
    paths: { '/a': { get: { responses: { 200: { description: '', content } } } } },
  });
  const tools = ['one', 'two'].map((name) => ({ name, operations: ['GET /a'] }));
  const made = makeTools(api, { document: '', allowRefs: [], tools });
  expect(made.tools.map(({ resource }) => resource)).toEqual(['/a', undefined]);
});

test('a parameter that is a credential of the call is not an argument', async () => {
  const parameters = [
    { name: 'key', in: 'query', required: true, schema: { type: 'string' } },
    { name: 'X-Key', in: 'header', required: true, schema: { type: 'string' } },
  ];
  const securitySchemes = {
    query: { type: 'apiKey', in: 'query', name: 'key' },
    header: { type: 'apiKey', in: 'header', name: 'x-key' },
  };
  const get = { parameters, responses: {} };
  const argumentsOf = async (paths: object) => {
    const { tools } = allTools(await readApi({ openapi: '3.0.0', paths, components: { securitySchemes } }));
    return tools.map(({ input }) => Object.keys(input['properties'] as object));
  };
  const stated = { '/a': { get: { ...get, security: [{ query: [] }] } }, '/b': { get } };
  // A key among the parameters is required, also if the operation does not say so.
  expect(await argumentsOf(stated)).toEqual([['X-Key'], ['X-Key']]);
  expect(await argumentsOf({ '/a': { get }, '/b': { get: { ...get, security: [] } } })).toEqual([[], ['key', 'X-Key']]);
});

test('each credential has a variable of its own', async () => {
  const securitySchemes = {
    api_key: { type: 'apiKey', in: 'query', name: 'key[a]' },
    apiKey: { type: 'apiKey', in: 'header', name: 'x-key' },
    url: { type: 'apiKey', in: 'cookie', name: 'sid' },
    brackets: { type: 'apiKey', in: 'header', name: 'key[a]' },
  };
  const api = await readApi({ ...withResult({}), components: { securitySchemes } });
  expect(credentialsOf(api.document, 'PETS', api.references, api.gaps)).toMatchObject([
    { variable: 'PETS_API_KEY', header: 'x-pets-api-key', kind: 'query' },
    { variable: 'PETS_API_KEY_2', header: 'x-pets-api-key-2', kind: 'header' },
    { variable: 'PETS_URL_2', header: 'x-pets-url-2', kind: 'cookie' },
  ]);
  expect(api.gaps.all).toMatchObject([{ place: '#/components/securitySchemes/brackets' }]);
});

test('examples of parameters behind references are used', async () => {
  const parameters = [
    { name: 'q', in: 'query', examples: { one: { $ref: '#/components/examples/One' }, two: { externalValue: 'x' } } },
  ];
  const api = await readApi({
    openapi: '3.0.0',
    paths: { '/a': { get: { parameters, responses: {} } } },
    components: { examples: { One: { value: 'abc' } } },
  });
  expect(api.operations[0]?.details().parameters[0]?.examples).toEqual(['abc']);
});

test('headers that fetch states itself are not arguments', async () => {
  const parameters = ['Content-Length', 'X-Size'].map((name) => ({ name, in: 'header', schema: { type: 'integer' } }));
  const api = await readApi({ openapi: '3.0.0', paths: { '/a': { put: { parameters, responses: {} } } } });
  const { tools, gaps } = allTools(api);
  expect(Object.keys(tools[0]?.input['properties'] as object)).toEqual(['X-Size']);
  expect(gaps).toMatchObject([
    { message: 'the parameter "Content-Length" is a header that fetch states itself, so it is left out' },
  ]);
});
