/** Middleware of a server: what it sees, changes, answers, drops, and refuses, in both directions. */

import { JsonRpcError, MetaKey } from '@mcp-gen/runtime';
import {
  AskError,
  form,
  request as anyRequest,
  roots,
  sample,
  Server,
  url,
  type ConnectedClient,
  type Context,
  type Middleware,
  type Question,
  type ServeOptions,
  type ServerMessage,
  type ServerOptions,
} from '@mcp-gen/sdk';
import { tasks } from '@mcp-gen/sdk/tasks';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { Mailbox } from '../../support/mailbox.js';
import { POST_HEADERS, rawRequest } from '../../support/rawHttp.js';
import { NEWEST_SESSION } from '../../support/schemas.js';
import { headersOf, metaWith, openAlone, STATELESS } from '../../support/standAlone.js';
import { deferred, notification, request } from '../runtime/support.js';
import { openClient, openWire, type ClientSettings, type TestClient } from './support.js';
import { withEnd } from '../tasks/support.js';
import { endless } from '../../support/leftovers/endless.js';
import { serveUntilEnd } from '../../support/untilEnd.js';

const REVISIONS = [NEWEST_SESSION, STATELESS] as const;
type TestedRevision = (typeof REVISIONS)[number];

const info = { name: 'test', version: '1.0.0' };
const NAME = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

/** A server whose messages are recorded before they reach other middleware. */
function serverWith(middleware?: Middleware, options: ServerOptions = {}) {
  const errors = new Mailbox<unknown>();
  const seen: ServerMessage[] = [];
  const results: unknown[] = [];
  const server = withEnd(new Server(info, { onError: errors.put, ...options }));
  server.use(async (message, next) => {
    seen.push(message);
    const result = await next(message);
    results.push([message.method, result]);
    return result;
  });
  if (middleware !== undefined) server.use(middleware);
  return { server, seen, results, errors };
}

const inShort = (messages: readonly ServerMessage[]): readonly string[] =>
  messages.map(({ direction, kind, method }) => `${direction} ${kind} ${method}`);

const outgoing = (messages: readonly ServerMessage[]): readonly ServerMessage[] =>
  messages.filter(({ direction }) => direction === 'out');

/** Middleware for one method. Other messages pass. */
const on =
  (method: string, act: Middleware): Middleware =>
  (message, next) =>
    message.method === method ? act(message, next) : next(message);

const drop: Middleware = () => Promise.resolve(undefined);

const changeTo =
  (params: object): Middleware =>
  (message, next) =>
    next({ ...message, params: { ...(message.params as object | undefined), ...params } });

const broken = new Error('Broken middleware');

const fail: Middleware = () => {
  throw broken;
};

async function call(client: TestClient, name: string, args: object = {}): Promise<string> {
  const _meta = { [MetaKey.LogLevel]: 'info' };
  const { content } = (await client.request('tools/call', { name, arguments: args, _meta })) as {
    readonly content: readonly [{ readonly text: string }];
  };
  return content[0].text;
}

describe.each(REVISIONS)('a request of a client of revision %s', (revision) => {
  test('passes once, with its params and the context of its handler', async () => {
    const { server, seen, results } = serverWith();
    const contexts: Context[] = [];
    server.tool('echo', { input: NAME }, ({ name }, context) => {
      contexts.push(context);
      return name;
    });
    server.method('acme/search', {}, () => ({ hits: 1 }));
    const client = await openClient(server, { revision });
    await call(client, 'echo', { name: 'Ada' });
    expect(seen).toEqual([
      {
        direction: 'in',
        kind: 'request',
        method: 'tools/call',
        params: expect.objectContaining({ name: 'echo', arguments: { name: 'Ada' } }) as unknown,
        context: contexts[0],
      },
    ]);
    expect(Object.keys(seen[0] ?? {})).toEqual(['direction', 'kind', 'method', 'params', 'context']);
    expect(results).toMatchObject([['tools/call', { content: [{ text: 'Ada' }] }]]);
  });

  test('may have a method that the protocol does not define', async () => {
    const { server, seen, results } = serverWith();
    server.method('acme/search', {}, () => ({ hits: 1 }));
    const wire = revision === STATELESS ? openAlone(server) : undefined;
    const session = wire === undefined ? await openWire(server, revision) : undefined;
    session?.say(request(1, 'acme/search', { query: 'x' }));
    const answer = await (wire?.ask('acme/search', { query: 'x' }) ?? session?.next());
    expect(answer).toMatchObject({ result: { hits: 1 } });
    expect(inShort(seen)).toEqual(['in request acme/search']);
    expect(seen[0]?.params).toMatchObject({ query: 'x' });
    expect(results).toEqual([['acme/search', { hits: 1 }]]);
  });

  test('can be changed, answered, and refused', async () => {
    const { server, errors } = serverWith((message, next) => {
      const { name } = message.params as { readonly name: string };
      if (name === 'answered') return Promise.resolve({ content: [{ type: 'text', text: 'from middleware' }] });
      if (name === 'refused') throw broken;
      return next({ ...message, params: { name: 'echo', arguments: { name: 'changed' } } });
    });
    server.tool('echo', { input: NAME }, ({ name }) => name);
    const client = await openClient(server, { revision });
    expect(await call(client, 'answered')).toBe('from middleware');
    await expect(call(client, 'refused')).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
    expect(await errors.take()).toBe(broken);
    expect(await call(client, 'other')).toBe('changed');
  });
});

