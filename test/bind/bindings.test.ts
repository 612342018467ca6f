/** Modules that are written for a server: they compile under strict flags, and calls through them are those of the client. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Server } from '@mcp-gen/sdk';
import { callFor } from '@mcp-gen/sdk/bindings';
import type { Client, ToolResult } from '@mcp-gen/sdk/client';
import type { LockFile } from '@mcp-gen/sdk/host';
import { testClient } from '@mcp-gen/sdk/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readContract } from '../../bind/src/contract.js';
import { Scope } from '../../bind/src/compiler.js';
import { clientModule } from '../../bind/src/emit/clientModule.js';
import { fileNames } from '../../generator/write/fileNames.js';
import { functionModule } from '../../bind/src/emit/functionModule.js';
import { withServer } from '../../bind/src/lock/lockFile.js';
import { compileTypes } from '../../bind/src/types/compileTypes.js';
import { formatFiles } from '../../generator/write/formatFiles.js';
import { slowClock } from '../support/clock.js';
import { runnable } from '../support/runnable.js';
import { typeErrors } from '../support/typeErrors.js';

const NODE = {
  type: 'object',
  properties: { value: { type: 'number' }, next: { $ref: '#/$defs/node' } },
  required: ['value'],
};

/** A server whose tools have what schemas can have, and what it answers wrongly is for the checks of results. */
function weather(): Server {
  const server = new Server({ name: 'weather', version: '1.2.3' });
  const days = { type: 'array', items: { type: 'string', enum: ['sunny', 'rainy'] } } as const;
  const forecast = { type: 'object', properties: { days }, required: ['days'] } as const;
  server.tool(
    'get-forecast',
    {
      title: 'Forecast',
      description: 'The weather of a city',
      annotations: { readOnlyHint: true },
      input: {
        type: 'object',
        properties: { city: { type: 'string', description: 'Its name' }, days: { type: 'integer', default: 3 } },
        required: ['city'],
        additionalProperties: false,
      },
      output: forecast,
    },
    ({ city }) => ({ days: city === 'Oslo' ? ['sunny', 'rainy'] : [] }),
  );
  // Collides with the one above, once both are identifiers.
  server.tool('get_forecast', {}, () => 'plain');
  server.tool('delete', { input: { type: 'object', properties: {}, additionalProperties: false } }, () => 'gone');
  server.tool('toString', {}, () => 'text');
  server.tool('---', { input: { type: 'object', properties: { 城市: { type: 'string' } } } }, () => 'names');
  const alternatives = [{ type: 'string' }, { type: 'integer' }];
  server.tool(
    'find',
    {
      input: { type: 'object', properties: { any: { anyOf: alternatives }, one: { oneOf: alternatives } } },
    },
    () => 'found',
  );
  server.tool(
    'sum',
    { input: { type: 'object', $defs: { node: NODE }, properties: { list: { $ref: '#/$defs/node' } } } },
    (input) => JSON.stringify(input),
  );
  server.resource('text://a', {}, 'a');
  server.resourceTemplate(
    'notes://{folder}/{name}{?page}',
    {},
    ({ folder, name, page }) => `${folder} ${name} ${page ?? ''}`,
  );
  server.prompt(
    'greet',
    { arguments: { name: { required: true }, style: {} } },
    ({ name, style }) => `${name} ${style ?? '-'}`,
  );
  return server;
}

async function connected(): Promise<Client> {
  const client = await testClient(weather());
  onTestFinished(() => client.close());
  return client;
}

async function formatted(text: string): Promise<string> {
  const [file] = await formatFiles([{ path: 'weather.ts', text }]);
  return file?.text ?? '';
}

/** Uses the module as a program does. What must be an error says so. */
const PROGRAM = `
import { connect } from '@mcp-gen/sdk/client';
import { Weather, type GetForecastOutput } from './weather.js';

const weather = new Weather(await connect('weather'));
const result = await weather.tools.getForecast({ city: 'Oslo' }, { timeout: 1_000 });
if (!result.isError) {
  const { days }: GetForecastOutput = result.structuredContent;
  const [first] = days;
  // @ts-expect-error unknown weather
  console.log(first === 'snowy');
}
// @ts-expect-error the city is missing
await weather.tools.getForecast({});
// @ts-expect-error the number of days is not a string
await weather.tools.getForecast({ city: 'Oslo', days: '3' });
// @ts-expect-error unknown argument
await weather.tools.getForecast({ city: 'Oslo', town: 'Oslo' });
await weather.tools.getForecast2();
await weather.tools.delete_();
// @ts-expect-error it takes nothing
await weather.tools.delete_({ all: true });
await weather.tools.toString2();
await weather.tools.value_({ 城市: '奥斯陆' });
await weather.tools.find({ any: 1, one: 'a' });
// @ts-expect-error a boolean is none of the alternatives
await weather.tools.find({ any: true });
// @ts-expect-error a boolean is none of the alternatives
await weather.tools.find({ one: true });
await weather.tools.sum({ list: { value: 1, next: { value: 2 } } });
// @ts-expect-error a node has a value
await weather.tools.sum({ list: { next: { value: 2 } } });
await weather.prompts.greet({ name: 'Ada' });
// @ts-expect-error the name is missing
await weather.prompts.greet({ style: 'short' });
await weather.templates.notesFolderNamePage({ folder: 'a', name: 'b', page: '2' });
// @ts-expect-error the folder is missing
await weather.templates.notesFolderNamePage({ name: 'b' });
await weather.resources.textA();
`;

