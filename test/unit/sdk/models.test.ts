/** Tools in the formats of the APIs of models: definitions, calls, and results. */

import { setTimeout as wait } from 'node:timers/promises';
import { audio, Server } from '@mcp-gen/sdk';
import type { Client } from '@mcp-gen/sdk/client';
import { toolsFor, type ModelApi, type ToolSource } from '@mcp-gen/sdk/models';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { readProjectFile } from '../../support/schemas.js';
import { openHost } from './hostSupport.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

type Outcome = Awaited<ReturnType<ToolSource['callTool']>>;
type Content = Outcome['content'];

/** A source whose tools all return the same. */
function source(
  tools: readonly { readonly name: string; readonly [key: string]: unknown }[],
  outcome: Partial<Outcome> | Error = {},
): ToolSource & { readonly called: unknown[] } {
  const called: unknown[] = [];
  return {
    called,
    tools: () => Promise.resolve(tools.map((tool) => ({ inputSchema: { type: 'object' as const }, ...tool }))),
    callTool(name, args) {
      called.push({ name, args });
      if (outcome instanceof Error) return Promise.reject(outcome);
      const result = { content: [], structuredContent: undefined, isError: false, ...outcome };
      return Promise.resolve(result);
    },
  };
}

const APIS = ['anthropic', 'openai', 'openai-chat', 'gemini', 'ai-sdk'] as const satisfies readonly ModelApi[];

/** A call in the format of each API. */
function callOf(api: ModelApi, name: string, args: unknown = {}): never {
  const text = JSON.stringify(args);
  const calls: { readonly [Name in ModelApi]: unknown } = {
    anthropic: [
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_use', id: 'c1', name, input: args },
    ],
    openai: [{ type: 'reasoning' }, { type: 'function_call', call_id: 'c1', name, arguments: text }],
    'openai-chat': [
      { id: 'c0', type: 'custom' },
      { id: 'c1', type: 'function', function: { name, arguments: text } },
    ],
    gemini: [{ id: 'c1', name, args }],
    'ai-sdk': [{ toolCallId: 'c1', toolName: name, input: args }],
  };
  return calls[api] as never;
}

async function resultOf(api: ModelApi, outcome: Partial<Outcome> | Error): Promise<unknown> {
  const { run } = await toolsFor(source([{ name: 'look' }], outcome), api);
  return (await run(callOf(api, 'look')))[0];
}

const PNG = { type: 'image', data: 'iVBORw==', mimeType: 'image/png' } as const;
const TEXT = { type: 'text', text: 'Sunny' } as const;

describe('definitions', () => {
  const tools = [{ name: 'look', description: 'Looks', inputSchema: { type: 'object', required: ['at'] } }];
  const schema = { type: 'object', properties: {}, required: ['at'] };

  test('in each format', async () => {
    const written = await Promise.all(APIS.map(async (api) => [api, (await toolsFor(source(tools), api)).definitions]));
    expect(Object.fromEntries(written)).toEqual({
      anthropic: [{ name: 'look', description: 'Looks', input_schema: schema }],
      openai: [{ type: 'function', name: 'look', description: 'Looks', parameters: schema, strict: false }],
      'openai-chat': [{ type: 'function', function: { name: 'look', description: 'Looks', parameters: schema } }],
      gemini: [{ name: 'look', description: 'Looks', parametersJsonSchema: schema }],
      'ai-sdk': {
        look: {
          type: 'dynamic',
          description: 'Looks',
          inputSchema: expect.objectContaining({ jsonSchema: schema }),
          execute: expect.any(Function),
          toModelOutput: expect.any(Function),
        },
      },
    });
  });

  test('a title describes a tool without a description', async () => {
    const { definitions } = await toolsFor(source([{ name: 'a', title: 'Look around' }, { name: 'b' }]), 'anthropic');
    expect(definitions.map(({ description }) => description)).toEqual(['Look around', undefined]);
  });

  test('an unknown API is refused', async () => {
    await expect(toolsFor(source([]), 'mistral' as ModelApi)).rejects.toThrow('Unknown API "mistral". Expected one of');
    await expect(toolsFor(source([]), 'toString' as ModelApi)).rejects.toThrow('Unknown API "toString"');
  });
});