describe('a notification of a client', () => {
  const ROOTS_CHANGED = 'notifications/roots/list_changed';

  /** A client with roots, and how often the server has asked for them and was told of changes. */
  async function withRoots(middleware?: Middleware, options: ServerOptions = {}) {
    const tested = serverWith(middleware, options);
    tested.server.tool('roots', {}, async (_, context) => (await context.roots.list()).map(({ uri }) => uri).join());
    let asked = 0;
    const client = await openClient(tested.server, {
      capabilities: { roots: { listChanged: true } },
      handlers: { listRoots: () => ({ roots: [{ uri: `file:///${++asked}` }] }) },
    });
    return { ...tested, client };
  }

  test('passes once, and next resolves with undefined after its handler', async () => {
    const told: Context[] = [];
    const resultsWhenTold: unknown[] = [];
    const tested = await withRoots(undefined, {
      onRootsChanged: async (context) => {
        await new Promise((resolve) => setImmediate(resolve));
        told.push(context);
        resultsWhenTold.push(...tested.results);
      },
    });
    const { client, seen, results } = tested;
    await client.notify(ROOTS_CHANGED, { _meta: { a: 1 } });
    await expect.poll(() => results).toEqual([[ROOTS_CHANGED, undefined]]);
    expect(seen).toEqual([
      { direction: 'in', kind: 'notification', method: ROOTS_CHANGED, params: { _meta: { a: 1 } }, context: told[0] },
    ]);
    expect(told).toHaveLength(1);
    expect(resultsWhenTold).toEqual([]);
  });

  test('has no result, whatever middleware returns', async () => {
    const { client, results } = await withRoots(() => Promise.resolve({ ignored: true }));
    await client.notify(ROOTS_CHANGED);
    await expect.poll(() => results).toEqual([[ROOTS_CHANGED, undefined]]);
  });

  test('passes even if the server does not listen to it', async () => {
    const { client, seen } = await withRoots();
    await client.notify(ROOTS_CHANGED);
    await expect.poll(() => inShort(seen)).toEqual([`in notification ${ROOTS_CHANGED}`]);
  });

  test('can be dropped, and the cached roots are dropped nevertheless', async () => {
    let told = 0;
    const { client } = await withRoots(on(ROOTS_CHANGED, drop), { onRootsChanged: () => void told++ });
    expect([await call(client, 'roots'), await call(client, 'roots')]).toEqual(['file:///1', 'file:///1']);
    await client.notify(ROOTS_CHANGED);
    expect(await call(client, 'roots')).toBe('file:///2');
    expect(told).toBe(0);
  });

  test.each([ROOTS_CHANGED, 'notifications/tasks/status'] as const)(
    'reaches each of its handlers: %s',
    async (method) => {
      const changed = { _meta: { 'com.example/changed': 1 } };
      const { server, seen, results } = serverWith(on(method, changeTo(changed)));
      const received: unknown[] = [];
      for (const name of ['one', 'two']) server.onNotification(method, (params) => void received.push([name, params]));
      const wire = await openWire(server);
      const now = new Date(0).toISOString();
      const params = { taskId: 't', status: 'working', createdAt: now, lastUpdatedAt: now, ttl: null };
      wire.say(notification(method, params));
      await expect.poll(() => results).toEqual([[method, undefined]]);
      expect(inShort(seen)).toEqual([`in notification ${method}`]);
      expect(seen[0]?.params).toMatchObject(params);
      const expected = expect.objectContaining({ ...params, ...changed }) as unknown;
      expect(received).toEqual([
        ['one', expected],
        ['two', expected],
      ]);
    },
  );

  test('of the status of a task passes even if the server does not listen to it', async () => {
    const { server, seen } = serverWith();
    const wire = await openWire(server);
    const now = new Date(0).toISOString();
    const params = { taskId: 't', status: 'working', createdAt: now, lastUpdatedAt: now, ttl: null };
    wire.say(notification('notifications/tasks/status', params));
    await expect.poll(() => inShort(seen)).toEqual(['in notification notifications/tasks/status']);
  });

  test('is reported if middleware throws, and does not reach its handler', async () => {
    let told = 0;
    const { client, errors } = await withRoots(on(ROOTS_CHANGED, fail), { onRootsChanged: () => void told++ });
    await client.notify(ROOTS_CHANGED);
    expect(await errors.take()).toBe(broken);
    expect(told).toBe(0);
  });
});

