/** A scaffolded server of an API, used as its owner would: install, test, start, change, update. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Client } from '@mcp-gen/sdk/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli, runProgram } from '../support/runCli.js';
import { borrowPackages, npm } from '../support/scaffolded.js';
import { sharedFolder } from '../support/sharedFolder.js';
import { readTree, temporaryFolder } from '../support/temporaryFolder.js';
import { documentPath } from './readApi.js';
import { startApi } from './startApi.js';

const MINUTES = 60_000;

/** A project for the API of pets, which has passed its own tests. */
async function petProject(): Promise<string> {
  const { folder, value } = await sharedFolder('api-petstore', async (parent) => {
    const scaffolded = await runCli(parent, 'scaffold', 'server', 'pets', '--from', documentPath('petstore.yaml'));
    expect(scaffolded, scaffolded.stderr).toMatchObject({ code: 0 });
    expect(scaffolded.stdout).toMatch(/^7 tools, about \d+ tokens in the context of a model/m);
    expect(scaffolded.stdout).toMatch(
      /^Calls https:\/\/eu\.pets\.example\/v1 with the credentials of PETS_API_KEY\.$/m,
    );
    const project = join(parent, 'pets');
    await borrowPackages(project, 'minimal');
    return npm(project, 'test');
  });
  expect(value, value.stdout).toMatchObject({ code: 0, stdout: expect.stringMatching(/^# pass 8$/m) as string });
  return join(folder, 'pets');
}

test('each tool answers against the mock of the project', { timeout: 5 * MINUTES }, async () => {
  const project = await petProject();
  const text = await readFile(join(project, 'src/generated/pets.ts'), 'utf8');
  expect(text).toContain('export interface ListPetsInput {');
  expect(await readFile(join(project, 'README.md'), 'utf8')).toContain(
    '| `PETS_API_KEY` | a key of the API, sent as the header X-Api-Key |',
  );
});

test.each([
  ['forgets results', "return answer.kind === 'json' ? data(answer.value) : contentOf(answer);", "return 'Other.';", 3],
  ['changes results', 'return data(value,', 'return data({ ...value, other: 1 },', 4],
  ['sends each request twice', 'const received = await send(', 'await send(target, { method, headers, body });$&', 7],
])('the tests of a project notice a client that %s', { timeout: 5 * MINUTES }, async (title, from, to, failed) => {
  const project = await petProject();
  const broken = join(project, `broken ${title}`);
  await cp(join(project, 'dist'), broken, { recursive: true });
  const file = join(broken, 'api/client.js');
  const text = await readFile(file, 'utf8');
  expect(text.split(from)).toHaveLength(2);
  await writeFile(file, text.replace(from, to));
  const { stdout } = await runProgram(project, process.execPath, ['--test', join(broken, 'server.test.js')]);
  expect(stdout).toContain(`# fail ${failed}\n`);
});

test.each(['swagger.json', 'threeZero.yaml'])('so do those of %s', { timeout: 5 * MINUTES }, async (document) => {
  const folder = await temporaryFolder();
  const scaffolded = await runCli(
    folder,
    'scaffold',
    'server',
    'other',
    '--from',
    documentPath(document),
    '--runtime',
    'registry',
  );
  expect(scaffolded, scaffolded.stderr).toMatchObject({ code: 0 });
  await borrowPackages(join(folder, 'other'), 'minimal');
  const tested = await npm(join(folder, 'other'), 'test');
  expect(tested, tested.stdout).toMatchObject({ code: 0 });
  expect(tested.stdout).toMatch(/^# skipped 0$/m);
});

test('a server does not start without a URL that its document does not state', { timeout: 5 * MINUTES }, async () => {
  const folder = await temporaryFolder();
  const options = ['--from', documentPath('threeZero.yaml'), '--runtime', 'registry'];
  const scaffolded = await runCli(folder, 'scaffold', 'server', 'notes', ...options);
  expect(scaffolded.stdout).toMatch(/^Calls the URL of NOTES_URL \(the document states none\)\.$/m);
  const project = join(folder, 'notes');
  await borrowPackages(project, 'minimal');
  expect(await npm(project, 'run', 'build')).toMatchObject({ code: 0 });
  const start = (env: { readonly [name: string]: string }) =>
    runProgram(project, process.execPath, [join(project, 'dist/main.js'), 'stdio'], env);
  expect(await start({})).toEqual({
    code: 2,
    stdout: '',
    stderr: 'Invalid value "" of NOTES_URL: expected the URL of the API, before the paths of all calls\n',
  });
  expect(await start({ NOTES_URL: 'localhost' })).toMatchObject({ code: 2 });
  expect(await start({ NOTES_URL: 'http://127.0.0.1:9' })).toMatchObject({ code: 0 });
});

test('what a URL of a document may have as a secret is not written', async () => {
  const text = await readFile(documentPath('threeZero.yaml'), 'utf8');
  const host = await startApi((request, response) => {
    const isKnown = request.url === '/api.yaml?token=secret';
    response.writeHead(isKnown ? 200 : 401).end(isKnown ? text : '');
  });
  const url = `${host}/api.yaml`;
  const folder = await temporaryFolder();
  const options = ['--from', `${url}?token=secret`, '--runtime', 'registry'];
  const scaffolded = await runCli(folder, 'scaffold', 'server', 'notes', ...options);
  expect(scaffolded, scaffolded.stderr).toMatchObject({ code: 0 });
  expect(scaffolded.stdout).toContain(
    'are not written to files. If it needs them, update with --from and the whole URL.',
  );
  const files = Object.values(await readTree(join(folder, 'notes')));
  expect(files.filter((each) => each?.includes('secret') === true)).toEqual([]);
  expect(files.filter((each) => each?.includes(url) === true).length).toBeGreaterThan(2);
  const refused = await runCli(folder, 'update', 'notes');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`${url} responded with 401`) as string });
  expect(await runCli(folder, 'update', 'notes', '--from', `${url}?token=secret`)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('All files are up to date.') as string,
  });
  const other = await runCli(folder, 'update', 'notes', '--from', `${url}?token=wrong`);
  expect(other.stderr).not.toContain('wrong');
});