describe('names', () => {
  test('have the form that every vendor accepts, once each, and are translated back', async () => {
    const long = 'x'.repeat(70);
    const names = ['look', 'look around', 'look_around', '1st', '天气', '新闻', long, `${long}y`];
    const from = source(names.map((name) => ({ name })));
    const { definitions, run } = await toolsFor(from, 'anthropic');
    const shown = definitions.map(({ name }) => name);
    const cut = 'x'.repeat(58);
    expect(shown).toEqual(['look', 'look_around_2', 'look_around', '_1st', '_', '__2', cut, `${cut}_2`]);
    for (const name of shown) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
    await run(shown.map((name, id) => ({ type: 'tool_use', id: String(id), name, input: {} })));
    expect(from.called).toEqual(names.map((name) => ({ name, args: {} })));
  });

  test('of parameters are changed at the top level, and translated back', async () => {
    const properties = {
      $filter: { type: 'string' },
      _filter: {},
      filter: { type: 'object', properties: { $a: {} } },
    };
    const inputSchema = {
      type: 'object',
      properties,
      required: ['$filter'],
      dependentRequired: { $filter: ['filter'] },
    };
    const from = source([{ name: 'find', inputSchema }]);
    const { definitions, losses, run } = await toolsFor(from, 'anthropic');
    expect(definitions[0]?.input_schema).toEqual({
      type: 'object',
      properties: { _filter_2: { type: 'string' }, _filter: {}, filter: properties.filter },
      required: ['_filter_2'],
    });
    expect(losses).toEqual([
      {
        tool: 'find',
        what: 'the keyword dependentRequired since it has names of parameters that had to change',
      },
    ]);
    await run(callOf('anthropic', 'find', { _filter_2: 'a', _filter: 'b', other: 'c' }));
    expect(from.called).toEqual([{ name: 'find', args: { $filter: 'a', _filter: 'b', other: 'c' } }]);
  });
});

test('the second of two tools of one name is left out, and calls that the vendor has run are skipped', async () => {
  const from = source([{ name: 'look', title: 'First' }, { name: 'look' }]);
  const { definitions, losses, run } = await toolsFor(from, 'ai-sdk');
  expect(definitions).toMatchObject({ look: { description: 'First' } });
  expect(losses).toEqual([{ tool: 'look', what: 'a second tool of this name' }]);
  expect(await run([{ toolCallId: '1', toolName: 'web_search', input: {}, providerExecuted: true }])).toEqual([]);
});