describe.each(REVISIONS)('a notification that revision %s does not have', (revision) => {
  const METHOD = 'notifications/com.example/noted';
  const params = { text: 'a', ...(revision === STATELESS && { _meta: metaWith() }) };
  const ignored = new Error(`Ignored "${METHOD}": revision ${revision} has no such notification of clients`);

  async function send(server: Server): Promise<void> {
    if (revision === STATELESS) openAlone(server).notify(METHOD, params);
    else (await openWire(server, revision)).say(notification(METHOD, params));
  }

  test('passes with unchanged params, and is reported at the end', async () => {
    const { server, seen, errors } = serverWith();
    await send(server);
    expect(await errors.take()).toEqual(ignored);
    expect(seen).toEqual([
      { direction: 'in', kind: 'notification', method: METHOD, params, context: expect.anything() as unknown },
    ]);
    expect(seen[0]?.context.revision).toBe(revision);
  });

  test('is reported without middleware', async () => {
    const errors = new Mailbox<unknown>();
    await send(new Server(info, { onError: errors.put }));
    expect(await errors.take()).toEqual(ignored);
  });

  test('is not reported if middleware handles it', async () => {
    const handled = new Mailbox<unknown>();
    const { server, errors } = serverWith(
      on(METHOD, ({ params: given }) => {
        handled.put(given);
        return Promise.resolve(undefined);
      }),
    );
    await send(server);
    expect(await handled.take()).toEqual(params);
    expect(errors.empty()).toEqual([]);
  });

  test('counts towards the limit of notifications', async () => {
    const { server, seen, errors } = serverWith(undefined, {
      rateLimits: { notifications: { take: () => ({ allowed: false, retryAfter: 1 }) } },
    });
    await send(server);
    expect(String(await errors.take())).toContain('Clients send notifications faster than the rate limit');
    expect(seen).toEqual([]);
  });
});

describe.each(REVISIONS)('a request that nothing handles, in revision %s', (revision) => {
  const refused = (method: string) => ({ code: -32_601, message: `Method not found: ${method}` });

  async function send(server: Server, method: string, options: ServeOptions = {}): Promise<unknown> {
    if (revision === STATELESS) return (await openAlone(server, options).ask(method, { n: 1 })).error;
    const wire = await openWire(server, revision, {}, undefined, options);
    return ((await wire.ask(1, method, { n: 1 })) as { readonly error?: unknown }).error;
  }

  test.each(['acme/unknown', 'prompts/list', 'toString'])(
    'passes with unchanged params, and is refused: %s',
    async (method) => {
      const failures: unknown[] = [];
      const { server, seen, errors } = serverWith((message, next) =>
        next(message).catch((error: unknown) => {
          failures.push(error);
          throw error;
        }),
      );
      expect(await send(server, method)).toEqual(refused(method));
      expect(inShort(seen)).toEqual([`in request ${method}`]);
      expect(seen[0]).toMatchObject({ params: { n: 1 }, context: { revision } });
      expect(failures).toMatchObject([refused(method)]);
      expect(errors.empty()).toEqual([]);
    },
  );

  test('is refused whatever middleware returns, and with the error that it throws', async () => {
    const { server } = serverWith(({ method }) => {
      if (method === 'acme/forbidden') throw new JsonRpcError(-32_050, 'Not allowed');
      return Promise.resolve({ answered: true });
    });
    expect(await send(server, 'acme/answered')).toEqual(refused('acme/answered'));
    expect(await send(server, 'acme/forbidden')).toEqual({ code: -32_050, message: 'Not allowed' });
  });

  test('counts as running while middleware runs, and does not pass over the limit', async () => {
    const running = deferred();
    const { server, seen } = serverWith(async (message, next) => {
      await running.promise;
      return next(message);
    });
    const options = { limits: { handlerLimit: 1 } };
    const say = revision === STATELESS ? openAlone(server, options) : undefined;
    const wire = say === undefined ? await openWire(server, revision, {}, undefined, options) : undefined;
    const first = say?.ask('acme/first');
    wire?.say(request(1, 'acme/first'));
    wire?.say(request(2, 'acme/second'));
    const second = say?.ask('acme/second') ?? wire?.next();
    expect(await second).toMatchObject({ error: refused('acme/second') });
    running.resolve();
    expect(await (first ?? wire?.next())).toMatchObject({ error: refused('acme/first') });
    expect(inShort(seen)).toEqual(['in request acme/first']);
  });
});

test.each(REVISIONS)(
  'over HTTP, a request that nothing handles passes, and is refused, in revision %s',
  async (revision) => {
    const { server, seen } = serverWith();
    const http = await serveUntilEnd(server, { sessions: 'none' });
    const _meta = metaWith();
    const headers =
      revision === STATELESS ? headersOf('acme/unknown') : { ...POST_HEADERS, 'mcp-protocol-version': revision };
    const params = revision === STATELESS ? { n: 1, _meta } : { n: 1 };
    const answer = await rawRequest(http.url, { headers, body: JSON.stringify(request(1, 'acme/unknown', params)) });
    expect(answer).toMatchObject({
      status: revision === STATELESS ? 404 : 200,
      json: { id: 1, error: { code: -32_601, message: 'Method not found: acme/unknown' } },
    });
    expect(inShort(seen)).toEqual(['in request acme/unknown']);
    expect(seen[0]).toMatchObject({ params: { n: 1 }, context: { revision } });
  },
);

test('a request of the life cycle that the revision does not have is refused, and does not pass', async () => {
  const { server, seen } = serverWith();
  for (const method of ['ping', 'initialize']) {
    expect(await openAlone(server).ask(method, {})).toMatchObject({ error: { code: -32_601 } });
  }
  expect(inShort(seen)).toEqual([]);
});

test('messages of the connection itself do not pass', async () => {
  const { server, seen } = serverWith();
  const started = deferred();
  server.tool('wait', {}, async (_, { progress, signal }) => {
    progress(1, 2);
    started.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return 'done';
  });
  const wire = await openWire(server);
  await wire.ask(1, 'ping');
  expect(await wire.ask(2, 'tools/call', { name: 'wait', _meta: { progressToken: 1 } })).toMatchObject({
    method: 'notifications/progress',
  });
  await started.promise;
  wire.say(notification('notifications/cancelled', { requestId: 2 }));
  await wire.ask(3, 'ping');
  const alone = openAlone(server);
  expect(await alone.ask('server/discover')).toHaveProperty('result');
  expect(inShort(seen)).toEqual(['in request tools/call']);
});

