/** Malicious documents: each is a located error, or a bounded result. */

import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiProject } from '../../generator/openapi/apiProject.js';
import { generatedFiles } from '../../generator/openapi/emit/generatedFiles.js';
import { modulesOf } from '../../generator/openapi/emit/toolModules.js';
import { newSettings } from '../../generator/openapi/toolSettings.js';
import { makeTools, openApi } from '../../generator/openapi/toolSet.js';
import { typeErrors } from '../support/typeErrors.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { allTools, readApi, withResult } from './readApi.js';
import { startApi } from './startApi.js';

test.each([
  ['JSON that ends early', '{ "openapi": ', /is not valid JSON: /],
  ['YAML that is invalid', 'a: [1, 2\nb: 3', /is not valid YAML: .* at line \d+, column \d+/],
  ['an array', '- 1', /is not an OpenAPI document: expected an object/],
  ['neither of both versions', '{}', /it has neither "openapi" nor "swagger"/],
  ['another version', '{ "openapi": "4.0.0" }', /unsupported version "4.0.0". Supported: 2.0, 3.0, 3.1, 3.2/],
  ['no operations', '{ "openapi": "3.1.0" }', /has no operations/],
  [
    'a key with a meaning of its own',
    '{ "openapi": "3.1.0", "paths": { "__proto__": {} } }',
    /has the unsupported key "__proto__" at #\/paths/,
  ],
  [
    'deep nesting',
    `{ "openapi": "3.1.0", "x": ${'['.repeat(300)}${']'.repeat(300)} }`,
    /nested more than 200 levels deep/,
  ],
  ['very many values', `{ "openapi": "3.1.0", "x": [${'0,'.repeat(5_000_000)}0] }`, /has more than 5000000 values/],
])('%s', async (_, text, message) => {
  await expect(readApi(text)).rejects.toThrow(message);
});

test('aliases of YAML that expand without end are refused', async () => {
  const levels = Array.from(
    { length: 12 },
    (_, index) => `a${index}: &a${index} [${`*a${index - 1},`.repeat(9)}]`,
  ).slice(1);
  await expect(readApi(['openapi: 3.1.0', 'a0: &a0 [1]', ...levels].join('\n'))).rejects.toThrow(
    /not valid YAML|more than/,
  );
});

test('references that lead to themselves are left out', async () => {
  const api = await readApi(
    withResult(
      { $ref: '#/components/schemas/A' },
      { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } },
    ),
  );
  const { tools, gaps } = allTools(api);
  expect(tools).toMatchObject([{ name: 'a', output: undefined }]);
  expect(gaps).toMatchObject([{ message: 'the reference leads to itself, so it is left out' }]);
});

test('a reference that leads nowhere is left out, and told once', async () => {
  const { tools, gaps } = allTools(await readApi(withResult({ $ref: '#/components/schemas/None' })));
  expect(tools).toMatchObject([{ name: 'a', output: undefined }]);
  expect(gaps).toMatchObject([
    { message: 'the reference "#/components/schemas/None" leads nowhere, so it is left out' },
  ]);
});

test('references to other files and hosts are refused, unless they are allowed', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'parts'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(withResult({ $ref: 'parts/pet.yaml#/Pet' })));
  await writeFile(
    join(folder, 'parts/pet.yaml'),
    'Pet: { type: object, properties: { owner: { $ref: "#/Owner" } } }\nOwner: { type: string }\n',
  );
  const unread = await openApi({ from: file });
  expect(() => allTools(unread)).toThrow(
    /schema\/\$ref refers to another document, "parts\/pet.yaml#\/Pet", which is not allowed. To allow it, use --allow-refs /,
  );
  const { tools } = allTools(await openApi({ from: file, allowed: [join(folder, 'parts')] }));
  expect(tools[0]?.output).toMatchObject({
    properties: { owner: { $ref: '#/$defs/Owner' } },
    $defs: { Owner: { type: 'string' } },
  });

  let requests = 0;
  const other = await startApi((_, response) => {
    requests++;
    response.end('{}');
  });
  for (const $ref of [`${other}/a.json`, 'file:///etc/hostname']) {
    const api = await readApi(withResult({ $ref }));
    expect(() => allTools(api)).toThrow(/which is not allowed/);
  }
  expect(requests).toBe(0);
});

test('a document over HTTP may take its time, and so may another that it refers to', async () => {
  const origin = await startApi((request, response) => {
    const document = request.url === '/api.json' ? withResult({ $ref: 'pet.json' }) : { type: 'integer' };
    setTimeout(() => response.end(JSON.stringify(document)), 50);
  });
  const api = await openApi({ from: `${origin}/api.json`, allowed: [new URL(origin).host] });
  expect(allTools(api).tools[0]?.output).toMatchObject({ type: 'integer' });
});

