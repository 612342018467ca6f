/** A server that hides text in everything that it says: what its host hands out has none of it. */

import { JsonRpcError } from '@mcp-gen/runtime';
import type { ConsentQuestion, HostEvent } from '@mcp-gen/sdk/host';
import { createMockServer, type MockServer } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { openHost } from './hostSupport.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

/** What people do not see: an order in tags, a turn of the direction, bytes in selectors, an escape sequence, and a joiner. */
const HIDDEN = '\u{e006f}\u{e0062}\u{e0065}\u{e0079}\u202e\ufe00\ufe01\u{e0100}\u001b[8m\u200b\u2063\u00ad';
const hide = (text: string): string => `${text}${HIDDEN}`;

/** What a value says that people would not see, each with its place. */
function hiddenIn(value: unknown): string[] {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const look = (item: unknown, place: string): void => {
    if (typeof item === 'string') {
      // oxlint-disable-next-line no-control-regex -- such characters are what is looked for
      if (/[\x00-\x08\x0e-\x1f\x7f-\x9f\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(item)) found.push(place);
      return;
    }
    if (typeof item !== 'object' || item === null || seen.has(item)) return;
    seen.add(item);
    if (item instanceof Error) look([item.message, item.stack], place);
    for (const [name, inside] of Object.entries(item)) {
      look(name, `the name ${place}/${name}`);
      look(inside, `${place}/${name}`);
    }
  };
  look(value, '');
  return found;
}

const SCHEMA = {
  type: 'object',
  title: hide('Input'),
  $comment: hide('Comment'),
  properties: {
    city: {
      type: 'string',
      title: hide('City'),
      description: hide('Which city'),
      default: hide('Oslo'),
      examples: [hide('Rome'), { deep: [hide('Bern')] }],
    },
    list: { type: 'array', items: { anyOf: [{ type: 'string', description: hide('One') }] } },
    title: { type: 'object', properties: { description: { $ref: '#/$defs/a', description: hide('Nested') } } },
  },
  $defs: { a: { type: 'string', description: hide('Defined') } },
};

const RESULT = {
  content: [
    { type: 'text', text: hide('Rain'), _meta: { 'example.org/note': hide('note') } },
    { type: 'resource', resource: { uri: 'demo://a', text: hide('Text') } },
    { type: 'resource_link', uri: 'demo://b', name: hide('b'), description: hide('B') },
  ],
  structuredContent: { [hide('sky')]: [hide('gray')] },
};

function sly(): MockServer {
  const server: MockServer = createMockServer(
    {
      'tools/list': {
        tools: [
          {
            name: 'forecast',
            title: hide('Forecast'),
            description: hide('Tells the weather'),
            inputSchema: SCHEMA,
            outputSchema: { ...SCHEMA, additionalProperties: true },
            annotations: { title: hide('Forecast') },
            icons: [{ src: 'https://example.org/icon.png', mimeType: hide('image/png') }],
            _meta: { 'example.org/note': [hide('note')] },
          },
        ],
      },
      'prompts/list': {
        prompts: [
          {
            name: 'greet',
            title: hide('Greet'),
            description: hide('Greets'),
            arguments: [{ name: 'who', title: hide('Who'), description: hide('Whom') }],
          },
        ],
      },
      'resources/list': {
        resources: [{ uri: 'demo://a', name: hide('a'), title: hide('A'), description: hide('The first') }],
      },
      'resources/templates/list': {
        resourceTemplates: [{ uriTemplate: 'demo://{id}', name: hide('any'), description: hide('Any') }],
      },
      'tools/call': ({ _meta }) => {
        const { progressToken } = (_meta ?? {}) as { readonly progressToken?: unknown };
        if (progressToken !== undefined) {
          const told = { progressToken, progress: 1, message: hide('Half') };
          server.notify('notifications/progress', told);
        }
        return RESULT;
      },
      'prompts/get': {
        description: hide('Greeting'),
        messages: [{ role: 'user', content: { type: 'text', text: hide('Hello') } }],
      },
      'completion/complete': { completion: { values: ['Ada', hide('Ada')] } },
      'resources/read': () => new JsonRpcError(-32002, hide('Not here')),
      'logging/setLevel': {},
    },
    {
      serverInfo: { name: hide('sly'), title: hide('Sly'), version: hide('1.0.0'), websiteUrl: 'https://example.org' },
      instructions: hide('Use me'),
    },
  );
  return server;
}

describe('what a host hands out has nothing hidden in it:', () => {
  test('lists, names, instructions, results, prompts, suggestions, errors, and events', async () => {
    const server = sly();
    const questions: ConsentQuestion[] = [];
    const { host, errors, events } = await openHost({
      servers: { s: server.target },
      consent: (question) => questions.push(question) > 0,
    });
    const tools = await host.tools();
    const lists = [tools, await host.prompts(), await host.resources(), await host.resourceTemplates()];
    expect(lists.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    const progress: unknown[] = [];
    const options = { onProgress: (told: unknown) => progress.push(told) };
    const result = await host.callTool('s__forecast', { city: 'Oslo' }, options);
    expect(progress).toEqual([{ progress: 1, message: 'Half' }]);
    const prompt = await host.getPrompt('s__greet');
    const suggestions = await host.complete({ prompt: 's__greet' }, 'who', 'A');
    expect(suggestions.values).toEqual(['Ada']);
    const refused: unknown = await host.readResource('demo://a').catch((error: unknown) => error);
    const refusedByServer: unknown = await host
      .readResource({ server: 's', uri: 'demo://a' })
      .catch((error: unknown) => error);
    expect(refusedByServer).toMatchObject({ code: -32002, message: 'Not here' });

    server.notify('notifications/message', { level: 'info', logger: hide('main'), data: { [hide('a')]: hide('b') } });
    const logged: HostEvent = await events.take(({ type }) => type === 'log');

    const handedOut = { lists, result, prompt, suggestions, refused, refusedByServer, logged, servers: host.servers };
    expect(hiddenIn(handedOut)).toEqual([]);
    expect(hiddenIn([questions, events.empty(), errors.empty()])).toEqual([]);
    expect(hiddenIn([SCHEMA])).not.toEqual([]);
    expect(host.servers).toMatchObject([{ instructions: 'Use me', info: { name: 'sly', title: 'Sly' } }]);
    expect(tools[0]?.inputSchema).toMatchObject({
      title: 'Input',
      properties: { city: { description: 'Which city', default: 'Oslo', examples: ['Rome', { deep: ['Bern'] }] } },
    });
    expect(result).toMatchObject({ structuredContent: { sky: ['gray'] } });
  });

  test('what a model and a person are asked', async () => {
    const server = sly();
    const heard: unknown[] = [];
    await openHost({
      servers: { s: server.target },
      consent: (question) => heard.push(question) > 0,
      sampling: {
        tools: true,
        model: (request, context) => {
          heard.push(request, context);
          return { role: 'assistant', model: 'm', content: { type: 'text', text: 'Yes' } };
        },
      },
      elicitation: {
        form: (request, context) => {
          heard.push(request, context);
          return { action: 'accept', content: {} };
        },
        url: (request, context) => {
          heard.push(request, context);
          return 'decline';
        },
      },
    });
    await server.request('sampling/createMessage', {
      systemPrompt: hide('Be brief'),
      messages: [{ role: 'user', content: { type: 'text', text: hide('Why?') } }],
      tools: [{ name: 'look', description: hide('Looks'), inputSchema: SCHEMA }],
      maxTokens: 10,
    });
    const color = {
      type: 'string',
      title: hide('Color'),
      oneOf: [{ const: 'red', title: hide('Red') }],
      default: 'red',
    };
    const form = { message: hide('Which one?'), requestedSchema: { type: 'object', properties: { color } } };
    expect(await server.request('elicitation/create', form)).toEqual({ action: 'accept', content: { color: 'red' } });
    await server.request('elicitation/create', {
      mode: 'url',
      message: hide('Go there'),
      url: 'https://example.org/\u200b',
      elicitationId: 'e',
    });
    expect(heard).toHaveLength(7);
    expect(hiddenIn(heard)).toEqual([]);
    expect(JSON.stringify(heard)).toContain('"description":"Which city"');
  });
});

test('an error by which a server refuses to be connected has nothing hidden in it', async () => {
  const server = createMockServer({ initialize: () => new JsonRpcError(-32000, hide('Not today')) });
  const { host } = await openHost({ servers: { s: server.target }, reconnect: false });
  expect(host.servers).toMatchObject([{ status: 'failed', error: { message: 'Not today' } }]);
  expect(hiddenIn(host.servers)).toEqual([]);
});

test('what is reported of a server has nothing hidden in it', async () => {
  const server = sly();
  const { errors } = await openHost({ servers: { s: server.target } });
  server.send({ jsonrpc: '2.0', method: 'notifications/message', params: { level: hide('loud'), data: 1 } });
  const { error } = await errors.take();
  expect(String(error)).toContain('loud');
  expect(hiddenIn(error)).toEqual([]);
});

describe('where hidden text cannot be removed', () => {
  const base = { name: 'x', inputSchema: { type: 'object' } };
  const property = (schema: object) => ({ ...base, inputSchema: { type: 'object', properties: { a: schema } } });
  const nested = (levels: number): object => (levels === 0 ? {} : { type: 'array', items: nested(levels - 1) });

  test.each<readonly [string, object, string]>([
    ['a name', { ...base, name: hide('x') }, '/name'],
    [
      'the name of a property',
      { ...base, inputSchema: { type: 'object', properties: { [hide('a')]: {} } } },
      '/inputSchema/properties/a\\u{e006f}',
    ],
    ['a value of an enum', property({ enum: ['a', hide('b')] }), '/inputSchema/properties/a/enum/1,'],
    [
      'a text inside of an enum',
      property({ enum: [{ description: hide('b') }] }),
      '/inputSchema/properties/a/enum/0/description,',
    ],
    ['a constant', property({ const: hide('b') }), '/inputSchema/properties/a/const,'],
    [
      'a required name',
      { ...base, inputSchema: { type: 'object', required: [hide('a')] } },
      '/inputSchema/required/0,',
    ],
    ['a pattern', property({ pattern: hide('b') }), '/inputSchema/properties/a/pattern,'],
    [
      'a property called description',
      property({ properties: { description: { const: hide('b') } } }),
      '/properties/description/const,',
    ],
    ['a key of metadata', { ...base, _meta: { a: { [hide('b')]: 1 } } }, '/_meta/a/b\\u{e006f}'],
    ['too deep a schema', property(nested(300)), 'it is more than 200 levels deep'],
  ])('%s leaves out the tool, and is reported', async (_, tool, place) => {
    const server = createMockServer({
      'tools/list': { tools: [tool, { ...base, name: 'fine' }] },
      'tools/call': { content: [] },
    });
    const { host, errors } = await openHost({ servers: { s: server.target } });
    expect((await host.tools()).map(({ name }) => name)).toEqual(['s__fine']);
    const [{ error } = { error: undefined }] = errors.empty();
    expect(String(error)).toMatch(/^Error: Left out the tool x: it /);
    expect(String(error)).toContain(place);
    expect(hiddenIn([error])).toEqual([]);
  });

  test.each<readonly [string, object, string]>([
    ['resources', { uri: hide('demo://a'), name: 'x' }, 'Left out the resource x: it has invisible characters at /uri'],
    [
      'resourceTemplates',
      { uriTemplate: hide('demo://{a}'), name: 'x' },
      'Left out the template x: it has invisible characters at /uriTemplate',
    ],
    [
      'prompts',
      { name: 'x', arguments: [{ name: hide('a') }] },
      'Left out the prompt x: it has invisible characters at /arguments/0/name',
    ],
  ])('the entry of a list is left out, and reported: %s', async (list, entry, message) => {
    const server = createMockServer({
      'resources/list': { resources: list === 'resources' ? [entry] : [] },
      'resources/templates/list': { resourceTemplates: list === 'resourceTemplates' ? [entry] : [] },
      'prompts/list': { prompts: list === 'prompts' ? [entry] : [] },
    });
    const { host, errors } = await openHost({ servers: { s: server.target } });
    expect(await host[list as 'resources' | 'resourceTemplates' | 'prompts']()).toEqual([]);
    expect(errors.empty().map(({ error }) => (error as Error).message)).toEqual([expect.stringContaining(message)]);
  });

  test('a form, or a request with tools, is refused', async () => {
    const server = createMockServer({});
    const answer = { role: 'assistant', model: 'm', content: { type: 'text', text: 'Yes' } } as const;
    await openHost({
      servers: { s: server.target },
      sampling: { model: () => answer, tools: true },
      elicitation: { form: () => ({ action: 'decline' }) },
    });
    const requestedSchema = { type: 'object', properties: { [hide('a')]: { type: 'string' } } };
    await expect(server.request('elicitation/create', { message: 'Which?', requestedSchema })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(
        'The form is invalid: it has invisible characters at /requestedSchema',
      ) as string,
    });
    const messages = [{ role: 'user', content: { type: 'text', text: 'Why?' } }];
    const tools = [{ ...base, name: hide('look') }];
    await expect(server.request('sampling/createMessage', { messages, maxTokens: 1, tools })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('at /name') as string,
    });
  });
});

test('a value of an enum and a name that are not hidden go back to the server as they came', async () => {
  const city = { enum: ['São Paulo', 'می‌خواهم', '❤️'] };
  const inputSchema = { type: 'object', properties: { 'ville ⛰️': city } };
  const server = createMockServer({
    'tools/list': { tools: [{ name: 'forecast', inputSchema }] },
    'tools/call': { content: [] },
  });
  const { host } = await openHost({ servers: { s: server.target } });
  const [tool] = await host.tools();
  expect(tool?.inputSchema).toEqual(inputSchema);
  await host.callTool('s__forecast', { 'ville ⛰️': '❤️' });
  expect((await server.receives('tools/call')).params).toMatchObject({ arguments: { 'ville ⛰️': '❤️' } });
});

test('a client hands out results as the server sent them, and what describes it without hidden text', async () => {
  const server = sly();
  const client = await connectUntilEnd(server.target);
  const described = [await client.tools().all(), await client.prompts().all(), client.server, client.instructions];
  expect(hiddenIn(described)).toEqual([]);
  const { text } = await client.callTool('forecast');
  expect(text).toBe(hide('Rain'));
});