/** A question, its params and its answer as middleware sees them, and another answer with what the handler receives for it. */
interface Asked {
  readonly question: Question<unknown>;
  readonly method: string;
  readonly params: object | undefined;
  readonly answer: object;
  readonly other: object;
  readonly received: unknown;
}

const sampled = (said: string): object => ({ role: 'assistant', model: 'm', content: { type: 'text', text: said } });

const QUESTIONS: { readonly [name: string]: Asked } = {
  'a form': {
    question: form({ message: 'Who?', schema: NAME }),
    method: 'elicitation/create',
    params: { mode: 'form', message: 'Who?', requestedSchema: NAME },
    answer: { action: 'accept', content: { name: 'Ada' } },
    other: { action: 'accept', content: { name: 'Eve' } },
    received: { action: 'accept', content: { name: 'Eve' } },
  },
  'a page': {
    question: url({ message: 'Go', url: 'https://example.com/a' }),
    method: 'elicitation/create',
    params: { mode: 'url', message: 'Go', url: 'https://example.com/a' },
    answer: { action: 'accept' },
    other: { action: 'decline' },
    received: { action: 'decline' },
  },
  sampling: {
    question: sample('Hello'),
    method: 'sampling/createMessage',
    params: { maxTokens: 1_000, messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] },
    answer: sampled('Hi'),
    other: sampled('Ho'),
    received: { ...sampled('Ho'), text: 'Ho' },
  },
  'any request': {
    question: anyRequest('roots/list', { _meta: { 'com.example/a': 1 } }),
    method: 'roots/list',
    params: { _meta: { 'com.example/a': 1 } },
    answer: { roots: [{ uri: 'file:///a' }] },
    other: { roots: [{ uri: 'file:///b' }] },
    received: { roots: [{ uri: 'file:///b' }] },
  },
  roots: {
    question: roots(),
    method: 'roots/list',
    params: undefined,
    answer: { roots: [{ uri: 'file:///a' }] },
    other: { roots: [{ uri: 'file:///b' }] },
    received: [{ uri: 'file:///b' }],
  },
};

const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** A client that answers everything, and the params that it receives. */
function answering(revision: TestedRevision): { readonly settings: ClientSettings; readonly shown: object[] } {
  const shown: object[] = [];
  const handlers = {
    elicit: (params: { readonly mode: string }) => {
      shown.push(params);
      return params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: 'Ada' } };
    },
    createMessage: (params: object) => {
      shown.push(params);
      return sampled('Hi');
    },
    listRoots: (params: object = {}) => {
      shown.push(params);
      return { roots: [{ uri: 'file:///a' }] };
    },
  };
  return { settings: { revision, capabilities: CAPABILITIES, handlers }, shown };
}

/** A client with a tool that asks, and the answers or errors that its handler receives. */
async function asking(revision: TestedRevision, question: Question<unknown>, middleware?: Middleware) {
  const tested = serverWith(middleware);
  const received: unknown[] = [];
  const contexts: Context[] = [];
  tested.server.tool('ask', {}, async (_, context) => {
    contexts.push(context);
    received.push(await context.ask('key', question).catch((error: unknown) => error));
    return 'done';
  });
  const { settings, shown } = answering(revision);
  return { ...tested, client: await openClient(tested.server, settings), received, contexts, shown };
}