describe('schemas', () => {
  async function shown(inputSchema: object): Promise<unknown[]> {
    const { definitions, losses } = await toolsFor(source([{ name: 'find', inputSchema }]), 'openai');
    return [definitions[0]?.parameters, losses.map(({ what }) => what)];
  }

  test('alternatives at the top level are joined', async () => {
    const inputSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      oneOf: [
        {
          properties: { id: { const: 'a' }, url: { type: 'string' }, kind: { const: 'url' } },
          required: ['url', 'kind'],
        },
        { $ref: '#/$defs/inline' },
      ],
      allOf: [{ required: ['at'], properties: { at: { type: 'number' } } }, true],
      $defs: { inline: { properties: { text: {}, kind: { const: 'text' } }, required: ['text', 'kind'] } },
    };
    expect(await shown(inputSchema)).toEqual([
      {
        type: 'object',
        properties: {
          id: { type: 'string' },
          at: { type: 'number' },
          url: { type: 'string' },
          kind: { anyOf: [{ const: 'url' }, { const: 'text' }] },
          text: {},
        },
        required: ['id', 'at', 'kind'],
        $defs: inputSchema.$defs,
      },
      [
        'the keyword allOf of the top level, whose parameters are listed without their conditions',
        'the keyword oneOf of the top level, whose parameters are listed without their conditions',
      ],
    ]);
  });

  test('parameters of nested alternatives and references are found', async () => {
    const inputSchema = {
      type: 'object',
      $ref: '#/$defs/a~1b',
      not: { required: ['z'] },
      oneOf: [{ allOf: [{ properties: { constructor: { type: 'string' } } }] }, { $ref: '#' }],
      $defs: {
        'a/b': { $ref: '#/$defs/c', required: ['x'] },
        c: { properties: { x: {} }, allOf: [{ $ref: '#/$defs/a~1b' }] },
      },
    };
    const [schema, lost] = await shown(inputSchema);
    expect(schema).toEqual({
      type: 'object',
      properties: { x: {}, constructor: { type: 'string' } },
      required: ['x'],
      $defs: inputSchema.$defs,
    });
    expect(lost).toHaveLength(3);
  });

  test('references to what has moved lead to definitions', async () => {
    const inputSchema = {
      type: 'object',
      properties: {
        'a b': { type: 'string' },
        c: { $ref: '#/properties/a%20b' },
        d: { $ref: '#/allOf/0/properties/e' },
      },
      allOf: [{ properties: { e: { items: { $ref: '#/allOf/0/properties/e' } } } }],
      $defs: { moved1: {} },
    };
    expect(await shown(inputSchema)).toEqual([
      {
        type: 'object',
        properties: {
          a_b: { type: 'string' },
          c: { $ref: '#/$defs/moved2' },
          d: { $ref: '#/$defs/moved3' },
          e: { items: { $ref: '#/$defs/moved3' } },
        },
        $defs: { moved1: {}, moved2: { type: 'string' }, moved3: { items: { $ref: '#/$defs/moved3' } } },
      },
      ['the keyword allOf of the top level, whose parameters are listed without their conditions'],
    ]);
  });

  test('alternatives below the top level are unchanged, and arrays get items', async () => {
    const choice = { anyOf: [{ type: 'array' }, { type: ['array', 'null'], items: { type: 'string' } }] };
    const inputSchema = {
      type: 'object',
      properties: { choice, type: { const: 'array' }, list: { items: { type: ['null', 'array'] } } },
      $defs: { some: { type: 'array', prefixItems: [{ type: 'array' }] } },
    };
    expect(await shown(inputSchema)).toEqual([
      {
        type: 'object',
        properties: {
          choice: { anyOf: [{ type: 'array', items: {} }, choice.anyOf[1]] },
          type: { const: 'array' },
          list: { items: { type: ['null', 'array'], items: {} } },
        },
        $defs: { some: { type: 'array', prefixItems: [{ type: 'array', items: {} }], items: {} } },
      },
      [],
    ]);
    expect(inputSchema.$defs.some).not.toHaveProperty('items');
  });
});

describe('results', () => {
  test('with text and an image, in each format', async () => {
    const results = await Promise.all(APIS.map(async (api) => [api, await resultOf(api, { content: [TEXT, PNG] })]));
    const source = { type: 'base64', media_type: 'image/png', data: PNG.data };
    expect(Object.fromEntries(results)).toEqual({
      anthropic: { type: 'tool_result', tool_use_id: 'c1', content: [TEXT, { type: 'image', source }] },
      openai: {
        type: 'function_call_output',
        call_id: 'c1',
        output: [
          { type: 'input_text', text: 'Sunny' },
          { type: 'input_image', image_url: 'data:image/png;base64,iVBORw==', detail: 'auto' },
        ],
      },
      'openai-chat': {
        role: 'tool',
        tool_call_id: 'c1',
        content: 'Sunny\n[4 bytes of image/png, which this model cannot be given]',
      },
      gemini: {
        functionResponse: {
          id: 'c1',
          name: 'look',
          response: { output: 'Sunny' },
          parts: [{ inlineData: { mimeType: 'image/png', data: PNG.data } }],
        },
      },
      'ai-sdk': {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'look',
        output: { type: 'content', value: [TEXT, { type: 'image-data', data: PNG.data, mediaType: 'image/png' }] },
      },
    });
  });

  test.each([
    { of: 'a failed tool', outcome: { content: [TEXT], isError: true }, text: 'Sunny' },
    { of: 'a rejected call', outcome: new Error('The server exited'), text: 'The server exited' },
  ])('of $of tell the model', async ({ outcome, text }) => {
    const results = await Promise.all(APIS.map(async (api) => [api, await resultOf(api, outcome)]));
    expect(Object.fromEntries(results)).toMatchObject({
      anthropic: { content: [{ type: 'text', text }], is_error: true },
      openai: { output: `Error: ${text}` },
      'openai-chat': { content: `Error: ${text}` },
      gemini: { functionResponse: { response: { error: text } } },
      'ai-sdk': { output: { type: 'error-text', value: text } },
    });
  });

  test('of a failed tool with an image begin with what says so, where the API has no flag', async () => {
    expect(await resultOf('openai', { content: [TEXT, PNG], isError: true })).toMatchObject({
      output: [{ text: 'Error:' }, { text: 'Sunny' }, { type: 'input_image' }],
    });
  });

  test.each([
    { of: 'nothing', outcome: {}, text: 'The tool returned nothing.' },
    { of: 'an empty text', outcome: { content: [{ type: 'text', text: '' }] }, text: 'The tool returned nothing.' },
    { of: 'structured content alone', outcome: { structuredContent: { a: 1 } }, text: '{"a":1}' },
    {
      of: 'structured content with its text',
      outcome: { content: [TEXT], structuredContent: { a: 1 } },
      text: 'Sunny',
    },
    {
      of: 'a text resource',
      outcome: { content: [{ type: 'resource', resource: { uri: 'note://a', text: 'A note' } }] },
      text: 'Resource note://a:\nA note',
    },
    {
      of: 'a link',
      outcome: { content: [{ type: 'resource_link', uri: 'note://a', name: 'a', mimeType: 'text/plain' }] },
      text: 'Link to a resource: {"uri":"note://a","title":"a","mimeType":"text/plain"}',
    },
  ] as readonly { of: string; outcome: Partial<Outcome>; text: string }[])(
    'of $of have a text',
    async ({ outcome, text }) => {
      expect(await resultOf('openai-chat', outcome)).toMatchObject({ content: text });
    },
  );

  test('a document has the name of its resource', async () => {
    const resource = { uri: 'file:///docs/report.pdf?page=1', mimeType: 'application/pdf', blob: 'JVBERg==' };
    const results = await Promise.all(
      (['anthropic', 'openai', 'ai-sdk'] as const).map((api) =>
        resultOf(api, { content: [{ type: 'resource', resource }] }),
      ),
    );
    expect(results).toMatchObject([
      { content: [{ text: `Resource ${resource.uri}:` }, { type: 'document', title: 'report.pdf' }] },
      {
        output: [{ type: 'input_text' }, { filename: 'report.pdf', file_data: 'data:application/pdf;base64,JVBERg==' }],
      },
      { output: { value: [{ type: 'text' }, { type: 'file-data', filename: 'report.pdf' }] } },
    ]);
  });
});

