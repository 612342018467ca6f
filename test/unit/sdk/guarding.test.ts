/** What stands between handlers and clients: limits, cleaning, and what is kept out of logs. */

import {
  Server,
  ToolError,
  tracing,
  type Context,
  type Middleware,
  type RateLimiter,
  type ServerOptions,
  type Span,
} from '@mcp-gen/sdk';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { covers } from '../../support/covers.js';
import type { RequirementId } from '../../../conformance/src/requirements/index.js';
import { type ClientSettings, openClient, openWire, reportingServer, type TestClient } from './support.js';

const info = { name: 'test', version: '1.0.0' };

/** A client of a server with one tool, `do`, and one prompt, `say`. */
function clientOf(
  act: (context: Context) => unknown,
  options: ServerOptions = {},
  settings: ClientSettings = {},
): Promise<TestClient> {
  const server = new Server(info, { onError: () => {}, ...options });
  server.tool('do', {}, async (_, context) => (await act(context)) as string);
  server.prompt(
    'say',
    { arguments: { word: { complete: ['a'] } } },
    async (_, context) => (await act(context)) as string,
  );
  return openClient(server, settings);
}

const call = (client: TestClient): Promise<unknown> => client.request('tools/call', { name: 'do' });

/** The text of the prompt. */
async function said(client: TestClient): Promise<string> {
  const { messages } = (await client.request('prompts/get', { name: 'say' })) as {
    readonly messages: readonly [{ readonly content: { readonly text: string } }];
  };
  return messages[0].content.text;
}

/** What a limiter says, each answer in a later turn. */
function later(...answers: readonly Awaited<ReturnType<RateLimiter['take']>>[]): RateLimiter['take'] {
  const left = answers.values();
  return async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return left.next().value as Awaited<ReturnType<RateLimiter['take']>>;
  };
}

describe('how often', () => {
  const ONCE = { perSecond: 0.001, burst: 1 };

  test('a caller calls tools is limited, for each on its own', async () => {
    covers('tools-rate');
    const errors: string[] = [];
    const server = new Server(info, {
      rateLimits: { toolCalls: ONCE },
      onError: (error) => errors.push(String(error)),
    });
    server.tool('do', {}, () => 'done');
    const [one, other] = [await openClient(server), await openClient(server)];
    await call(one);
    for (let count = 0; count < 2; count++) {
      await expect(call(one)).rejects.toMatchObject({
        code: -32603,
        message: expect.stringMatching(/^Too many tool calls: try again in \d+ ms$/) as string,
        data: { retryAfter: expect.any(Number) as number },
      });
    }
    await call(other);
    expect(errors).toEqual([
      expect.stringMatching(
        /^Error: Refused a request: Too many tool calls: try again in \d+ ms\. The option rateLimits\.toolCalls raises the limit$/,
      ),
    ]);
  });

  test('a caller calls tools that are not there is limited, too', async () => {
    const client = await clientOf(() => '', { rateLimits: { toolCalls: ONCE } });
    const ask = (): Promise<unknown> => client.request('tools/call', { name: 'unknown' });
    await expect(ask()).rejects.toMatchObject({ code: -32602 });
    await expect(ask()).rejects.toThrow('Too many');
  });

  test('a caller is sent logs is limited, and the call goes on', async () => {
    covers('logging-rate', 'logging-limited');
    const act = ({ log }: Context): string => {
      for (let at = 0; at < 5; at++) log.info(at);
      return 'done';
    };
    const client = await clientOf(act, { rateLimits: { logs: { perSecond: 0.001, burst: 2 } } });
    expect(await call(client)).toMatchObject({ content: [{ text: 'done' }] });
    expect(client.notified.empty()).toHaveLength(2);
  });

  const completion = { ref: { type: 'ref/prompt', name: 'say' }, argument: { name: 'word', value: '' } };
  const limiter = (): RateLimiter => ({ take: later({ allowed: true }, { allowed: false, retryAfter: 5 }) });

  test.each<[limited: string, named: string, method: string, params: object, rows?: RequirementId[]]>([
    ['toolCalls', 'tool calls', 'tools/call', { name: 'do' }],
    ['prompts', 'prompt requests', 'prompts/get', { name: 'say' }],
    ['resourceReads', 'resource reads', 'resources/read', { uri: 'note:one' }],
    [
      'completions',
      'completion requests',
      'completion/complete',
      completion,
      ['completion-rate', 'completion-rate-limited'],
    ],
    ['sampling', 'sampling requests', 'prompts/get', { name: 'ask' }],
  ])('%s are limited by a rate, and by a limiter that answers later', async (limited, named, method, params, rows) => {
    if (rows !== undefined) covers(...rows);
    for (const limit of [ONCE, limiter()]) {
      const server = new Server(info, { rateLimits: { [limited]: limit }, onError: () => {} });
      server.tool('do', {}, () => 'done');
      server.prompt('say', { arguments: { word: { complete: ['a'] } } }, () => 'said');
      server.prompt('ask', {}, async (_, { sample }) => (await sample('a', 'x')).text);
      server.resource('note:one', {}, 'one');
      const createMessage = (): object => ({ role: 'assistant', content: { type: 'text', text: 'y' }, model: 'm' });
      const client = await openClient(server, { capabilities: { sampling: {} }, handlers: { createMessage } });
      await client.request(method, params);
      const refused = { code: -32603, message: expect.stringContaining(`Too many ${named}`) as string };
      await expect(client.request(method, params)).rejects.toMatchObject(refused);
    }
  });

  test('nothing is limited where the server says so', async () => {
    const client = await clientOf(() => 'done', { rateLimits: false });
    // More than the handlers that run at a time where nothing else is said.
    await Promise.all(Array.from({ length: 10_500 }, () => call(client)));
    expect(await call(client)).toMatchObject({ content: [{ text: 'done' }] });
  });
});