describe.each(REVISIONS)('a question to a client of revision %s', (revision) => {
  test.each(Object.entries(QUESTIONS))('passes once in each run of its handler: %s', async (_, asked) => {
    const { client, seen, results, contexts } = await asking(revision, asked.question);
    expect(await call(client, 'ask')).toBe('done');
    const run = ['in request tools/call', `out request ${asked.method}`];
    // Without sessions, the handler and its middleware run again with the answer.
    expect(inShort(seen)).toEqual(revision === STATELESS ? [...run, ...run] : run);
    const questions = seen.filter(({ direction }) => direction === 'out');
    for (const { params } of questions) expect(params).toEqual(asked.params && expect.objectContaining(asked.params));
    expect(questions.map(({ context }) => context)).toEqual(contexts);
    // An abandoned handler never continues. Its middleware ends with the result that asks.
    expect(results).toMatchObject([
      ...(revision === STATELESS ? [['tools/call', { resultType: 'input_required' }]] : []),
      [asked.method, asked.answer],
      ['tools/call', {}],
    ]);
  });

  test('ends its middleware, and not its handler', async () => {
    const ended: string[] = [];
    const { server } = serverWith(async (message, next) => {
      try {
        return await next(message);
      } finally {
        ended.push(message.method);
      }
    });
    server.tool('ask', {}, async (_, { ask }) => {
      try {
        await ask('key', roots());
      } finally {
        ended.push('handler');
      }
      return 'done';
    });
    expect(await call(await openClient(server, answering(revision).settings), 'ask')).toBe('done');
    const left = revision === STATELESS ? ['roots/list', 'tools/call'] : [];
    expect(ended.slice(0, left.length).sort()).toEqual(left);
    expect(ended.slice(left.length)).toEqual(['roots/list', 'handler', 'tools/call']);
  });

  test.each(Object.entries(QUESTIONS))('can be answered: %s', async (_, asked) => {
    const answer: Middleware = () => Promise.resolve(asked.other);
    const { client, received, shown } = await asking(revision, asked.question, on(asked.method, answer));
    expect(await call(client, 'ask')).toBe('done');
    expect(received).toEqual([asked.received]);
    expect(shown).toEqual([]);
  });

  test.each(Object.entries(QUESTIONS))('rejects in its handler if middleware throws: %s', async (_, asked) => {
    const { client, received, shown } = await asking(revision, asked.question, on(asked.method, fail));
    expect(await call(client, 'ask')).toBe('done');
    expect(received).toEqual([broken]);
    expect(shown).toEqual([]);
  });

  test.each(Object.entries(QUESTIONS))('can be changed, and so can its answer: %s', async (_, asked) => {
    const { client, received, shown } = await asking(
      revision,
      asked.question,
      on(asked.method, async (message, next) => {
        const params = { ...(message.params as object | undefined), _meta: { 'com.example/changed': 1 } };
        return { ...(await next({ ...message, params })), ...asked.other };
      }),
    );
    expect(await call(client, 'ask')).toBe('done');
    expect(shown).toEqual([expect.objectContaining({ _meta: { 'com.example/changed': 1 } })]);
    expect(received).toMatchObject([asked.received]);
  });

  test('needs a result from middleware', async () => {
    const { client, received } = await asking(revision, roots(), on('roots/list', drop));
    await call(client, 'ask');
    expect(received).toEqual([
      new TypeError(
        'Middleware returned nothing for roots/list: it must return a result, such as that of next(message)',
      ),
    ]);
  });

  test('can be answered for a client that cannot', async () => {
    const { server } = serverWith(on('sampling/createMessage', () => Promise.resolve(sampled('Hi'))));
    server.tool('ask', {}, async (_, context) => (await context.sample('key', 'Hello')).text);
    expect(await call(await openClient(server, { revision }), 'ask')).toBe('Hi');
  });

  test('fails in middleware as in the handler if the client cannot answer', async () => {
    const failed: unknown[] = [];
    const { server } = serverWith(async (message, next) => {
      try {
        return await next(message);
      } catch (error) {
        failed.push(error);
        throw error;
      }
    });
    server.tool('ask', {}, async (_, { ask }) => String(await ask('key', roots()).catch((error: unknown) => error)));
    const said = await call(await openClient(server, { revision }), 'ask');
    expect(said).toContain('has not declared the required capability roots');
    expect(failed).toEqual([expect.any(AskError)]);
  });

  test('may wait in middleware for others that were asked with it', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const oneByOne: Middleware = (message, next) => {
      if (message.direction === 'in') return next(message);
      const result = last.then(() => next(message));
      last = result;
      return result;
    };
    const { server } = serverWith(oneByOne);
    server.tool('ask', {}, async (_, { ask }) => {
      last = Promise.resolve();
      const { who, where } = await ask({ who: form({ message: 'Who?', schema: NAME }), where: roots() });
      return `${who.content?.name} ${where.length}`;
    });
    expect(await call(await openClient(server, answering(revision).settings), 'ask')).toBe('Ada 1');
  });
});

test('a question is withdrawn if another one that was asked with it fails in middleware', async () => {
  const shown = deferred();
  const withdrawn = deferred();
  const { server } = serverWith(on('roots/list', (...passed) => shown.promise.then(() => fail(...passed))));
  server.tool('ask', {}, async (_, { ask }) => {
    const asked = ask({ who: form({ message: 'Who?', schema: NAME }), where: roots() });
    return String(await asked.catch((error: unknown) => error));
  });
  const elicit = (_: object, { signal }: { readonly signal: AbortSignal }): Promise<object> => {
    signal.addEventListener('abort', () => withdrawn.resolve());
    shown.resolve();
    return endless();
  };
  const client = await openClient(server, { capabilities: CAPABILITIES, handlers: { elicit } });
  expect(await call(client, 'ask')).toBe('Error: Broken middleware');
  await expect(withdrawn.promise).resolves.toBeUndefined();
});

test('messages of a client of an older revision are in the unified types', async () => {
  const { server, seen } = serverWith();
  const said = { type: 'text', text: 'Hello' } as const;
  server.tool('ask', {}, async (_, context) => {
    const answer = await context.sample('key', { messages: [{ role: 'user', content: [said] }] });
    return answer.text;
  });
  const { settings, shown } = answering(NEWEST_SESSION);
  const client = await openClient(server, { ...settings, revision: '2025-06-18' });
  expect(await call(client, 'ask')).toBe('Hi');
  // Clients of this revision receive a single block.
  expect(shown).toMatchObject([{ messages: [{ role: 'user', content: said }] }]);
  expect(seen.map(({ params }) => params)).toMatchObject([
    { _meta: { [MetaKey.ProtocolVersion]: '2025-06-18' } },
    { messages: [{ role: 'user', content: [said] }] },
  ]);
});