describe('calls', () => {
  test.each(APIS)('of tools that do not exist tell the model: %s', async (api) => {
    const from = source([{ name: 'look' }]);
    const { run } = await toolsFor(from, api);
    expect(JSON.stringify(await run(callOf(api, 'constructor')))).toContain('There is no tool \\"constructor\\"');
    expect(from.called).toEqual([]);
  });

  test.each(['{', '[]', 'null', '"a"'])('with the arguments %s tell the model', async (input) => {
    const from = source([{ name: 'look' }]);
    const { run } = await toolsFor(from, 'openai');
    const [result] = await run([{ type: 'function_call', call_id: '1', name: 'look', arguments: input } as never]);
    expect(result?.output).toBe('Error: The arguments are not a JSON object');
    expect(from.called).toEqual([]);
  });

  test('without arguments are calls with none', async () => {
    const from = source([{ name: 'look' }]);
    await (
      await toolsFor(from, 'openai')
    ).run([{ type: 'function_call', call_id: '1', name: 'look', arguments: '' } as never]);
    await (await toolsFor(from, 'gemini')).run([{ name: 'look' }]);
    expect(from.called).toEqual([
      { name: 'look', args: {} },
      { name: 'look', args: {} },
    ]);
  });

  test('no calls have no results', async () => {
    expect(await (await toolsFor(source([]), 'openai-chat')).run(null)).toEqual([]);
    expect(await (await toolsFor(source([]), 'gemini')).run(undefined)).toEqual([]);
    expect(await (await toolsFor(source([]), 'anthropic')).run([{ type: 'text' }])).toEqual([]);
  });

  test('run at once, and the results have their order', async () => {
    const client = await open();
    const { run } = await toolsFor(client, 'gemini');
    const results = await run([
      { id: 'a', name: 'sleep', args: { ms: 60 } },
      { id: 'b', name: 'sleep', args: { ms: 0 } },
    ]);
    expect(results.map(({ functionResponse }) => [functionResponse.id, functionResponse.response])).toEqual([
      ['a', { output: 'second' }],
      ['b', { output: 'first' }],
    ]);
  });

  test('are aborted with the signal', async () => {
    const client = await open();
    const { run } = await toolsFor(client, 'gemini');
    const stop = new AbortController();
    const running = run([{ name: 'sleep', args: { ms: 60_000 } }], { signal: stop.signal });
    stop.abort(new Error('The user stopped'));
    await expect(running).rejects.toThrow('The user stopped');
    await expect(run([{ name: 'sleep' }], { signal: stop.signal })).rejects.toThrow('The user stopped');
  });

  test('of a host need consent', async () => {
    const { host } = await openHost({
      servers: { clock: inProcess(clock()) },
      consent: () => false,
    });
    const { definitions, run } = await toolsFor(host, 'anthropic');
    expect(definitions.map(({ name }) => name)).toEqual(['clock__sleep', 'clock__play']);
    const [result] = await run(callOf('anthropic', 'clock__sleep', { ms: 0 }));
    expect(result?.is_error).toBe(true);
    expect(JSON.stringify(result?.content)).toContain('denied');
  });
});