describe('what is given out', () => {
  test('is cleaned of what people cannot see', async () => {
    covers('tools-outputs-sanitized');
    const client = await clientOf(() => 'a\u001b[31mb\u202ec');
    expect(await call(client)).toEqual({ content: [{ type: 'text', text: 'abc' }] });
    expect(await said(client)).toBe('abc');
  });

  test('is cleaned as the server says', async () => {
    const replace = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replace('bad', 'good')) as Value;
    const [replaced, unchanged] = [
      await clientOf(() => 'bad', { output: { sanitize: replace } }),
      await clientOf(() => '\u202e', { output: { sanitize: false } }),
    ];
    expect(await call(replaced)).toMatchObject({ content: [{ text: 'good' }] });
    expect(await call(unchanged)).toMatchObject({ content: [{ text: '\u202e' }] });
  });

  test('may be cleaned elsewhere, which takes time', async () => {
    const sanitize = async <Value>(value: Value): Promise<Value> => {
      await new Promise((resolve) => setImmediate(resolve));
      return JSON.parse(JSON.stringify(value).replace('bad', 'good')) as Value;
    };
    const client = await clientOf(() => 'bad', { output: { sanitize } });
    expect(await call(client)).toMatchObject({ content: [{ text: 'good' }] });
    expect(await said(client)).toBe('good');
  });

  test('is cut, where the server says so', async () => {
    const client = await clientOf(() => 'x'.repeat(11), { output: { size: { maxCharacters: 10, whenLarger: 'cut' } } });
    const cut = { type: 'text', text: 'xxxxxxxxxx\n[cut: 10 of 11 characters]' };
    expect(await call(client)).toEqual({ content: [cut] });
    expect(await client.request('prompts/get', { name: 'say' })).toEqual({
      messages: [{ role: 'user', content: cut }],
    });
  });

  test('is not larger than the server allows', async () => {
    const errors: unknown[] = [];
    const size = { maxCharacters: 10 };
    const client = await clientOf(() => 'x'.repeat(11), { output: { size }, onError: (error) => errors.push(error) });
    expect(await call(client)).toMatchObject({
      isError: true,
      content: [{ text: 'Tool "do" \n[cut: 10 of 39 characters]' }],
    });
    await expect(client.request('prompts/get', { name: 'say' })).rejects.toMatchObject({ code: -32603 });
    expect(errors.map(String)).toEqual(Array(2).fill(expect.stringContaining('at most 10 are allowed')));
  });
});