describe('what it sends', () => {
  /** Starts an API, and a client of the server that calls it. */
  async function withApi(
    answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
    env = {},
  ): Promise<Client> {
    const project = await petProject();
    const url = await startApi((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
      request.on('end', () => answer(request, response, body));
    });
    const variables = { PETS_URL: `${url}/v1`, ...env };
    const client = await connect([process.execPath, join(project, 'dist/main.js'), 'stdio'], { env: variables });
    onTestFinished(() => client.close());
    return client;
  }

  const json = (response: ServerResponse, value: unknown, status = 200, headers = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

  test(
    'arguments as the document says, with the credential, but not to public operations',
    { timeout: 5 * MINUTES },
    async () => {
      const seen: (string | undefined)[] = [];
      const client = await withApi(
        (request, response) => {
          seen.push(request.url, request.headers['x-api-key'] as string | undefined);
          json(response, request.url === '/v1/store/inventory' ? { sold: 1 } : { items: [] });
        },
        { PETS_API_KEY: 'secret' },
      );
      await client.callTool('list_pets', { filter_name: 'a b', tags: ['x', 'y'], status: 'sold' });
      await client.callTool('get_inventory');
      expect(seen).toEqual([
        '/v1/pets?status=sold&filter%5Bname%5D=a%20b&tags=x,y',
        'secret',
        '/v1/store/inventory',
        undefined,
      ]);
      const { contents } = await client.readResource('pets:///store/inventory');
      expect(contents).toMatchObject([{ text: '{"sold":1}', mimeType: 'application/json' }]);
    },
  );

  test('the next pages, up to the number that was asked for', { timeout: 5 * MINUTES }, async () => {
    const seen: string[] = [];
    const client = await withApi((request, response) => {
      seen.push(request.url ?? '');
      json(response, { items: [{ name: `pet${seen.length}` }], next_cursor: `c${seen.length}` });
    });
    const one = await client.callTool('list_pets');
    expect(one.structuredContent).toEqual({ items: [{ name: 'pet1' }], next_cursor: 'c1' });
    const { structuredContent } = await client.callTool('list_pets', { max_pages: 2, status: 'sold' });
    expect(structuredContent).toEqual({ items: [{ name: 'pet2' }, { name: 'pet3' }], next_cursor: 'c3' });
    expect(seen).toEqual(['/v1/pets', '/v1/pets?status=sold', '/v1/pets?status=sold&cursor=c2']);
  });

  test('again after 429, when the API says', { timeout: 5 * MINUTES }, async () => {
    const statuses = [429, 429];
    const client = await withApi((_, response) => {
      const status = statuses.shift();
      if (status === undefined) json(response, { name: 'Rex' }, 201);
      else json(response, {}, status, { 'retry-after': '0' });
    });
    const { structuredContent } = await client.callTool('create_pet', { body: { name: 'Rex' } });
    expect(structuredContent).toEqual({ name: 'Rex' });
    expect(statuses).toEqual([]);
  });

  test(
    'an answer that differs from the document, which does not look like a call that failed',
    { timeout: 5 * MINUTES },
    async () => {
      const client = await withApi((_, response) => json(response, { name: '' }, 201));
      const { isError, text } = await client.callTool('create_pet', { body: { name: 'Rex' } });
      expect({ isError, text }).toEqual({
        isError: true,
        text: expect.stringMatching(
          /^The API carried out the call, but its answer differs from its document:\n\/name: .*\nThe answer: \{"name":""\}$/,
        ) as string,
      });
    },
  );

  test('results of as many bytes as a response may have', { timeout: 5 * MINUTES }, async () => {
    const text = 'x'.repeat(3_999_900);
    const client = await withApi((_, response) => json(response, { items: [{ name: text }] }));
    const { isError, structuredContent } = await client.callTool('list_pets');
    expect({ isError, structuredContent }).toEqual({ isError: false, structuredContent: { items: [{ name: text }] } });
  });

  test('no request of a writing call again that may have been carried out', { timeout: 5 * MINUTES }, async () => {
    let requests = 0;
    const client = await withApi((_, response) => {
      requests++;
      json(response, { message: 'down' }, 503);
    });
    const { isError, text } = await client.callTool('create_pet', { body: { name: 'Rex' } });
    expect({ isError, text, requests }).toEqual({
      isError: true,
      text: 'POST /pets failed: 503 Service Unavailable. down.',
      requests: 1,
    });
  });

  test('files, and receives them', { timeout: 5 * MINUTES }, async () => {
    let sent = '';
    const client = await withApi((request, response, body) => {
      sent = body;
      if (request.method === 'PUT') return response.writeHead(204).end();
      return response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([1, 2]));
    });
    await client.callTool('upload_photo', {
      petId: 1,
      body: { photo: Buffer.from('bytes').toString('base64'), caption: 'nice' },
    });
    expect(sent).toContain('name="photo"; filename="photo"\r\nContent-Type: application/octet-stream\r\n\r\nbytes\r\n');
    expect(sent).toContain('name="caption"\r\n\r\nnice\r\n');
    const { content } = await client.callTool('get_photo', { petId: 1 });
    expect(content).toMatchObject([{ type: 'image', data: 'AQI=', mimeType: 'image/png' }]);
  });

  test('what the API says about a failure, to the model', { timeout: 5 * MINUTES }, async () => {
    const client = await withApi((_, response) => json(response, { error: { message: 'No such pet' } }, 401));
    const { isError, text } = await client.callTool('get_pet', { petId: 9 });
    expect({ isError, text }).toEqual({
      isError: true,
      text: 'GET /pets/{petId} failed: 401 Unauthorized. No such pet. No credentials are set: the owner of this server has to set PETS_API_KEY.',
    });
  });

  test('a cancelled call cancels its request', { timeout: 5 * MINUTES }, async () => {
    let isStarted = (): void => undefined;
    let isAborted = (): void => undefined;
    const started = new Promise<void>((resolve) => (isStarted = resolve));
    const aborted = new Promise<void>((resolve) => (isAborted = resolve));
    const client = await withApi((_, response) => {
      response.on('close', () => isAborted());
      isStarted();
    });
    const controller = new AbortController();
    const call = client.callTool('get_pet', { petId: 1 }, { signal: controller.signal });
    const failed = expect(call).rejects.toThrow(/abort/i);
    await started;
    controller.abort();
    await aborted;
    await failed;
  });
});