test('a reference that is not allowed refuses only what refers to it', async () => {
  const { paths } = withResult({ $ref: 'other.json' }) as { readonly paths: object };
  const api = await readApi({ openapi: '3.1.0', paths: { ...paths, '/b': { get: { responses: {} } } } });
  const only = (key: string) =>
    newSettings(
      '',
      [],
      api.operations.filter((operation) => operation.key === key),
    );
  expect(makeTools(api, only('GET /b')).tools).toHaveLength(1);
  expect(() => makeTools(api, only('GET /a'))).toThrow(/"other.json", which is not allowed/);
});

test('a path and a security scheme in another document refuse nothing that does not need them', async () => {
  const responses = {};
  const api = await readApi({
    openapi: '3.1.0',
    servers: [{ url: 'https://a.example' }],
    paths: { '/a': { get: { responses, security: [{ key: [] }] } }, '/b': { $ref: 'paths/b.yaml' } },
    components: {
      securitySchemes: { key: { $ref: 'schemes.yaml#/key' }, other: { $ref: 'schemes.yaml#/other' } },
    },
  });
  const project = await apiProject(api, newSettings('a.json', [], api.operations), { name: 'a' });
  expect(project.toolSet.tools.map(({ name }) => name)).toEqual(['get_a']);
  expect(project.toolSet.gaps).toEqual([
    {
      place: '#/paths/~1b',
      message: expect.stringMatching(/^refers to .*b\.yaml", which is not allowed, so/) as string,
    },
    { place: '#/components/securitySchemes/key', message: expect.stringMatching(/^refers to .*#\/key"/) as string },
  ]);
});

test('a reference in data is data, and a name is not a keyword', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'part.json'), JSON.stringify({ type: 'integer' }));
  const data = { $ref: 'part.json' };
  const properties = {
    a: { type: 'object', default: data, enum: [data], 'x-note': data, example: data, examples: [data] },
    default: { $ref: 'part.json' },
    example: { $ref: 'part.json' },
    $ref: { type: 'string' },
  };
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(withResult({ type: 'object', properties })));
  const [tool] = allTools(await openApi({ from: file, allowed: [folder] })).tools;
  expect(tool?.output).toMatchObject({
    properties: {
      a: { enum: [data] },
      default: { $ref: '#/$defs/Schema0' },
      example: { $ref: '#/$defs/Schema0' },
      $ref: { type: 'string' },
    },
  });
});

test('documents that are read together share limits', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'openapi.json');
  const read = () => openApi({ from: file, allowed: [folder] });
  await writeFile(file, JSON.stringify({ openapi: '3.1.0', a: { $ref: 'a.json' }, b: { $ref: 'b.json' } }));
  for (const name of ['a', 'b']) await writeFile(join(folder, `${name}.json`), `{"x":[${'0,'.repeat(2_600_000)}0]}`);
  await expect(read()).rejects.toThrow(
    /b\.json has more than 5000000 values together with the documents that were read before it\.$/,
  );
  for (const name of ['a', 'b']) await writeFile(join(folder, `${name}.json`), `{${' '.repeat(40_000_000)}}`);
  await expect(read()).rejects.toThrow(
    /b\.json is larger than the \d+ bytes that are left of 67108864 for all documents\.$/,
  );
});

test('an alias of YAML is read once', async () => {
  const folder = await temporaryFolder();
  await writeFile(
    join(folder, 'parts.yaml'),
    'A: { type: object, properties: { x: &x { $ref: "#/B" }, y: *x } }\nB: { type: integer }\n',
  );
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(withResult({ $ref: 'parts.yaml#/A' })));
  const { tools, gaps } = allTools(await openApi({ from: file, allowed: [folder] }));
  expect(tools[0]?.output).toMatchObject({
    properties: { x: { $ref: '#/$defs/B' }, y: { $ref: '#/$defs/B' } },
    $defs: { B: { type: 'integer' } },
  });
  expect(gaps).toEqual([]);
});

/** Texts that would leave a comment, a literal, or a path. */
const EVIL = '*/ process.exit(1); // `${1}` \u2028 "; \' </script> {{x}} ../../../evil';