describe('logs', () => {
  const act = ({ log }: Context): string => {
    log.info({ password: 'hunter2' });
    return 'done';
  };

  test('tell no secrets', async () => {
    covers('logging-cleaned');
    const client = await clientOf(act);
    await call(client);
    expect(await client.notified.take()).toMatchObject({ params: { data: { password: '[redacted]' } } });
  });

  test('tell what the server lets through', async () => {
    const client = await clientOf(act, { redact: () => 'nothing' });
    await call(client);
    expect(await client.notified.take()).toMatchObject({ params: { data: 'nothing' } });
    const open = await clientOf(act, { redact: false });
    await call(open);
    expect(await open.notified.take()).toMatchObject({ params: { data: { password: 'hunter2' } } });
  });
});

test('a log message that cannot be sent is reported, and the call goes on', async () => {
  const errors: unknown[] = [];
  const redact = (data: unknown): unknown => {
    if (data === 'bad') throw new Error('cannot redact');
    return data;
  };
  const act = ({ log }: Context): string => {
    log.info('bad');
    log.info(undefined);
    log.info('good');
    return 'done';
  };
  const client = await clientOf(act, { redact, onError: (error) => errors.push(error) });
  expect(await call(client)).toMatchObject({ content: [{ text: 'done' }] });
  expect(client.notified.empty()).toMatchObject([{ params: { data: null } }, { params: { data: 'good' } }]);
  expect(errors.map(String)).toEqual(['Error: cannot redact']);
});

test('paths are kept inside the roots, which are asked for once and again when they change', async () => {
  covers('roots-paths-checked', 'roots-cached');
  const folder = await realpath(await temporaryFolder({ 'notes.txt': 'x' }));
  let asked = 0;
  const listRoots = (): object => {
    asked++;
    return { roots: [{ uri: String(pathToFileURL(folder)) }] };
  };
  const client = await clientOf(
    async ({ roots }) => {
      const outside = await roots.resolve('../outside').catch((error: unknown) => String(error));
      return `${await roots.resolve('notes.txt')} ${outside}`;
    },
    {},
    { capabilities: { roots: { listChanged: true } }, handlers: { listRoots } },
  );
  const found = {
    content: [{ type: 'text', text: expect.stringContaining(`${join(folder, 'notes.txt')} OutsideRoots`) as string }],
  };
  expect([await call(client), await call(client)]).toEqual([found, found]);
  expect(asked).toBe(1);
  await client.notify('notifications/roots/list_changed');
  await call(client);
  expect(asked).toBe(2);
});

test.each([{}, { listChanged: false }])(
  'roots of a client that does not tell of changes, with %j, are asked for by each request',
  async (roots) => {
    const folder = await realpath(await temporaryFolder({ 'notes.txt': 'x' }));
    const lists = [[{ uri: String(pathToFileURL(folder)) }], []];
    const listRoots = (): object => ({ roots: lists.shift() });
    const client = await clientOf(
      async ({ roots }) => {
        await roots.list();
        return roots.resolve(join(folder, 'notes.txt'));
      },
      {},
      { capabilities: { roots }, handlers: { listRoots } },
    );
    expect(await call(client)).toMatchObject({ content: [{ text: join(folder, 'notes.txt') }] });
    expect(await call(client)).toMatchObject({ isError: true });
    expect(lists).toEqual([]);
  },
);

