/** What becomes of what handlers throw: who is told, and in which words. */

import { JsonRpcError } from '@mcp-gen/runtime';
import {
  AskError,
  NotFoundError,
  OutsideRootsError,
  Server,
  ToolError,
  url,
  UrlElicitationRequiredError,
  type Context,
} from '@mcp-gen/sdk';
import { inProcess } from '@mcp-gen/sdk/testing';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { NEWEST_SESSION, SESSION_IDS } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { openClient, type ClientSettings, type TestClient } from './support.js';
import { endless } from '../../support/leftovers/endless.js';
import { connectUntilEnd, serveUntilEnd } from '../../support/untilEnd.js';

const info = { name: 'test', version: '1.0.0' };

/** A client of a server whose every handler throws what `act` throws; and what the server reported. */
async function clientOf(
  act: (context: Context) => unknown,
  settings: ClientSettings = {},
): Promise<{ readonly client: TestClient; readonly reported: unknown[] }> {
  const reported: unknown[] = [];
  const server = new Server(info, { onError: (error) => reported.push(error) });
  const handler = async (_: unknown, context: Context): Promise<string> => String(await act(context));
  server.tool('do', {}, handler);
  const word = { complete: async (_: string, __: object, context: Context) => [String(await act(context))] };
  server.prompt('say', { arguments: { word } }, handler);
  server.resource('note:///1', {}, handler);
  server.resourceTemplate('note:///all/{id}', {}, handler);
  return { client: await openClient(server, settings), reported };
}

/** Every way to have a handler run that is none of a tool. */
const OTHERS: readonly (readonly [string, object])[] = [
  ['prompts/get', { name: 'say' }],
  ['resources/read', { uri: 'note:///1' }],
  ['resources/read', { uri: 'note:///all/2' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'say' }, argument: { name: 'word', value: '' } }],
];

const call = (client: TestClient): Promise<unknown> => client.request('tools/call', { name: 'do' });

const failed = (text: unknown): object => ({ content: [{ type: 'text', text }], isError: true });

const saying = (text: string): unknown => expect.stringContaining(text);

describe.each(SESSION_IDS)('in revision %s', (revision) => {
  test('what has words is told: of a tool by its result, of anything else by an error', async () => {
    const act = (): never => {
      throw new ToolError('Not today');
    };
    const { client, reported } = await clientOf(act, { revision });
    expect(await call(client)).toEqual(failed('Not today'));
    for (const [method, params] of OTHERS) {
      await expect(client.request(method, params)).rejects.toMatchObject({ code: -32603, message: 'Not today' });
    }
    expect(reported).toEqual([]);
  });

  test('a client that cannot be asked, and one that will not answer, see why nothing came of it', async () => {
    const ask = (context: Context): Promise<unknown> => context.sample('what', 'What?');
    const undeclared = await clientOf(ask, { revision });
    expect(await call(undeclared.client)).toEqual(failed(saying('not declared the required capability sampling')));
    const createMessage = (): never => {
      throw new JsonRpcError(-1, 'The user said no');
    };
    const unwilling = await clientOf(ask, { revision, capabilities: { sampling: {} }, handlers: { createMessage } });
    expect(await call(unwilling.client)).toEqual(failed('The client answered with an error: The user said no'));
    for (const [method, params] of OTHERS) {
      const message = saying('The user said no');
      await expect(unwilling.client.request(method, params)).rejects.toMatchObject({ code: -32603, message });
    }
    expect([...undeclared.reported, ...unwilling.reported]).toEqual([]);
  });

  test('a model that named a path outside of the roots is told which are the roots', async () => {
    covers('roots-paths-checked', 'roots-unavailable');
    const folder = join(await temporaryFolder({ 'root/a.txt': 'x' }), 'root');
    const listRoots = (): object => ({ roots: [{ uri: String(pathToFileURL(folder)) }] });
    const act = ({ roots }: Context): Promise<string> => roots.resolve('../secret');
    const settings = { revision, capabilities: { roots: {} }, handlers: { listRoots } };
    const { client, reported } = await clientOf(act, settings);
    expect(await call(client)).toEqual(failed(`"../secret" is outside the roots: ${folder}`));
    await rm(folder, { recursive: true });
    expect(await call(client)).toEqual(failed('"../secret" cannot be used: none of the roots exists'));
    expect(reported).toEqual([]);
  });

  test('a visit that has to come first is an error of its own where clients are told of pages, and else words', async () => {
    covers('elicitation-required-only', 'elicitation-required-list', 'elicitation-required-url');
    covers('elicitation-required-code');
    const pages = [
      { message: 'Pay', url: 'https://example.org/pay', elicitationId: 'a' },
      { message: 'Sign', url: 'http://localhost:8080/sign' },
    ];
    const act = (): never => {
      throw new UrlElicitationRequiredError(pages);
    };
    const visits = await clientOf(act, { revision, capabilities: { elicitation: { url: {} } } });
    const elicitations = [
      { mode: 'url', ...pages[0] },
      { mode: 'url', ...pages[1], elicitationId: expect.stringMatching(/^[\da-f-]{36}$/) as unknown },
    ];
    const required = { code: -32042, message: 'Pay\nSign', data: { elicitations } };
    const inWords = { code: -32603, message: 'Pay\nSign', data: undefined };
    const isKnown = revision === '2025-11-25';
    if (isKnown) await expect(call(visits.client)).rejects.toMatchObject(required);
    else expect(await call(visits.client)).toEqual(failed('Pay\nSign'));
    for (const [method, params] of OTHERS) {
      await expect(visits.client.request(method, params)).rejects.toMatchObject(isKnown ? required : inWords);
    }
    const stays = await clientOf(act, { revision, capabilities: { elicitation: { form: {} } } });
    expect(await call(stays.client)).toEqual(failed('Pay\nSign'));
    expect([...visits.reported, ...stays.reported]).toEqual([]);
  });
});

