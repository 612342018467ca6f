import { embedded, Server } from '@mcp-gen/sdk';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { rawRequest } from '../../support/rawHttp.js';
import { rpc } from '../../support/rpc.js';
import { REVISION_IDS } from '../../support/schemas.js';
import { openSession } from '../runtime/httpSupport.js';
import { openClient, reportingServer } from './support.js';
import { serveUntilEnd } from '../../support/untilEnd.js';

const info = { name: 'test', version: '1.0.0' };
const LANGUAGES = Array.from({ length: 150 }, (_, index) => `language ${index}`);

function promptServer(): Server {
  const server = new Server(info);
  server.prompt(
    'review',
    {
      description: 'Reviews code',
      arguments: {
        code: { description: 'The code', required: true },
        language: { complete: LANGUAGES },
        style: { complete: (typed, { language = 'any' }) => [`${typed} as in ${language}`] },
      },
    },
    ({ code, language }) => `Review this ${language ?? 'program'}: ${code}`,
  );
  return server;
}

const user = (text: string): object => ({ role: 'user', content: { type: 'text', text } });

describe.each(REVISION_IDS)('in revision %s', (revision) => {
  test('a prompt is listed and made', async () => {
    const client = await openClient(promptServer(), { revision });
    expect(await client.request('prompts/list')).toEqual({
      prompts: [
        {
          name: 'review',
          description: 'Reviews code',
          arguments: [
            { name: 'code', description: 'The code', required: true },
            { name: 'language' },
            { name: 'style' },
          ],
        },
      ],
    });
    expect(await client.request('prompts/get', { name: 'review', arguments: { code: '1 + 1' } })).toEqual({
      description: 'Reviews code',
      messages: [user('Review this program: 1 + 1')],
    });
  });

  test('both sides keep to the capability', async () => {
    covers('prompts-negotiated');
    const server = new Server(info);
    server.tool('a', {}, () => '');
    const methods: string[] = [];
    server.use((message, next) => {
      methods.push(message.method);
      return next(message);
    });
    const client = await openClient(server, { revision });
    expect(client.peer.capabilities).not.toHaveProperty('prompts');
    for (const [method, params] of [
      ['prompts/list', {}],
      ['prompts/get', { name: 'a' }],
    ] as const) {
      await expect(client.request(method, params)).rejects.toMatchObject({
        code: -32601,
        message: expect.stringContaining('capability prompts') as string,
      });
    }
    await client.request('tools/list');
    expect(methods).toEqual(['tools/list']);
    expect(() => server.listChanged('prompts/list')).toThrow('clients do not expect its changes');
    expect(client.notified.empty()).toEqual([]);
  });

  test.each([
    ['an unknown prompt', { name: 'none' }, /none/],
    ['a missing argument', { name: 'review', arguments: { language: 'c' } }, /code/],
  ])('%s is refused', async (_, params, message) => {
    covers('prompts-unknown', 'prompts-missing-arguments', 'prompts-arguments-checked');
    const client = await openClient(promptServer(), { revision });
    await expect(client.request('prompts/get', params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(message) as string,
    });
  });

  test('values of an argument are suggested, the first hundred of them', async () => {
    const client = await openClient(promptServer(), { revision });
    const complete = (argument: object, given: object = {}): Promise<unknown> =>
      client.request('completion/complete', { ref: { type: 'ref/prompt', name: 'review' }, argument, ...given });
    expect(await complete({ name: 'language', value: 'lang' })).toEqual({
      completion: { values: LANGUAGES.slice(0, 100), total: 150, hasMore: true },
    });
    const { completion } = (await complete(
      { name: 'style', value: 'short' },
      { context: { arguments: { language: 'c' } } },
    )) as {
      completion: { values: string[] };
    };
    expect(completion.values).toEqual(['short as in c']);
    expect(await complete({ name: 'code', value: '' })).toMatchObject({ completion: { values: [] } });
  });

  test('nothing is suggested for a prompt that does not exist', async () => {
    covers('completion-unknown-prompt');
    const client = await openClient(promptServer(), { revision });
    await expect(
      client.request('completion/complete', {
        ref: { type: 'ref/prompt', name: 'none' },
        argument: { name: 'a', value: '' },
      }),
    ).rejects.toMatchObject({ code: -32602 });
  });
});

