import { embedded, Server } from '@mcp-gen/sdk';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { openClient, SESSION_REVISIONS } from './support.js';

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

describe.each(SESSION_REVISIONS)('in revision %s', (revision) => {
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

  test.each([
    ['a text', embedded('note://1', 'Hi'), { uri: 'note://1', mimeType: 'text/plain', text: 'Hi' }],
    [
      'bytes',
      embedded('note://1', new Uint8Array([1])),
      { uri: 'note://1', mimeType: 'application/octet-stream', blob: 'AQ==' },
    ],
    [
      'another MIME type',
      embedded('note://1', { text: '# Hi', mimeType: 'text/markdown' }),
      { uri: 'note://1', mimeType: 'text/markdown', text: '# Hi' },
    ],
  ])('a message may be a resource in full: %s', async (_, content, resource) => {
    covers('prompts-resource');
    const server = promptServer();
    server.prompt('note', {}, () => ({ role: 'user', content }));
    const client = await openClient(server, { revision });
    expect(await client.request('prompts/get', { name: 'note' })).toEqual({
      messages: [{ role: 'user', content: { type: 'resource', resource } }],
    });
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