/** A notification of a server, and what sends it. */
interface Sent {
  readonly method: string;
  readonly params: object | undefined;
  readonly send: (server: Server, client: TestClient) => unknown;
  /** Default: all. */
  readonly revisions?: readonly TestedRevision[];
  /** Whether clients without sessions receive it on a stream of changes. Default false. */
  readonly isChange?: boolean;
  /** Whether the error of middleware goes to the caller. Default: it is reported. */
  readonly isAwaited?: boolean;
}

const connected: ConnectedClient[] = [];
const lastConnected = (): ConnectedClient => connected.at(-1) ?? expect.fail('no client');

const NOTIFICATIONS: { readonly [name: string]: Sent } = {
  'a log message of a handler': {
    method: 'notifications/message',
    params: { level: 'info', data: 'hello', logger: 'main' },
    send: (_, client) => call(client, 'log'),
  },
  'a log message outside of a request': {
    method: 'notifications/message',
    params: { level: 'info', data: 'welcome' },
    send: () => lastConnected().log.info('welcome'),
    revisions: [NEWEST_SESSION],
  },
  'a notification of the application': {
    method: 'notifications/prompts/list_changed',
    params: { _meta: { 'com.example/a': 1 } },
    send: () => lastConnected().notify('notifications/prompts/list_changed', { _meta: { 'com.example/a': 1 } }),
    revisions: [NEWEST_SESSION],
    isAwaited: true,
  },
  'any notification of a handler': {
    method: 'notifications/prompts/list_changed',
    params: { _meta: { 'com.example/a': 1 } },
    send: (_, client) => call(client, 'notify'),
    revisions: [NEWEST_SESSION],
    isAwaited: true,
  },
  'a completed elicitation': {
    method: 'notifications/elicitation/complete',
    params: { elicitationId: 'e' },
    send: (_, client) => call(client, 'complete'),
    revisions: [NEWEST_SESSION],
    isAwaited: true,
  },
  'a changed list': {
    method: 'notifications/tools/list_changed',
    params: undefined,
    send: (server) => server.tool('late', {}, () => ''),
    isChange: true,
  },
  'an updated resource': {
    method: 'notifications/resources/updated',
    params: { uri: 'notes://a' },
    send: (server) => server.resourceUpdated('notes://a'),
    isChange: true,
  },
  'the status of a task': {
    method: 'notifications/tasks/status',
    params: { status: 'completed' },
    send: (_, client) => client.request('tools/call', { name: 'job', task: {} }).catch(() => undefined),
    revisions: [NEWEST_SESSION],
  },
};

/** The params that middleware sees. The status of a task has more of them; on a stream, they are never undefined. */
function paramsOf({ params, method, revision }: Sent & { readonly revision: TestedRevision }): unknown {
  if (params === undefined) return revision === STATELESS ? {} : undefined;
  return method === 'notifications/tasks/status' ? (expect.objectContaining(params) as unknown) : params;
}

const CASES = Object.entries(NOTIFICATIONS).flatMap(([name, sent]) =>
  (sent.revisions ?? REVISIONS).map((revision) => ({ name, revision, ...sent })),
);

/** A client that listens to everything. What it has been told so far is left out. */
async function listening(revision: TestedRevision, middleware?: Middleware, options: ServerOptions = {}) {
  let isOpen = false;
  const afterwards: Middleware = (message, next) =>
    isOpen && middleware !== undefined ? middleware(message, next) : next(message);
  const tested = serverWith(afterwards, {
    features: ['tools', 'prompts'],
    extensions: [tasks()],
    onClient: (each) => void connected.push(each),
    ...options,
  });
  const { server, seen } = tested;
  server.resource('notes://a', {}, 'a');
  server.tool('log', {}, (_, { log }) => {
    log.info('hello', 'main');
    return 'done';
  });
  server.tool('notify', {}, async (_, { notify }) => {
    const sent = notify('notifications/prompts/list_changed', { _meta: { 'com.example/a': 1 } });
    return String(await sent.catch((error: unknown) => error));
  });
  server.tool('complete', {}, async (_, { elicitationCompleted }) => {
    const failed = await elicitationCompleted('e').then(
      () => undefined,
      (error: unknown) => error,
    );
    return String(failed);
  });
  server.tool('job', { task: {} }, () => 'done');
  const client = await openClient(server, { revision, capabilities: { elicitation: { url: {} } } });
  if (revision === STATELESS) {
    const notifications = { toolsListChanged: true, resourceSubscriptions: ['notes://a'] };
    client.request('subscriptions/listen', { notifications }).catch(() => undefined);
    await client.notified.take();
  } else await client.request('resources/subscribe', { uri: 'notes://a' });
  seen.splice(0);
  isOpen = true;
  return { ...tested, client };
}

/** Requests something, so that everything that was sent before has arrived. */
const settle = (client: TestClient): Promise<unknown> => client.request('tools/list');