test.each([
  ['no argument', { ref: { type: 'ref/prompt', name: 'review' } }],
  ['no value', { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'language' } }],
  ['no reference', { argument: { name: 'language', value: '' } }],
])('nothing is suggested for %s', async (_, params) => {
  covers('completion-missing-arguments');
  const { url } = await serveUntilEnd(promptServer());
  const body = rpc({ id: 1, method: 'completion/complete', params });
  const { json } = await rawRequest(url, { headers: await openSession(url), body });
  expect(json).toMatchObject({ id: 1, error: { code: -32602 } });
});

test('a resource in a prompt says of what type it is, however it was made', async () => {
  covers('prompts-resource');
  const server = new Server(info);
  server.prompt('read', {}, () => [
    { role: 'user', content: embedded('note:1', 'made') },
    { role: 'user', content: { type: 'resource', resource: { uri: 'note:2', text: 'written' } } },
    { role: 'user', content: { type: 'resource', resource: { uri: 'note:3', blob: 'AA==' } } },
    { role: 'user', content: { type: 'resource', resource: { uri: 'note:4', mimeType: 'text/x', text: 'known' } } },
  ]);
  const client = await openClient(server);
  const { messages } = (await client.request('prompts/get', { name: 'read' })) as {
    messages: { content: { resource: object } }[];
  };
  expect(messages.map(({ content }) => content.resource)).toEqual([
    { uri: 'note:1', mimeType: 'text/plain', text: 'made' },
    { uri: 'note:2', mimeType: 'text/plain', text: 'written' },
    { uri: 'note:3', mimeType: 'application/octet-stream', blob: 'AA==' },
    { uri: 'note:4', mimeType: 'text/x', text: 'known' },
  ]);
});

test('a prompt is given the arguments that it takes, and no others', async () => {
  const server = new Server(info);
  server.prompt('say', { arguments: { word: {}, other: {} } }, (args) => JSON.stringify(args));
  const client = await openClient(server);
  const given = JSON.parse('{ "word": "a", "more": "b", "__proto__": "c", "toString": "d" }') as object;
  expect(await client.request('prompts/get', { name: 'say', arguments: given })).toEqual({
    messages: [user('{"word":"a"}')],
  });
});

describe('a function that suggests', () => {
  const suggesting = async (
    suggested: unknown,
  ): Promise<{ readonly asked: Promise<unknown>; readonly errors: unknown[] }> => {
    const { server, errors } = reportingServer();
    server.prompt('say', { arguments: { word: { complete: () => suggested as never } } }, () => '');
    const client = await openClient(server);
    const params = { ref: { type: 'ref/prompt', name: 'say' }, argument: { name: 'word', value: 'b' } };
    return { asked: client.request('completion/complete', params), errors };
  };

  test.each([
    [['a', 'b', 'ab'], { values: ['a', 'b', 'ab'], total: 3, hasMore: false }],
    [
      { values: ['a'], total: 5 },
      { values: ['a'], total: 5, hasMore: true },
    ],
    [
      { values: ['a', 'b'], total: 1 },
      { values: ['a', 'b'], total: 2, hasMore: false },
    ],
    [LANGUAGES, { values: LANGUAGES.slice(0, 100), total: 150, hasMore: true }],
    [[], { values: [], total: 0, hasMore: false }],
  ])('has the last word on what fits, and in which order', async (suggested, completion) => {
    expect(await (await suggesting(suggested)).asked).toEqual({ completion });
  });

  test.each([
    [undefined, 'not nothing'],
    ['text', 'not a string'],
    [[1], 'not an array'],
    [{ values: 'a' }, 'not an object'],
  ])('and returns %j is told what to return', async (suggested, message) => {
    covers('completion-internal-error');
    const { asked, errors } = await suggesting(suggested);
    await expect(asked).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
    expect(errors.map(String)).toEqual([
      expect.stringMatching(new RegExp(`must return an array of strings .*, ${message}$`)),
    ]);
  });
});