test('an author can tell why an answer is missing', async () => {
  const causes: unknown[] = [];
  const createMessage = (): never => {
    throw new JsonRpcError(-1, 'No', { why: 'x' });
  };
  const act = async (context: Context): Promise<string> => {
    causes.push(await context.sample('a', 'x').catch((error: unknown) => error));
    causes.push(await context.roots.list().catch((error: unknown) => error));
    causes.push(await context.roots.resolve('x').catch((error: unknown) => error));
    return 'done';
  };
  const { client } = await clientOf(act, { capabilities: { sampling: {} }, handlers: { createMessage } });
  await call(client);
  expect(causes).toMatchObject([
    { code: 'ASK_FAILED', rpcCode: -1, cause: { data: { why: 'x' } } },
    { rpcCode: undefined },
    { rpcCode: undefined },
  ]);
  for (const cause of causes) expect(cause).toBeInstanceOf(AskError);
  expect(new OutsideRootsError('x', 'y')).toBeInstanceOf(ToolError);
});

test('a call that was cancelled while the client was asked is not said to have failed', async () => {
  const asked: unknown[] = [];
  const { client, reported } = await clientOf(
    async (context) => context.sample('a', 'x').catch((error: unknown) => (asked.push(error), 'gave up')),
    { capabilities: { sampling: {} }, handlers: { createMessage: () => endless() } },
  );
  const controller = new AbortController();
  const calling = client.request('tools/call', { name: 'do' }, { signal: controller.signal });
  controller.abort(new Error('Enough'));
  await expect(calling).rejects.toThrow('Enough');
  await expect.poll(() => asked).toMatchObject([{ name: 'AbortError' }]);
  await client.request('ping');
  expect(reported).toEqual([]);
});

describe('a page', () => {
  const ask = (page: string): unknown => url({ message: 'Go', url: page });
  const require = (page: string): unknown => new UrlElicitationRequiredError([{ message: 'Go', url: page }]);

  const local = ['http://localhost:3000/', 'http://app.localhost/', 'http://127.0.0.1/', 'http://[::1]:1/'];

  test.each(['https://example.org/x', ...local])('may be at %s', (page) => {
    expect(() => [ask(page), require(page)]).not.toThrow();
  });

  test.each([
    '',
    'example.org',
    '/pay',
    'http://example.org/',
    'http://localhost.example.org/',
    'http://127.example/',
    'javascript:alert(1)',
    'file:///a',
  ])('may not be at %j', (page) => {
    covers('elicitation-url-https', 'elicitation-url-valid');
    expect(() => ask(page)).toThrow(/Unsafe URL .*https:/);
    expect(() => require(page)).toThrow(/Unsafe URL .*https:/);
  });

  test('has to be there, where one is required', () => {
    covers('elicitation-required-list');
    expect(() => new UrlElicitationRequiredError([])).toThrow('at least one URL');
  });
});

describe.each(['in this process', 'over HTTP'])('%s', (way) => {
  test('a call waits for a visit, the end of which is told after the call was answered', async () => {
    covers('elicitation-complete-id');
    let paid = false;
    let finish = (): Promise<void> => Promise.resolve();
    const server = new Server(info);
    server.tool('order', {}, (_, { elicitationCompleted }) => {
      if (paid) return 'Ordered';
      const required = new UrlElicitationRequiredError([{ message: 'Pay', url: 'https://example.org/pay' }]);
      finish = () => elicitationCompleted(required.elicitations[0]?.elicitationId ?? '');
      throw required;
    });
    const shown: unknown[] = [];
    const options = {
      revisions: [NEWEST_SESSION] as const,
      elicitation: {
        url: ({ host, message }: { host: string; message: string }) => (shown.push(host, message), 'accept' as const),
      },
    };
    const target = way === 'over HTTP' ? (await serveUntilEnd(server)).url : inProcess(server);
    const client = await connectUntilEnd(target, options);
    const refused: unknown = await client.callTool('order').catch((error: unknown) => error);
    const visiting = client.elicitRequiredUrls(refused);
    await client.ping();
    paid = true;
    await finish();
    expect(await visiting).toBe(true);
    expect((await client.callTool('order')).text).toBe('Ordered');
    expect(shown).toEqual(['example.org', 'Pay']);
  });
});

test.each<[thrown: unknown, what: string]>([
  ['not today', '"not today"'],
  [undefined, 'nothing'],
  [{ code: 1 }, 'an object'],
])('%j, which is not an Error, is reported with the handler that threw it', async (value, what) => {
  const { client, reported } = await clientOf(() => {
    throw value as Error;
  });
  expect(await client.request('tools/call', { name: 'do' })).toMatchObject({ isError: true });
  await expect(client.request('prompts/get', { name: 'say' })).rejects.toMatchObject({ code: -32603 });
  const problem = `The handler threw ${what}, which is not an Error: throw an Error`;
  expect(reported).toMatchObject([
    { message: `Tool "do" failed: ${problem}`, cause: value },
    { name: 'TypeError', message: `say: ${problem}`, cause: value },
  ]);
});

test('a reader of a resource that finds nothing says so', async () => {
  const { client, reported } = await clientOf(() => {
    throw new NotFoundError();
  });
  await expect(client.request('resources/read', { uri: 'note:///1' })).rejects.toMatchObject({
    code: -32002,
    data: { uri: 'note:///1' },
  });
  expect(reported).toEqual([]);
});