describe('a notification of a server', () => {
  test.each(CASES)('passes once, and is sent: $name, in revision $revision', async (sent) => {
    const { server, client, seen, results } = await listening(sent.revision);
    await sent.send(server, client);
    const { method, params } = await client.notified.take();
    await settle(client);
    expect(method).toBe(sent.method);
    expect(outgoing(seen)).toEqual([
      {
        direction: 'out',
        kind: 'notification',
        method,
        params: paramsOf(sent),
        context: expect.anything() as unknown,
      },
    ]);
    expect(params ?? {}).toMatchObject(sent.params ?? {});
    expect(results).toContainEqual([method, undefined]);
    const { context } = outgoing(seen)[0] ?? expect.fail('nothing');
    expect([context.revision, context.client.name]).toEqual([sent.revision, 'test']);
  });

  test.each(CASES)('can be changed: $name, in revision $revision', async (sent) => {
    const changed = { _meta: { 'com.example/changed': 1 } };
    const { server, client } = await listening(sent.revision, on(sent.method, changeTo(changed)));
    await sent.send(server, client);
    const { method, params } = await client.notified.take();
    expect(method).toBe(sent.method);
    expect(params).toMatchObject({ ...sent.params, ...changed });
    const isStream = sent.revision === STATELESS && sent.isChange === true;
    // The id of a stream is added afterwards.
    expect(MetaKey.SubscriptionId in (params as { _meta: object })._meta).toBe(isStream);
  });

  test.each(CASES)('can be dropped: $name, in revision $revision', async (sent) => {
    const { server, client, seen } = await listening(sent.revision, on(sent.method, drop));
    await sent.send(server, client);
    await expect.poll(() => outgoing(seen)).toHaveLength(1);
    await settle(client);
    expect(client.notified.empty()).toEqual([]);
  });

  test.each(CASES)('is not sent if middleware throws: $name, in revision $revision', async (sent) => {
    const { server, client, errors } = await listening(sent.revision, on(sent.method, fail));
    if (sent.isAwaited === true) {
      const outcome = await Promise.resolve(sent.send(server, client)).catch(String);
      expect(outcome).toBe('Error: Broken middleware');
    } else {
      await sent.send(server, client);
      expect(await errors.take()).toBe(broken);
    }
    await settle(client);
    expect(client.notified.empty()).toEqual([]);
  });

  test('that belongs to a request has its context', async () => {
    const { server, seen } = serverWith();
    const contexts: Context[] = [];
    server.tool('log', {}, (_, context) => {
      contexts.push(context);
      context.log.info('hello');
      return 'done';
    });
    for (const revision of REVISIONS) await call(await openClient(server, { revision }), 'log');
    expect(outgoing(seen).map(({ context }) => context)).toEqual(contexts);
    expect(contexts).toHaveLength(2);
  });

  test('outside of a request has a context in which the client cannot be asked', async () => {
    const { server, client, seen } = await listening(NEWEST_SESSION);
    server.resourceUpdated('notes://a');
    await client.notified.take();
    const { context } = outgoing(seen)[0] ?? expect.fail('nothing');
    await expect(context.ask('key', roots())).rejects.toThrow(AskError);
    expect(context.session).toBe(lastConnected().session);
    expect(context.meta).toBeUndefined();
  });

  test('of an updated resource has the caller that subscribed', async () => {
    const { server, seen } = serverWith();
    server.resource('notes://a', {}, 'a');
    const wire = await openWire(server, NEWEST_SESSION, {}, { id: 'ada', roles: ['reader'] });
    await wire.ask(1, 'resources/subscribe', { uri: 'notes://a' });
    server.resourceUpdated('notes://a');
    expect(await wire.next()).toMatchObject({ method: 'notifications/resources/updated' });
    expect(outgoing(seen).map(({ context }) => context.auth?.id)).toEqual(['ada']);
  });

  test('of a handler that runs again passes once', async () => {
    const { server, seen } = serverWith();
    server.tool('ask', {}, async (_, { elicit, log }) => {
      log.info('before');
      await elicit('who', { message: 'Who?', schema: NAME });
      log.info('after');
      return 'done';
    });
    const client = await openClient(server, answering(STATELESS).settings);
    expect(await call(client, 'ask')).toBe('done');
    const logged = outgoing(seen).filter(({ kind }) => kind === 'notification');
    expect(logged.map(({ params }) => params)).toMatchObject([{ data: 'before' }, { data: 'after' }]);
    expect(client.notified.empty()).toHaveLength(2);
  });
});