describe('middleware', () => {
  test('stands around every request, what was added first outermost', async () => {
    const seen: string[] = [];
    const server = new Server(info);
    server.tool('do', {}, () => 'done');
    for (const name of ['outer', 'inner']) {
      server.use(async (request, next) => {
        seen.push(`${name} ${request.method}`);
        const result = await next(request);
        seen.push(`${name} done`);
        return result;
      });
    }
    await call(await openClient(server));
    expect(seen).toEqual(['outer tools/call', 'inner tools/call', 'inner done', 'outer done']);
  });

  test('can answer itself, and change what is asked', async () => {
    const server = new Server(info);
    server.prompt('say', { arguments: { word: {} } }, ({ word }) => String(word));
    server.use((request, next) =>
      request.method === 'prompts/list'
        ? Promise.resolve({ prompts: [] })
        : next({ ...request, params: { name: 'say', arguments: { word: 'changed' } } }),
    );
    const client = await openClient(server);
    expect(await client.request('prompts/list')).toEqual({ prompts: [] });
    expect(await client.request('prompts/get', { name: 'other' })).toMatchObject({
      messages: [{ content: { text: 'changed' } }],
    });
  });

  test('that returns no result is an error that the author is told of', async () => {
    const { server, errors } = reportingServer();
    server.tool('do', {}, () => 'done');
    server.use((async (...[request, next]: Parameters<Middleware>) => {
      await next(request);
    }) as never);
    await expect(call(await openClient(server))).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
    expect(errors.map(String)).toEqual([expect.stringMatching(/nothing for tools\/call.*result.*next\(message\)/)]);
    expect(() => server.use(undefined as never)).toThrow('Invalid middleware: expected a function, got nothing');
  });

  test('that throws something else than an error is reported with the method', async () => {
    const { server, errors } = reportingServer({ features: ['tools'] });
    server.use(() => {
      // oxlint-disable-next-line typescript/only-throw-error -- what programs in plain JavaScript do
      throw 'broken';
    });
    const wire = await openWire(server);
    expect(await wire.ask(1, 'tools/list')).toMatchObject({
      id: 1,
      error: { code: -32603, message: 'Internal error' },
    });
    expect(errors.map(String)).toEqual([
      'TypeError: tools/list: The handler threw "broken", which is not an Error: throw an Error',
    ]);
  });

  test('refuses in words that the client is told', async () => {
    const server = new Server(info);
    server.tool('do', {}, () => 'done');
    server.use(() => {
      throw new ToolError('Log in first');
    });
    await expect(call(await openClient(server))).rejects.toMatchObject({ code: -32603, message: 'Log in first' });
  });

  test('makes a span of each request', async () => {
    const spans: unknown[] = [];
    const span: Span = {
      setAttribute: (name, value) => spans.push(`${name} ${value}`),
      recordException: (error) => spans.push(error.message),
      setStatus: ({ code }) => spans.push(`status ${code}`),
      end: () => spans.push('end'),
    };
    const server = new Server(info, { onError: () => {} });
    server.tool('do', {}, () => {
      throw new Error('broken');
    });
    server.tool('say', {}, () => {
      throw new ToolError('no');
    });
    server.prompt('ask', {}, () => 'x');
    server.resource('note:///1', {}, 'x');
    server.use(
      tracing({
        startActiveSpan: (name, { kind, attributes }, run) => {
          spans.push([name, kind, attributes]);
          return run(span);
        },
      }),
    );
    const client = await openClient(server);
    const seen = async (method: string, params?: object): Promise<unknown[]> => {
      await client.request(method, params).catch(() => undefined);
      return spans.splice(0);
    };
    const common = (method: string): object => ({ 'mcp.method.name': method, 'mcp.protocol.version': '2025-11-25' });
    const tool = (name: string): unknown => [
      `tools/call ${name}`,
      1,
      { ...common('tools/call'), 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name },
    ];
    const failed = ['error.type tool_error', 'status 2', 'end'];
    expect(await seen('tools/call', { name: 'do' })).toEqual([tool('do'), 'broken', ...failed]);
    expect(await seen('tools/call', { name: 'say' })).toEqual([tool('say'), ...failed]);
    const refused = ['rpc.response.status_code -32602', 'error.type -32602', 'status 2', 'end'];
    expect(await seen('tools/call', { name: 'none' })).toEqual([tool('none'), 'Unknown tool: none', ...refused]);
    expect(await seen('tools/list')).toEqual([['tools/list', 1, common('tools/list')], 'end']);
    expect(await seen('prompts/get', { name: 'ask' })).toEqual([
      ['prompts/get ask', 1, { ...common('prompts/get'), 'gen_ai.prompt.name': 'ask' }],
      'end',
    ]);
    expect(await seen('resources/read', { uri: 'note:///1' })).toEqual([
      ['resources/read', 1, { ...common('resources/read'), 'mcp.resource.uri': 'note:///1' }],
      'end',
    ]);
  });
});