test('the contract has the texts of prompts, resources, and templates, and only those that there are', async () => {
  const server = new Server({ name: 'texts', version: '1.0.0' });
  const texts = { title: 'A title', description: 'A description' };
  server.prompt('greet', texts, () => 'Hello');
  server.prompt('plain', {}, () => 'Hello');
  server.resource('text://a', { name: 'a', mimeType: 'text/plain', ...texts }, 'a');
  server.resourceTemplate('text://{b}', { name: 'b', ...texts }, ({ b }) => b);
  const client = await testClient(server);
  onTestFinished(() => client.close());
  const { prompts, resources, templates } = (await readContract(client)).contract;
  expect({ prompts, resources, templates }).toEqual({
    prompts: [{ name: 'greet', ...texts }, { name: 'plain' }],
    resources: [{ uri: 'text://a', name: 'a', mimeType: 'text/plain', ...texts }],
    templates: [{ uri: 'text://{b}', name: 'b', ...texts }],
  });
});

test('the pages of a list may take as long as the caller of the reader waits', async () => {
  const server = new Server({ name: 'slow', version: '1.0.0' }, { pageSize: 1 });
  for (const name of ['a', 'b', 'c']) server.prompt(name, {}, () => 'Hello');
  const client = await testClient(server);
  onTestFinished(() => client.close());
  // Each page takes an hour.
  slowClock(3_600_000);
  const { prompts } = (await readContract(client)).contract;
  expect(prompts.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

/** A client of a server with these lists. */
function listing(lists: { readonly tools?: Iterable<object>; readonly prompts?: Iterable<object> }): Client {
  const list = (items: Iterable<object> = []) => items;
  return {
    server: { name: 'large', version: '1', capabilities: { tools: {}, prompts: {} } },
    tools: () => list(lists.tools),
    prompts: () => list(lists.prompts),
  } as unknown as Client;
}

test.each([
  ['entries', { prompts: Array.from({ length: 20_001 }, (_, n) => ({ name: `p${n}` })) }, 'more than 20000 prompts'],
  [
    'bytes in all its lists',
    {
      tools: [{ name: 'a', description: 'x'.repeat(9_000_000), inputSchema: { type: 'object' } }],
      prompts: [{ name: 'a', description: 'x'.repeat(9_000_000) }],
    },
    'The contract of the server has more than 16777216 bytes',
  ],
])('a contract with too many %s cannot be reviewed', async (_, lists, message) => {
  await expect(readContract(listing(lists))).rejects.toMatchObject({
    name: 'MistakeError',
    message: expect.stringContaining(message) as unknown,
  });
});

test.each<[schema: unknown, declared: string]>([
  [{ type: 'object', properties: { a: false }, required: ['a'] }, 'a: never'],
  [{ type: 'object', properties: { a: { deprecated: true } } }, '@deprecated'],
  [{ properties: { a: { type: 'string' } } }, 'a?: string'],
  [{ required: ['a'] }, 'a: unknown'],
  [{ items: { type: 'string' } }, 'export type It = string[]'],
  [{ $ref: '#/$defs/50%', $defs: { '50%': { type: 'string' } } }, 'string'],
  [{ enum: [{ a: 1 }] }, 'export type It = unknown'],
  [{ anyOf: [], oneOf: [{ type: 'string' }, { type: 'null' }] }, 'export type It = (string | null)'],
  [{ anyOf: Array.from({ length: 501 }, () => ({})), oneOf: [{ type: 'null' }] }, 'export type It = null'],
])('the type of %j', async (schema, declared) => {
  const [type] = await compileTypes([{ name: 'it', schema }], new Scope());
  expect(type?.declarations.replaceAll(/\s+/g, ' ')).toContain(declared);
  expect(type?.problem).toBeUndefined();
});

test('the variable VERBOSE is as it was behind compiling', async () => {
  vi.stubEnv('VERBOSE', '1');
  const written = vi.spyOn(console, 'log');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    written.mockRestore();
  });
  await compileTypes([{ name: 'it', schema: { type: 'object' } }], new Scope());
  expect(process.env['VERBOSE']).toBe('1');
  expect(written).not.toHaveBeenCalled();
});

describe('the module of a server', () => {
  test('is typed by the schemas, the prompts, and the templates', async () => {
    const { text, problems } = await clientModule('weather', (await readContract(await connected())).contract);
    expect(problems).toEqual([]);
    expect(
      typeErrors(
        new Map([
          ['weather.ts', await formatted(text)],
          ['program.ts', PROGRAM],
        ]),
      ),
    ).toEqual([]);
  });

  test('calls what the client calls', async () => {
    const client = await connected();
    const { text } = await clientModule('weather', (await readContract(client)).contract);
    const folder = await runnable(new Map([['weather.ts', text]]));
    const { Weather } = (await import(pathToFileURL(join(folder, 'weather.js')).href)) as {
      Weather: new (client: Client) => Bound;
    };
    const { tools, prompts, resources, templates } = new Weather(client);
    const content = ({ content, structuredContent, isError }: ToolResult) => ({ content, structuredContent, isError });
    expect(content((await tools['getForecast']?.({ city: 'Oslo' })) as ToolResult)).toEqual(
      content(await client.callTool('get-forecast', { city: 'Oslo' })),
    );
    for (const [method, name] of Object.entries({
      getForecast2: 'get_forecast',
      delete_: 'delete',
      toString2: 'toString',
      value_: '---',
    })) {
      expect(content((await tools[method]?.({})) as ToolResult)).toEqual(content(await client.callTool(name)));
    }
    expect(await prompts['greet']?.({ name: 'Ada', style: undefined })).toEqual(
      await client.getPrompt('greet', { name: 'Ada' }),
    );
    expect(await resources['textA']?.({})).toEqual(await client.readResource('text://a'));
    expect(await templates['notesFolderNamePage']?.({ folder: 'a', name: 'b c', page: undefined })).toEqual(
      await client.readResource('notes://a/b%20c'),
    );
  });

  test('rejects results that are not as the schema that was reviewed says', async () => {
    const client = await connected();
    const contract = (await readContract(client)).contract;
    const { text } = await clientModule('weather', {
      ...contract,
      tools: contract.tools.map((tool) => ({ ...tool, outputSchema: { type: 'object', required: ['humidity'] } })),
    });
    const folder = await runnable(new Map([['weather.ts', text]]));
    const { Weather } = (await import(pathToFileURL(join(folder, 'weather.js')).href)) as {
      Weather: new (client: Client) => Bound;
    };
    const { tools } = new Weather(client);
    await expect(tools['getForecast']?.({ city: 'Oslo' })).rejects.toThrow('does not match its reviewed output schema');
    await expect(tools['getForecast2']?.({})).rejects.toThrow('returned no structured content');
  });
});

type Methods = { readonly [method: string]: (input: object) => Promise<unknown> };

type Bound = { readonly [Group in 'tools' | 'prompts' | 'resources' | 'templates']: Methods };

describe('functions for code that models write', () => {
  test('take what calls tools, and import nothing', async () => {
    const client = await connected();
    const { text, declarations } = await functionModule('weather', (await readContract(client)).contract);
    expect(text).not.toMatch(/\bimport\b/);
    const program = `
import { getForecast, type Call } from './weather.js';
declare const call: Call;
const { days } = await getForecast(call, { city: 'Oslo' });
// @ts-expect-error unknown weather
console.log(days[0] === 'snowy');
`;
    expect(
      typeErrors(
        new Map([
          ['weather.ts', await formatted(text)],
          ['program.ts', program],
        ]),
      ),
    ).toEqual([]);
    expect(
      typeErrors(
        new Map([
          ['weather.ts', declarations],
          ['program.ts', program],
        ]),
      ),
    ).toEqual([]);
    const folder = await runnable(new Map([['weather.ts', text]]));
    const module = (await import(pathToFileURL(join(folder, 'weather.js')).href)) as {
      readonly [name: string]: (call: object, input?: object) => Promise<unknown>;
    };
    const lock = withServer({ lockVersion: 1, servers: {} }, 'weather', (await readContract(client)).contract);
    const call = callFor(client, lock, 'weather');
    expect(await module['getForecast']?.(call, { city: 'Oslo' })).toEqual({ days: ['sunny', 'rainy'] });
    expect(await module['getForecast2']?.(call)).toBe('plain');
    await expect(call('get-forecast', {})).rejects.toThrow('The tool get-forecast failed');
    await expect(call('unknown', {})).rejects.toThrow(
      'The tool "unknown" of weather is not in the lock file. Review it with mcp-gen bind --update',
    );
    expect(() => callFor(client, lock, 'other')).toThrow('The lock file does not have the server "other"');
    const { weather } = lock.servers;
    const tools = weather?.tools.map((tool) => ({ ...tool, outputSchema: { type: 'object', required: ['humidity'] } }));
    const stricter = { servers: { weather: { ...weather, tools } } } as unknown as LockFile;
    const checked = callFor(client, stricter, 'weather');
    await expect(checked('get-forecast', { city: 'Oslo' })).rejects.toThrow(
      'does not match its reviewed output schema',
    );
  });
});

test('a file has letters and digits of the name of its server, and no other server has it', () => {
  const servers = ['Weather', 'weather!', '../../etc/passwd', '天气', '', 'nul', '@scope/name', 'x'.repeat(99)];
  expect(fileNames(servers, '.ts')).toEqual([
    ...['weather.ts', 'weather-2.ts', 'etc-passwd.ts', 'server.ts', 'server-2.ts', 'server-nul.ts', 'scope-name.ts'],
    `${'x'.repeat(60)}.ts`,
  ]);
});