describe('the AI SDK', () => {
  test('calls tools itself, and converts what it kept', async () => {
    const { definitions } = await toolsFor(await open(), 'ai-sdk');
    const { execute, toModelOutput } = definitions['play'] ?? {};
    const output = await execute?.({}, { toolCallId: '1' });
    expect(output).toEqual({ content: [expect.objectContaining({ type: 'audio' })], isError: false });
    expect(toModelOutput?.({ output: JSON.parse(JSON.stringify(output)) })).toEqual({
      type: 'content',
      value: [{ type: 'text', text: '[3 bytes of audio/wav, which this model cannot be given]' }],
    });
  });
});

test('the table of the docs says what each format carries', async () => {
  const [, written = ''] = /<!-- carried -->(.*?)<!-- end -->/s.exec(readProjectFile('docs/models.md')) ?? [];
  const kinds: readonly (readonly [string, Content[number]])[] = [
    ['PNG, JPEG, WebP images', PNG],
    ['GIF images', { ...PNG, mimeType: 'image/gif' }],
    ['other images', { ...PNG, mimeType: 'image/svg+xml' }],
    ['audio', { ...PNG, type: 'audio', mimeType: 'audio/wav' }],
    ['PDF resources', { type: 'resource', resource: { uri: 'a:b', mimeType: 'application/pdf', blob: PNG.data } }],
    ['other binary resources', { type: 'resource', resource: { uri: 'a:b', mimeType: 'a/b', blob: PNG.data } }],
    ['text resources, links', { type: 'resource', resource: { uri: 'a:b', text: 'text' } }],
  ];
  const rows = await Promise.all(
    kinds.map(async ([kind, block]) => {
      const results = await Promise.all(APIS.map((api) => resultOf(api, { content: [block] })));
      return [kind, ...results.map((result) => carried(JSON.stringify(result)))];
    }),
  );
  const failed = await Promise.all(APIS.map((api) => resultOf(api, { content: [TEXT], isError: true })));
  const flags = failed.map((result) => (JSON.stringify(result).includes('"Error: ') ? 'text `Error:`' : 'marked'));
  const lost = ['annotations, `_meta`, progress', ...APIS.map(() => 'no')];
  const table = [['', ...APIS.map((api) => `\`${api}\``)], ...rows, ['failures', ...flags], lost];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const [head, ...body] = table.map(line);
  const expected = [head, line(table[0]?.map(() => '---') ?? []), ...body].join('\n');
  expect(cells(written), `The table is now:\n${expected}`).toEqual(cells(expected));
});

function carried(result: string): string {
  if (result.includes(PNG.data)) return 'yes';
  return result.includes('cannot be given') ? 'told' : 'as text';
}

function cells(table: string): readonly string[][] {
  return table
    .trim()
    .split('\n')
    .filter((row) => !/^[|\s:-]+$/.test(row))
    .map((row) => row.split('|').map((cell) => cell.trim()));
}

function clock(): Server {
  const server = new Server({ name: 'clock', version: '1.0.0' });
  let woken = 0;
  const input = { type: 'object', properties: { ms: { type: 'number' } } } as const;
  server.tool('sleep', { input }, async ({ ms = 0 }, { signal }) => {
    await wait(ms, undefined, { signal });
    return ['first', 'second'][woken++] ?? 'late';
  });
  server.tool('play', {}, () => [audio(new Uint8Array([1, 2, 3]), 'audio/wav')]);
  return server;
}

async function open(): Promise<Client> {
  return connectUntilEnd(inProcess(clock()));
}