test('hosts of --allow-refs stay hosts, and folders become relative', async () => {
  const folder = await temporaryFolder();
  for (const name of ['parts', 'b.example']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'parts/a.json'), JSON.stringify({ type: 'object' }));
  const content = { 'application/json': { schema: { $ref: 'parts/a.json' } } };
  const paths = { '/a': { get: { responses: { 200: { description: '', content } } } } };
  await writeFile(join(folder, 'api.json'), JSON.stringify({ openapi: '3.1.0', paths }));
  const options = [
    '--from',
    'api.json',
    '--runtime',
    'registry',
    '--allow-refs',
    'schemas.example.com,parts,b.example',
  ];
  expect(await runCli(folder, 'scaffold', 'server', 'a', ...options)).toMatchObject({ code: 0 });
  expect(JSON.parse(await readFile(join(folder, 'a/openapi.json'), 'utf8'))).toMatchObject({
    // A folder may have the name of a host.
    allowRefs: ['schemas.example.com', '../parts', 'b.example', '../b.example'],
  });
  expect(await runCli(folder, 'update', 'a', '--check')).toMatchObject({ code: 0 });
});

test('too many operations have to be chosen', async () => {
  const folder = await temporaryFolder();
  const get = { responses: {} };
  const paths = Object.fromEntries(
    Array.from({ length: 101 }, (_, index) => [`/a${index}`, { get: { ...get, tags: [index < 3 ? 'few' : 'many'] } }]),
  );
  await writeFile(join(folder, 'api.json'), JSON.stringify({ openapi: '3.1.0', paths }));
  const scaffold = (...options: readonly string[]) =>
    runCli(folder, 'scaffold', 'server', 'a', '--from', 'api.json', '--runtime', 'registry', '--yes', ...options);
  const refused = await scaffold();
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(
    'has 101 operations, too many for the tools of one server. Choose some with --tag, --path, or --method, or all with --all. Its tags:\n  few  (3 operations)\n  many  (98 operations)',
  );
  expect((await scaffold('--tag', 'few2')).stderr).toContain('No operation has the tag "few2". Did you mean "few"?');
  expect(await scaffold('--tag', 'Few', '--path', '/a*', '--method', 'get')).toMatchObject({ code: 0 });
  expect(JSON.parse(await readFile(join(folder, 'a/openapi.json'), 'utf8'))).toMatchObject({
    tools: { get_a0: 'GET /a0', get_a1: 'GET /a1', get_a2: 'GET /a2' },
  });
});