test('names that would escape stay data', async () => {
  const schema = { type: 'object', description: EVIL, properties: { [EVIL]: { type: 'string', enum: [EVIL] } } };
  const api = await readApi({
    openapi: '3.1.0',
    info: { title: EVIL, version: '1' },
    servers: [{ url: `https://a.example/'+process.exit(1)+'` }],
    paths: {
      '/a/{../b}': {
        post: {
          operationId: EVIL,
          summary: EVIL,
          tags: ['../../evil'],
          parameters: [
            { name: '../b', in: 'path', required: true, schema: { type: 'string' } },
            { name: EVIL, in: 'query', description: EVIL, schema },
            { name: 'a\r\nb', in: 'header', schema: { type: 'string' } },
          ],
          requestBody: {
            content: { [`application/json; ${EVIL}`]: { schema: { $ref: '#/components/schemas/~1..~1x' } } },
          },
          responses: { 200: { description: EVIL, content: { 'application/json': { schema, example: EVIL } } } },
        },
      },
    },
    components: {
      schemas: { '/../x': schema },
      securitySchemes: { [EVIL]: { type: 'apiKey', in: 'header', name: EVIL } },
    },
  });
  const project = await apiProject(api, newSettings(EVIL, [], api.operations), { name: 'evil' });
  const files = [...project.generated, ...project.owned].map(({ path, content }) => ({ path, text: String(content) }));
  expect(files.map(({ path }) => path)).toContain('src/generated/evil.ts');
  for (const { path } of files) expect(path).toMatch(/^src\/(?:[a-z]+\/)?[\w.-]+\.ts$/);
  const generated = files.filter(({ path }) => path.startsWith('src/generated'));
  // Packages are installed for other tests.
  const types =
    'type JsonSchema = { readonly [keyword: string]: unknown }; type ToolReturn = unknown; type DataReturn<Value> = { readonly value: Value };';
  const texts = generated.map(
    ({ path, text }) => [path, text.replace(/^import type .*@mcp-gen\/sdk';$/m, types)] as const,
  );
  expect(typeErrors(new Map(texts))).toEqual([]);
  const code = files
    .map(({ text }) => text.replaceAll(/\/\*\*[^]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ''))
    .join('\n');
  expect(code).toContain('process.exit(2)');
  expect(code).not.toContain('process.exit(1)');
});

/** Returns the files of a project for a document. */
async function filesOf(document: object): Promise<ReadonlyMap<string, string>> {
  const api = await readApi(document);
  const project = await apiProject(api, newSettings('a.json', [], api.operations), { name: 'a' });
  return new Map([...project.generated, ...project.owned].map(({ path, content }) => [path, String(content)]));
}

test('names of functions and tools differ', async () => {
  const responses = {};
  const files = await filesOf({
    openapi: '3.0.0',
    paths: {
      '/a': { post: { operationId: 'addPet', tags: ['pet'], responses } },
      '/b': { get: { tags: ['v 1'], responses } },
      '/c': { get: { tags: ['v1'], responses } },
    },
  });
  expect(files.get('src/tools/pet.ts')).toMatch(/import \{ addPet2 \} [^]*export function addPet\(/);
  expect(files.get('src/server.ts')?.match(/import \{ add.*/g)).toEqual([
    "import { addPet } from './tools/pet.js';",
    "import { addV1 } from './tools/v-1.js';",
    "import { addV12 } from './tools/v1.js';",
  ]);
});

test('files of tags without ASCII letters are named by what they have', async () => {
  const responses = {};
  const paths = { '/a': { get: { tags: ['日本語'], responses } }, '/b': { get: { tags: ['中文'], responses } } };
  const files = await filesOf({ openapi: '3.1.0', paths });
  expect([...files.keys()].filter((path) => path.startsWith('src/tools/'))).toEqual([
    'src/tools/tools.ts',
    'src/tools/tools-2.ts',
  ]);
});

const part = { $ref: '#/components/schemas/A' };
const threeTimes = (value: unknown): readonly unknown[] => [value, value, value];
const nested = Array.from({ length: 7 }).reduce<object>((items) => ({ type: 'array', minItems: 20, items }), {
  type: 'string',
});
const chain = Object.fromEntries(
  Array.from({ length: 18 }, (_, index) => [
    `A${index}`,
    { type: 'object', allOf: index === 17 ? [] : threeTimes({ $ref: `#/components/schemas/A${index + 1}` }) },
  ]),
);
const slow = `^${'('.repeat(30)}[-+0-9a-z]+${')+'.repeat(30)}X$`;

test.each<[string, object, object]>([
  ['parts that are the whole', part, { A: { allOf: threeTimes(part) } }],
  [
    'required properties that are the whole',
    part,
    {
      A: { type: 'object', required: ['a', 'b', 'c'], properties: { a: part, b: part, c: part } },
    },
  ],
  ['arrays of arrays', nested, {}],
  ['chains of parts', { $ref: '#/components/schemas/A0' }, chain],
  ['a pattern that takes long', { type: 'object', properties: { a: { type: 'string', pattern: slow } } }, {}],
])('%s do not take long', { timeout: 10_000 }, async (_, schema, components) => {
  const files = await filesOf(withResult(schema, components));
  expect(files.get('src/generated/examples.ts')?.length).toBeLessThan(200_000);
});

test('names of the language are not read from prototypes', async () => {
  const swagger = { name: 'id', in: 'path', required: true, type: 'string', collectionFormat: 'constructor' };
  const [tool] = allTools(
    await readApi({ swagger: '2.0', paths: { '/a/{id}': { get: { parameters: [swagger], responses: {} } } } }),
  ).tools;
  expect(tool?.calls[0]?.call.parameters).toMatchObject([{ style: 'simple' }]);
  const schema = { type: 'string', format: 'constructor', minLength: 10 };
  const parameters = [{ name: 'id', in: 'query', schema }];
  const files = await filesOf({ openapi: '3.0.0', paths: { '/a': { get: { parameters, responses: {} } } } });
  expect(files.get('src/generated/examples.ts')).toContain("id: 'texttextte'");
  const unmade = { name: 'constructor', in: 'query', schema: { type: 'string', pattern: '^[XYZ]{9}[^XYZ]\\d$' } };
  const without = await filesOf({
    openapi: '3.0.0',
    paths: { '/a': { get: { parameters: [unmade], responses: {} } } },
  });
  expect(without.get('src/generated/examples.ts')).toContain("url: '/a'");
});

test('names that no header and no cookie can have are gaps, and so are styles of other places', async () => {
  const parameters = [
    { name: 'a=1; sid', in: 'cookie', schema: {} },
    { name: '名前', in: 'cookie', schema: {} },
    { name: 'x y', in: 'header', schema: {} },
    { name: 'x-ok', in: 'header', style: 'deepObject', schema: {} },
    { name: 'sid', in: 'cookie', schema: {} },
  ];
  const { tools, gaps } = allTools(
    await readApi({ openapi: '3.0.0', paths: { '/a': { get: { parameters, responses: {} } } } }),
  );
  expect(tools[0]?.calls[0]?.call.parameters.map(({ name }) => name)).toEqual(['sid']);
  expect(gaps.map(({ message }) => message)).toEqual([
    'the parameter "a=1; sid" cannot name a cookie, so it is left out',
    'the parameter "名前" cannot name a cookie, so it is left out',
    'the parameter "x y" cannot name a header, so it is left out',
    expect.stringContaining('"deepObject"'),
  ]);
});

test('a parameter of the path in an unsupported style is sent in a supported one', async () => {
  const parameters = [{ name: 'id', in: 'path', required: true, style: 'deep', schema: { type: 'string' } }];
  const { tools, gaps } = allTools(
    await readApi({ openapi: '3.0.0', paths: { '/a/{id}': { get: { parameters, responses: {} } } } }),
  );
  expect(tools[0]?.calls[0]?.call.parameters).toMatchObject([{ style: 'simple' }]);
  expect(gaps).toMatchObject([
    { message: expect.stringMatching(/"deep", so it is sent in the style "simple"/) as string },
  ]);
});

test.each(['file://evil/x', 'ftp://a.example/x'])('a reference to %s is refused', async ($ref) => {
  await expect(readApi({ openapi: '3.0.0', paths: { '/a': { $ref } } })).rejects.toThrow(
    /has no operations\.\n {2}#\/paths\/~1a: refers to another document, .*, which is not allowed, so it is left out$/,
  );
});

test('a link out of an allowed folder is refused', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'parts'));
  await writeFile(join(folder, 'secret.json'), '{}');
  await symlink(join(folder, 'secret.json'), join(folder, 'parts/link.json'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(withResult({ $ref: 'parts/link.json' })));
  const api = await openApi({ from: file, allowed: [join(folder, 'parts')] });
  expect(() => allTools(api)).toThrow(/which is not allowed/);
});

test('ten thousand operations take seconds', { timeout: 60_000 }, async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [
      `/a${index}/{id}`,
      { get: { parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }], responses: {} } },
    ]),
  );
  const { tools } = allTools(await readApi({ openapi: '3.1.0', paths }));
  expect(tools).toHaveLength(10_000);
  expect(new Set(tools.map(({ name }) => name)).size).toBe(10_000);
  const files = generatedFiles('a.json', modulesOf(tools), []);
  expect(files.map(({ path }) => path)).toEqual([
    'src/generated/api.ts',
    'src/generated/tools.ts',
    'src/generated/examples.ts',
  ]);
  expect(files[1]?.text.match(/ satisfies ApiTool;/g)).toHaveLength(10_000);
});