describe('a stream of changes', () => {
  const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

  test('is acknowledged through middleware, with the context of its request', async () => {
    const { server, seen } = serverWith(undefined, { features: ['tools'] });
    const wire = openAlone(server);
    const id = wire.send('subscriptions/listen', { notifications: { toolsListChanged: true } });
    await wire.heard(ACKNOWLEDGED);
    server.tool('late', {}, () => '');
    await wire.heard('notifications/tools/list_changed');
    expect(inShort(seen)).toEqual([
      'in request subscriptions/listen',
      `out notification ${ACKNOWLEDGED}`,
      'out notification notifications/tools/list_changed',
    ]);
    expect(seen[1]?.params).toEqual({ notifications: { toolsListChanged: true } });
    expect(new Set(seen.map(({ context }) => context)).size).toBe(1);
    expect(wire.notified.map(({ params }) => params['_meta'])).toEqual(Array(2).fill({ [MetaKey.SubscriptionId]: id }));
  });

  test('begins with the acknowledgement, even if middleware delays it', async () => {
    covers('listening-nothing-before');
    const held = deferred();
    const { server, seen } = serverWith(
      on(ACKNOWLEDGED, async (message, next) => {
        await held.promise;
        return next(message);
      }),
      { features: ['tools'] },
    );
    const wire = openAlone(server);
    wire.send('subscriptions/listen', { notifications: { toolsListChanged: true } });
    await expect.poll(() => seen).toHaveLength(2);
    server.tool('late', {}, () => '');
    await wire.ask('server/discover');
    expect(wire.notified).toEqual([]);
    held.resolve();
    await wire.heard('notifications/tools/list_changed');
    expect(wire.notified.map(({ method }) => method)).toEqual([ACKNOWLEDGED, 'notifications/tools/list_changed']);
  });

  test('that has ended sends nothing that middleware has delayed', async () => {
    const held = deferred();
    const { server, seen, results } = serverWith(
      on('notifications/tools/list_changed', async (message, next) => {
        await held.promise;
        return next(message);
      }),
      { features: ['tools'] },
    );
    const wire = openAlone(server);
    const id = wire.send('subscriptions/listen', { notifications: { toolsListChanged: true } });
    await wire.heard(ACKNOWLEDGED);
    server.tool('late', {}, () => '');
    await expect.poll(() => seen).toHaveLength(3);
    wire.notify('notifications/cancelled', { requestId: id });
    await wire.ask('server/discover');
    held.resolve();
    await expect.poll(() => results).toContainEqual(['notifications/tools/list_changed', undefined]);
    await wire.ask('server/discover');
    expect(wire.notified.map(({ method }) => method)).toEqual([ACKNOWLEDGED]);
  });

  test('tells of tasks through middleware', async () => {
    const { server, seen } = serverWith(undefined, { extensions: [tasks()] });
    const finish = deferred();
    server.tool('job', { task: {} }, async () => {
      await finish.promise;
      return 'done';
    });
    const extensions = { 'io.modelcontextprotocol/tasks': {} };
    const wire = openAlone(server);
    const claims = { capabilities: { extensions } };
    const { result } = await wire.ask('tools/call', { name: 'job' }, claims);
    const taskIds = [result?.['taskId']];
    wire.send('subscriptions/listen', { notifications: { taskIds } }, claims);
    await wire.heard('notifications/tasks');
    finish.resolve();
    await expect.poll(() => wire.notified).toHaveLength(3);
    expect(inShort(outgoing(seen))).toEqual([
      `out notification ${ACKNOWLEDGED}`,
      'out notification notifications/tasks',
      'out notification notifications/tasks',
    ]);
    expect(outgoing(seen).map(({ params }) => (params as { status?: string }).status)).toEqual([
      undefined,
      'working',
      'completed',
    ]);
  });
});

test('the question of a task passes once, and so does its log, with the metadata of middleware', async () => {
  const { server, seen } = serverWith(on('notifications/message', changeTo({ _meta: { 'com.example/changed': 1 } })), {
    extensions: [tasks()],
  });
  server.tool('job', { task: {} }, async (_, { elicit, log }) => {
    log.info('hello');
    return (await elicit('who', { message: 'Who?', schema: NAME })).action;
  });
  const client = await openClient(server, {
    capabilities: { elicitation: { form: {} }, tasks: {} },
    handlers: { elicit: () => ({ action: 'decline' }) },
  });
  const { task } = (await client.request('tools/call', { name: 'job', task: {} })) as unknown as {
    readonly task: { readonly taskId: string };
  };
  const { taskId } = task;
  expect(await client.request('tasks/result', { taskId })).toMatchObject({ content: [{ text: 'decline' }] });
  expect(inShort(outgoing(seen)).filter((each) => !each.endsWith('status'))).toEqual([
    'out notification notifications/message',
    'out request elicitation/create',
  ]);
  expect(outgoing(seen).map(({ context }) => context.task?.id)).toEqual(outgoing(seen).map(() => taskId));
  const logged = await client.notified.take(({ method }) => method === 'notifications/message');
  expect(logged.params).toMatchObject({
    _meta: { 'com.example/changed': 1, 'io.modelcontextprotocol/related-task': { taskId } },
  });
});

test('a question that the client answers as a task is one message', async () => {
  const { server, seen, results } = serverWith(undefined, { extensions: [tasks()] });
  server.tool('ask', {}, async (_, { ask }) => {
    const { action } = await ask('key', form({ message: 'Who?', schema: NAME }), { task: true });
    return action;
  });
  const wire = await openWire(server, NEWEST_SESSION, {
    elicitation: { form: {} },
    tasks: { requests: { elicitation: { create: {} } } },
  });
  wire.say(request(1, 'tools/call', { name: 'ask' }));
  const times = { createdAt: '2026-01-01T00:00:00Z', lastUpdatedAt: '2026-01-01T00:00:00Z', ttl: 60_000 };
  const answers: { readonly [method: string]: object } = {
    'elicitation/create': { task: { taskId: 't', status: 'working', pollInterval: 20, ...times } },
    'tasks/get': { taskId: 't', status: 'completed', ...times },
    'tasks/result': { action: 'decline' },
  };
  const asked: string[] = [];
  for (let at = 0; at < 3; at++) {
    const { id, method } = (await wire.next()) as { readonly id: unknown; readonly method: string };
    asked.push(method);
    wire.say({ jsonrpc: '2.0', id, result: answers[method] });
  }
  expect(asked).toEqual(['elicitation/create', 'tasks/get', 'tasks/result']);
  expect(await wire.next()).toMatchObject({ id: 1, result: { content: [{ text: 'decline' }] } });
  expect(inShort(seen)).toEqual(['in request tools/call', 'out request elicitation/create']);
  expect(results[0]).toMatchObject(['elicitation/create', { action: 'decline' }]);
});
