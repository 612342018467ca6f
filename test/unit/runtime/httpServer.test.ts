/** What a server of Streamable HTTP answers, request by request. */

import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import type { HttpInfo } from '../../../runtime/src/codegen/v1.js';
import { IncompleteBodyError } from '../../../runtime/src/http/shared/httpExchange.js';
import { Mailbox } from '../../support/mailbox.js';
import { POST_HEADERS, rawRequest, rawStream, type RawRequest } from '../../support/rawHttp.js';
import { notification, pong, refused, request, rpc } from '../../support/rpc.js';
import {
  call,
  head,
  initialize,
  listen,
  NEWEST,
  openSession,
  openSocket,
  startService,
  textOf,
} from './httpSupport.js';
import type { RequirementId } from '../../../conformance/src/requirements/index.js';
import { covers } from '../../support/covers.js';

/** An error about a request as a whole: it has no id. */
const refusal = (message: RegExp): object => ({
  jsonrpc: '2.0',
  error: { code: expect.any(Number) as unknown, message: expect.stringMatching(message) as unknown },
});

describe('a session', () => {
  test.each(['2025-03-26', '2025-06-18', NEWEST])('is opened, used and ended, in revision %s', async (version) => {
    covers('http-accepted', 'http-answer-kind', 'http-session-id-ascii', 'http-session-id-secure', 'http-session-over');
    const { url, handler } = await startService();
    const opened = await rawRequest(url, { body: initialize(version) });
    expect(opened).toMatchObject({
      status: 200,
      json: { id: 'first', result: { protocolVersion: version, serverInfo: { name: 'test' } } },
    });
    const id = opened.headers['mcp-session-id'];
    expect(id).toMatch(/^[\x21-\x7e]{32,}$/);
    const headers = { 'mcp-session-id': String(id), 'mcp-protocol-version': version };

    const initialized = await rawRequest(url, { headers, body: notification('notifications/initialized') });
    expect(initialized).toMatchObject({ status: 202, text: '' });
    expect(textOf(await rawRequest(url, { headers, body: call(1, 'echo', 'hello') }))).toBe('hello');
    expect(textOf(await rawRequest(url, { headers, body: call('two', 'later', 'well') }))).toBe('well');
    expect(handler.sessionCount).toBe(1);

    expect(await rawRequest(url, { method: 'DELETE', headers })).toMatchObject({ status: 204, text: '' });
    expect(handler.sessionCount).toBe(0);
    expect(await rawRequest(url, { headers, body: call(3, 'echo') })).toMatchObject({ status: 404 });
  });

  test('has an id of its own, and its own requests', async () => {
    covers('http-session-id-secure');
    const { url } = await startService();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => openSession(url)));
    expect(new Set(sessions.map((session) => session['mcp-session-id'])).size).toBe(20);
    const texts = await Promise.all(
      sessions.map(async (headers, at) => textOf(await rawRequest(url, { headers, body: call(1, 'later', `${at}`) }))),
    );
    expect(texts).toEqual(sessions.map((_, at) => `${at}`));
  });

  test('that cannot be opened has no id, and is forgotten', async () => {
    const { url, handler } = await startService();
    const body = request(1, 'initialize', { protocolVersion: NEWEST });
    const { status, headers, json } = await rawRequest(url, { body });
    expect({ status, json }).toMatchObject({ status: 200, json: { id: 1, error: { code: -32602 } } });
    expect(headers['mcp-session-id']).toBeUndefined();
    expect(handler.sessionCount).toBe(0);
  });

  test.each([
    ['version', { ...initialize(), jsonrpc: '1.0' }],
    ['id', initialize(NEWEST, {})],
    ['form of params', { ...initialize(), params: [] }],
  ])('is not opened by an initialize with an invalid %s', async (_, body) => {
    const { url, handler } = await startService();
    expect(await rawRequest(url, { body })).toMatchObject({ status: 400, json: { error: { code: -32600 } } });
    expect(handler.sessionCount).toBe(0);
  });

  test('is closed when nothing has been heard for long, unless somebody listens', async () => {
    const { url, handler } = await startService({ timeouts: { sessionTimeout: 500 } });
    await openSession(url);
    const { ended } = await rawStream(url, {
      method: 'GET',
      headers: { accept: 'text/event-stream', ...(await openSession(url)) },
    });
    expect(handler.sessionCount).toBe(2);
    await expect.poll(() => handler.sessionCount).toBe(1);
    await handler.close();
    await ended;
    expect(handler.sessionCount).toBe(0);
  });

  test.each([
    ['bodyLimit', 413, { limits: { bodyLimit: 200 } }, request(1, 'ping', { text: 'x'.repeat(200) })],
    ['valueLimit', 413, { limits: { valueLimit: 10 } }, request(1, 'ping', { values: new Array<number>(11).fill(0) })],
    ['batchLimit', 400, { limits: { batchLimit: 1 } }, [request(1, 'ping'), request(2, 'ping')]],
  ])('a POST over the %s is refused, and reported with the option', async (option, status, options, body) => {
    const { url, errors } = await startService(options);
    const answers = [await rawRequest(url, { body }), await rawRequest(url, { body })];
    for (const answer of answers) expect(answer).toMatchObject({ status, json: refusal(/\d( bytes| messages)?$/) });
    // Reported once a minute: a client can send such requests at any rate.
    expect(errors.empty().map(String)).toEqual([
      expect.stringMatching(
        new RegExp(`^Error: Refused a request: .+\\. The option limits\\.${option} raises the limit$`),
      ),
    ]);
  });

  test('more than the server takes is refused with 503', async () => {
    const { url, errors } = await startService({ limits: { sessionLimit: 1 } });
    await openSession(url);
    const answer = await rawRequest(url, { body: initialize() });
    expect(answer).toMatchObject({
      status: 503,
      json: refusal(/too many open sessions: no caller has more than this one/),
    });
    expect(answer.headers['retry-after']).toBe('10');
    expect(errors.empty().map(String)).toEqual([
      expect.stringMatching(/^Error: Refused a request: .+\. The option limits\.sessionLimit raises the limit$/),
    ]);
  });

  test.each([
    ['at once', (name: string | undefined) => name],
    ['later', (name: string | undefined) => new Promise<typeof name>((resolve) => setTimeout(() => resolve(name), 5))],
  ])('belongs to the caller who opened it, known %s', async (_, know) => {
    const { url } = await startService({ authenticate: (exchange) => know(exchange.header('authorization')) });
    const alice = { authorization: 'alice' };
    const opened = await rawRequest(url, { headers: alice, body: initialize() });
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    const asking = (headers: object) =>
      rawRequest(url, { headers: { ...headers, ...session }, body: request(1, 'ping') });
    expect(await asking(alice)).toMatchObject({ status: 200, json: pong(1) });
    for (const other of [{ authorization: 'bob' }, {}]) expect(await asking(other)).toMatchObject({ status: 404 });
  });

  test('that its caller has not used for longest is lost, if another one needs room', async () => {
    const authenticate = (http: HttpInfo): string | undefined => http.header('authorization');
    const { url } = await startService({ limits: { sessionLimit: 3 }, authenticate });
    const open = async (authorization: string) => {
      const { headers } = await rawRequest(url, { headers: { authorization }, body: initialize() });
      const session = { authorization, 'mcp-session-id': String(headers['mcp-session-id']) };
      const use = async (): Promise<number> =>
        (await rawRequest(url, { headers: session, body: request(1, 'ping') })).status;
      await use();
      return use;
    };
    const [second, last, first] = [await open('alice'), await open('alice'), await open('alice')];
    for (const use of [second, last]) expect(await use()).toBe(200);
    await open('bob');
    expect([await second(), await last(), await first()]).toEqual([200, 200, 404]);
  });

  test('tells handlers who calls, as of each message', async () => {
    const service = await startService({
      authenticate: (exchange) => {
        const [id = '', ...roles] = exchange.header('authorization')?.split(' ') ?? [];
        return Promise.resolve({ id, roles });
      },
    });
    const opened = await rawRequest(service.url, { headers: { authorization: 'alice' }, body: initialize() });
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    const called = rawRequest(service.url, {
      headers: { ...session, authorization: 'alice admin' },
      body: call(1, 'wait'),
    });
    const { context, answer } = await service.waiting.take();
    expect(context.auth).toEqual({ id: 'alice', roles: ['admin'] });
    expect(context.session?.id).toBe(session['mcp-session-id']);
    answer('done');
    await called;
  });
});

describe('while a caller is identified,', () => {
  test('a failure refuses the request, and is reported', async () => {
    const { url, handler, errors } = await startService({ authenticate: () => Promise.reject(new Error('no keys')) });
    expect(await rawRequest(url, { body: initialize() })).toMatchObject({ status: 500, json: refusal(/Internal/) });
    expect(String(await errors.take())).toContain('no keys');
    expect(handler.sessionCount).toBe(0);
  });

  test('others do not take more sessions than there are', async () => {
    const waiting = new Mailbox<() => void>();
    const authenticate = (): Promise<undefined> => new Promise((resolve) => waiting.put(() => resolve(undefined)));
    const { url } = await startService({ limits: { sessionLimit: 1 }, authenticate });
    const answers = [1, 2].map((id) => rawRequest(url, { body: initialize(NEWEST, id) }));
    for (const know of [await waiting.take(), await waiting.take()]) know();
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 503]);
  });

  test('the server may close: no more sessions are opened', async () => {
    const waiting = new Mailbox<() => void>();
    const authenticate = (): Promise<undefined> => new Promise((resolve) => waiting.put(() => resolve(undefined)));
    const { url, handler } = await startService({ authenticate });
    const answers = [
      rawRequest(url, { body: initialize() }),
      rawRequest(url.replace('/mcp', '/sse'), { method: 'GET' }),
    ];
    const both = [await waiting.take(), await waiting.take()];
    await handler.close();
    for (const know of both) know();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 503]);
    expect(handler.sessionCount).toBe(0);
  });
});

describe('a body', () => {
  const BODY = JSON.stringify(call(1, 'echo', 'well'));

  /** Sends a request but for the end of its body, and waits until the server knows who calls. */
  async function postHalf() {
    const callers = new Mailbox<HttpInfo>();
    const authenticate = (http: HttpInfo): undefined => {
      callers.put(http);
    };
    const service = await startService({ authenticate });
    const session = await openSession(service.url);
    callers.empty();
    const handle = vi.spyOn(service.handler, 'handle');
    const socket = await openSocket(service.url);
    socket.write(`${head({ ...POST_HEADERS, ...session, 'content-length': BODY.length })}${BODY.slice(0, 9)}`);
    await callers.take();
    return { ...service, session, socket, handled: () => handle.mock.results[0]?.value as Promise<void> };
  }

  test.each(['destroy', 'end'] as const)('that is cut off (%s) is reported, and its session lives', async (how) => {
    const { url, session, socket, errors, handled } = await postHalf();
    socket[how]();
    await handled();
    const error = await errors.take();
    expect(error).toBeInstanceOf(IncompleteBodyError);
    expect(error).toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(errors.empty()).toEqual([]);
    expect(textOf(await rawRequest(url, { headers: session, body: BODY }))).toBe('well');
  });

  test('whose session ends before it has come is refused', async () => {
    const { url, session, socket, handler } = await postHalf();
    await rawRequest(url, { method: 'DELETE', headers: session });
    expect(handler.sessionCount).toBe(0);
    const answered = once(socket.setEncoding('utf8'), 'data');
    socket.write(BODY.slice(9));
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('of no session is refused once, whether or not it is JSON', async () => {
    const { url, errors } = await startService();
    const headers = { 'mcp-session-id': 'made-up' };
    expect(await rawRequest(url, { headers, body: 'not JSON' })).toMatchObject({ status: 404 });
    expect(errors.empty()).toEqual([]);
  });

  test.each([
    ['of no session', { 'mcp-session-id': 'made-up' }, 404],
    ['of another caller', {}, 404],
    ['of another revision', { authorization: 'alice', 'mcp-protocol-version': '2025-06-18' }, 400],
  ])('%s is not waited for', async (_, headers, status) => {
    const { url } = await startService({ authenticate: (exchange) => exchange.header('authorization') });
    const opened = await rawRequest(url, { headers: { authorization: 'alice' }, body: initialize() });
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    const socket = await openSocket(url);
    const answered = once(socket.setEncoding('utf8'), 'data');
    socket.write(head({ ...POST_HEADERS, ...session, ...headers, 'content-length': 1_000 }));
    expect(String(await answered)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});

describe('a client that goes away while it is identified', () => {
  /** Serves a caller whose identity comes when its connection is gone. */
  async function serveSlowly() {
    const { handler, errors } = await startService({
      authenticate: (exchange) => (exchange.header('slow') === undefined ? undefined : gone.then(() => undefined)),
    });
    let leave!: () => void;
    const gone = new Promise<void>((resolve) => (leave = resolve));
    const handle = vi.spyOn(handler, 'handle');
    const url = await listen((incoming, outgoing) => {
      if (incoming.headers['slow'] !== undefined) outgoing.once('close', leave);
      handler.node(incoming, outgoing);
    });
    const session = await openSession(url);
    const leaveEarly = async (text: string): Promise<void> => {
      const socket = await openSocket(url);
      const calls = handle.mock.calls.length;
      socket.write(text);
      await expect.poll(() => handle.mock.calls.length).toBeGreaterThan(calls);
      socket.destroy();
      await handle.mock.results.at(-1)?.value;
    };
    return { url, handler, errors, session, leaveEarly };
  }

  test('with half a body is reported, and holds nothing up', async () => {
    const { url, errors, session, leaveEarly } = await serveSlowly();
    await leaveEarly(`${head({ ...POST_HEADERS, ...session, slow: 1, 'content-length': 99 })}{`);
    expect(await errors.take()).toBeInstanceOf(IncompleteBodyError);
    expect(await rawRequest(url, { headers: session, body: request(1, 'ping') })).toMatchObject({ json: pong(1) });
  });

  test('before its stream is open leaves the stream to the next', async () => {
    const { url, session, leaveEarly } = await serveSlowly();
    const headers = { accept: 'text/event-stream', ...session };
    await leaveEarly(head({ ...headers, slow: 1 }, 'GET /mcp'));
    const { status, destroy } = await rawStream(url, { method: 'GET', headers });
    expect(status).toBe(200);
    destroy();
  });

  test('before its stream of the older transport is open leaves no session behind', async () => {
    const { handler, leaveEarly } = await serveSlowly();
    const { sessionCount } = handler;
    await leaveEarly(head({ slow: 1 }, 'GET /sse'));
    await expect.poll(() => handler.sessionCount).toBe(sessionCount);
  });
});

interface RefusedCase extends RawRequest {
  readonly title: string;
  readonly status: number;
  readonly message: RegExp;
  /** Headers of a session are added to the request. */
  readonly inSession?: boolean;
  /** The requirements that the case covers. */
  readonly shows?: readonly RequirementId[];
}

const notice = notification('notifications/initialized');
const error = { code: -1, message: 'No' };

/** Notifications and responses, which are not taken. */
const UNANSWERED = [
  ...Object.entries({ notification: notice, result: rpc({ id: 7, result: {} }), error: rpc({ id: 7, error }) }).flatMap(
    ([what, body]) => [
      { title: `a ${what} without a session`, body, status: 400, message: /Mcp-Session-Id is missing/ },
      {
        title: `a ${what} in a session that nobody opened`,
        headers: { 'mcp-session-id': 'made-up' },
        body,
        status: 404,
        message: /session not found/,
      },
      {
        title: `a ${what} in another revision than negotiated`,
        inSession: true,
        headers: { 'mcp-protocol-version': '2025-06-18' },
        body,
        status: 400,
        message: /must be 2025-11-25/,
      },
    ],
  ),
  ...[
    { title: 'a notification without a version', body: { ...notice, jsonrpc: undefined }, message: /jsonrpc/ },
    { title: 'a notification with an array of params', body: { ...notice, params: [] }, message: /params/ },
    {
      title: 'a response of two kinds',
      body: rpc({ id: 7, result: {}, error }),
      message: /both a result and an error/,
    },
    { title: 'a response without an id', body: rpc({ result: {} }), message: /id of a result/ },
    { title: 'an error without a code', body: rpc({ id: 7, error: {} }), message: /code/ },
  ].map((broken) => ({ ...broken, inSession: true, status: 400 })),
].map((each): RefusedCase => ({ ...each, shows: ['http-not-accepted'] }));

const REFUSED: readonly RefusedCase[] = [
  {
    title: 'a body that is not JSON',
    inSession: true,
    body: '{',
    status: 400,
    message: /not JSON/,
    shows: ['base-error-id-unreadable'],
  },
  {
    title: 'a body that is not called JSON',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
    status: 415,
    message: /application\/json/,
  },
  {
    title: 'a body that is called nothing',
    headers: { 'content-type': undefined },
    body: '{}',
    status: 415,
    message: /application\/json/,
  },
  {
    title: 'a client that takes JSON alone',
    headers: { accept: 'application/json' },
    body: '{}',
    status: 406,
    message: /text\/event-stream/,
  },
  {
    title: 'a client that takes nothing it names',
    headers: { accept: undefined },
    body: '{}',
    status: 406,
    message: /accept both/,
  },
  { title: 'a body that is too large', body: 'x'.repeat(2_000), status: 413, message: /limit of 1000 bytes/ },
  {
    title: 'a request without a session',
    body: request(1, 'ping'),
    status: 400,
    message: /Mcp-Session-Id is missing/,
    shows: ['http-session-id-required'],
  },
  { title: 'initialize in an array without a session', body: [initialize()], status: 400, message: /Mcp-Session-Id/ },
  {
    title: 'a session that nobody opened',
    headers: { 'mcp-session-id': 'made-up' },
    body: request(1, 'ping'),
    status: 404,
    message: /session not found/,
  },
  ...UNANSWERED,
  {
    title: 'a session id without end',
    headers: { 'mcp-session-id': 'x'.repeat(5_000) },
    body: request(1, 'ping'),
    status: 404,
    message: /session not found/,
  },
  {
    title: 'another revision than negotiated',
    inSession: true,
    headers: { 'mcp-protocol-version': '2025-06-18' },
    body: request(1, 'ping'),
    status: 400,
    message: /must be 2025-11-25/,
    shows: ['http-version-refused', 'lifecycle-version-binding'],
  },
  {
    title: 'a revision that does not exist',
    inSession: true,
    headers: { 'mcp-protocol-version': 'x' },
    body: request(1, 'ping'),
    status: 400,
    message: /must be 2025-11-25/,
  },
  {
    title: 'a stream that the client does not take',
    inSession: true,
    method: 'GET',
    headers: { accept: 'application/json' },
    status: 406,
    message: /text\/event-stream/,
  },
  {
    title: 'a stream without a session',
    method: 'GET',
    headers: { accept: 'text/event-stream' },
    status: 400,
    message: /Mcp-Session-Id/,
  },
  {
    title: 'a stream that never was',
    inSession: true,
    method: 'GET',
    headers: { accept: 'text/event-stream', 'last-event-id': '0a1b2c3d.7-1' },
    status: 400,
    message: /no longer available/,
  },
  {
    title: 'an event id of another make',
    inSession: true,
    method: 'GET',
    headers: { accept: 'text/event-stream', 'last-event-id': '../x' },
    status: 400,
    message: /no longer available/,
  },
  { title: 'another method', method: 'PUT', status: 405, message: /PUT is not a method/ },
  {
    title: 'a batch in a revision without batches',
    inSession: true,
    body: [request(1, 'ping')],
    status: 400,
    message: /does not support batches/,
    shows: ['http-body-single'],
  },
  { title: 'a number', inSession: true, body: 7, status: 400, message: /must be a JSON object/ },
  {
    title: 'a request whose id is null',
    inSession: true,
    body: request(null, 'ping'),
    status: 400,
    message: /id of a request/,
  },
  { title: 'ending a session without naming it', method: 'DELETE', status: 400, message: /Mcp-Session-Id/ },
];

describe('refused, in words:', () => {
  test.each(REFUSED)('$title', async ({ status, message, inSession = false, headers, shows = [], ...given }) => {
    covers('base-error-shape', ...shows);
    const { url } = await startService({ limits: { bodyLimit: 1_000 } });
    const session = inSession ? await openSession(url) : {};
    const answer = await rawRequest(url, { ...given, headers: { ...session, ...headers } });
    expect(answer).toMatchObject({ status, json: refusal(message) });
    // The only request among what is posted is a ping with the id 1.
    const id =
      (given.body as { method?: string } | undefined)?.method === 'ping' && !/id of/.test(message.source)
        ? 1
        : undefined;
    expect((answer.json as { id?: unknown }).id).toBe(id);
    if (inSession)
      expect(await rawRequest(url, { headers: session, body: request(9, 'ping') })).toMatchObject({ json: pong(9) });
  });

  test('a request of no JSON-RPC, with its id', async () => {
    const { url } = await startService();
    const headers = await openSession(url);
    const answer = await rawRequest(url, { headers, body: { id: 5, method: 'ping' } });
    expect(answer).toMatchObject({ status: 400, json: refused(-32600, 5) });
  });

  test('another path', async () => {
    const { url } = await startService();
    expect(await rawRequest(`${url}s`, { body: initialize() })).toMatchObject({
      status: 404,
      text: 'The endpoint is /mcp\n',
    });
  });
});

describe('where a request comes from', () => {
  const asking = async (headers: object, options: object = {}): Promise<number> => {
    const { url } = await startService(options);
    return (await rawRequest(url, { headers: { ...headers }, body: initialize() })).status;
  };

  test.each(['localhost', 'LOCALHOST:1', '127.0.0.1', '[::1]:3000', 'localhost.'])(
    'host %s is this machine',
    async (host) => {
      expect(await asking({ host })).toBe(200);
    },
  );

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:80',
    '[::2]',
    'localhost:80@evil',
  ])('host %j is not', async (host) => {
    expect(await asking({ host })).toBe(403);
  });

  test.each(['http://localhost:5173', 'https://127.0.0.1', 'http://[::1]:1'])(
    'pages of %s may call',
    async (origin) => {
      expect(await asking({ origin })).toBe(200);
    },
  );

  test.each([
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://localhost@evil.example',
    'file://',
    'http://localhost:80/x',
  ])('pages of %s must not', async (origin) => {
    covers('http-origin', 'http-origin-forbidden');
    expect(await asking({ origin })).toBe(403);
  });

  test('from elsewhere nobody gets through: the server listens at one loopback address', async () => {
    covers('http-localhost', 'sse-localhost', 'http-alone-localhost');
    const { url } = await startService();
    expect((await fetch(url)).status).toBe(400);
    await expect(fetch(url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed');
  });

  test('a deployed server is told its hosts and origins', async () => {
    const options = { allowedHosts: ['api.example.com'], allowedOrigins: ['https://app.example.com'] };
    expect(await asking({ host: 'api.example.com:8443' }, options)).toBe(200);
    expect(await asking({ host: 'localhost' }, options)).toBe(403);
    expect(await asking({ host: 'api.example.com', origin: 'https://app.example.com' }, options)).toBe(200);
    expect(await asking({ host: 'api.example.com', origin: 'https://other.example.com' }, options)).toBe(403);
    const { url } = await startService(options);
    expect((await rawRequest(url, { body: initialize() })).json).toEqual(
      refusal(/add it to allowedHosts\. If a proxy .* X-Forwarded-Host, and set trustProxy/),
    );
  });
});

describe('in revision 2025-03-26, a batch', () => {
  test('is answered by a batch', async () => {
    covers('base-batch-received', 'http-body-batch');
    const { url } = await startService();
    const headers = await openSession(url, '2025-03-26');
    const body = [call(1, 'later', 'a'), notification('notifications/unheard'), call(2, 'echo', 'b')];
    const { status, json } = await rawRequest(url, { headers, body });
    expect({ status, json }).toMatchObject({
      status: 200,
      json: expect.arrayContaining([expect.objectContaining({ id: 1 }), expect.objectContaining({ id: 2 })]) as unknown,
    });
    expect(json).toHaveLength(2);
  });

  test.each([undefined, 'none'] as const)(
    'with an invalid message is answered, though its request is cancelled (sessions: %s)',
    async (sessions) => {
      const { url } = await startService({ streams: { responses: 'stream' }, sessions });
      const headers = sessions === 'none' ? {} : await openSession(url, '2025-03-26');
      const cancelled = notification('notifications/cancelled', { requestId: 1 });
      const body = [call(1, 'wait'), cancelled, { jsonrpc: '2.0', params: {} }];
      const { text } = await rawRequest(url, { headers, body });
      expect(text).toContain('"code":-32600');
      expect(text).not.toContain('"id":1');
    },
  );

  test('of messages without a readable id is answered by a batch of errors', async () => {
    const { url } = await startService();
    const headers = await openSession(url, '2025-03-26');
    const nameless = expect.objectContaining({ id: null, error: expect.any(Object) as object }) as object;
    expect((await rawRequest(url, { headers, body: [{}, {}] })).json).toEqual([nameless, nameless]);
    expect((await rawRequest(url, { headers, body: [{}, request(1, 'ping')] })).json).toHaveLength(2);
  });

  test('with the id of a running request does not take its answer', async () => {
    const { url, waiting } = await startService();
    const headers = await openSession(url, '2025-03-26');
    const first = rawRequest(url, { headers, body: call(1, 'wait') });
    const { answer } = await waiting.take();
    const second = rawRequest(url, { headers, body: [call(1, 'echo', 'no'), call(2, 'wait')] });
    const other = await Promise.race([waiting.take(), second.then(() => undefined)]);
    answer('yes');
    expect(textOf(await first)).toBe('yes');
    other?.answer('also');
    expect(JSON.stringify((await second).json)).toContain('-32600');
  });

  test('is answered, though a request comes with the id of one in it that has its answer already', async () => {
    const { url, waiting } = await startService();
    const headers = await openSession(url, '2025-03-26');
    const batch = rawRequest(url, { headers, body: [call(1, 'echo', 'yes'), call(2, 'wait')] });
    const { answer } = await waiting.take();
    const again = await rawRequest(url, { headers, body: call(1, 'later', 'no') });
    expect(again).toMatchObject({ json: refused(-32600, 1) });
    answer('also');
    expect((await batch).json).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 1, result: expect.any(Object) as object }),
        expect.objectContaining({ id: 2, result: expect.any(Object) as object }),
      ]),
    );
  });

  test('of notifications is taken', async () => {
    const { url } = await startService();
    const headers = await openSession(url, '2025-03-26');
    const body = [notification('notifications/unheard'), notification('notifications/unheard')];
    expect(await rawRequest(url, { headers, body })).toMatchObject({ status: 202, text: '' });
  });

  test.each([
    ['that is empty', [], /must not be empty/],
    ['of requests and responses', [request(1, 'ping'), pong(7)], /must not mix/],
    ['of too many', Array.from({ length: 101 }, (_, id) => request(id, 'ping')), /not have more than 100/],
  ])('%s is refused', async (_, body, message) => {
    covers('http-body-batch');
    const { url } = await startService();
    const headers = await openSession(url, '2025-03-26');
    expect(await rawRequest(url, { headers, body })).toMatchObject({ status: 400, json: refusal(message) });
  });
});

test('a second request with an id that is running is refused, and the first is answered', async () => {
  covers('base-request-id-once');
  const { url, waiting } = await startService();
  const headers = await openSession(url);
  const first = rawRequest(url, { headers, body: call(1, 'wait') });
  const { answer } = await waiting.take();
  expect(await rawRequest(url, { headers, body: call(1, 'echo', 'no') })).toMatchObject({ json: refused(-32600, 1) });
  answer('yes');
  expect(textOf(await first)).toBe('yes');
});

test.each([{ streams: { responses: 'stream' as const } }, {}])(
  'answers carry the ids of their requests: %j',
  async (options) => {
    covers('base-response-id', 'base-error-id');
    const { url } = await startService(options);
    const headers = await openSession(url);
    const bodies = [7, '7', 0, -1, '', 'ä'].flatMap((id) => [call(id, 'later'), request(`${id}?`, 'no/such')]);
    const answers = await Promise.all(bodies.map((body) => rawRequest(url, { headers, body })));
    const read = answers.map(
      ({ json, text }) => json ?? (JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? 'null') as unknown),
    );
    expect(read).toEqual(
      bodies.map((body) => {
        const { id, method } = body as { readonly id: unknown; readonly method: string };
        return method === 'no/such' ? refused(-32601, id) : rpc({ id, result: expect.any(Object) });
      }),
    );
  },
);

test.each([{ streams: { responses: 'stream' as const } }, {}])(
  'an answer without a JSON form is an error, given at once: %j',
  async (options) => {
    const service = await startService(options);
    const headers = await openSession(service.url);
    const answer = await rawRequest(service.url, { headers, body: call(1, 'unsayable') });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"error":{"code":-32603,"message":"Internal error"}');
    expect(String(await service.errors.take())).toContain('BigInt');
  },
);

test('what nobody asked for is taken, and reported', async () => {
  const { url, errors } = await startService();
  const headers = await openSession(url);
  expect(await rawRequest(url, { headers, body: rpc({ id: 5, result: {} }) })).toMatchObject({ status: 202 });
  expect(String(await errors.take())).toContain('never sent');
});

test('closing the server ends what is open, and the callers are notified', async () => {
  const service = await startService();
  const headers = await openSession(service.url);
  const call1 = rawRequest(service.url, { headers, body: call(1, 'wait') });
  await service.waiting.take();
  await service.close();
  expect(await call1).toMatchObject({ status: 404, json: refusal(/session has ended/) });
});

test('closing the server ends a connection that was never used', async () => {
  const service = await startService({ shutdownTimeout: 600_000 });
  const socket = await openSocket(service.url);
  const closed = once(socket, 'close');
  // The server has to have accepted it.
  await rawRequest(service.url, { body: initialize() });
  await service.close();
  expect(await closed).toEqual([false]);
});

test.each([
  ['parsed', (text: string): unknown => JSON.parse(text)],
  ['as text', (text: string): unknown => text],
  ['as bytes', (text: string): unknown => Buffer.from(text)],
])('a body that a framework has read already is taken from there, %s', async (_, parse) => {
  const { handler } = await startService();
  const url = await listen((incoming, outgoing) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    incoming.on('end', () => {
      setImmediate(() => {
        handler.node(Object.assign(incoming, { body: parse(text) }), outgoing);
      });
    });
  });
  expect(await rawRequest(url, { body: initialize() })).toMatchObject({ status: 200, json: { id: 'first' } });
});

test('a body that a framework has read and kept is a mistake that is reported', async () => {
  const { handler, errors } = await startService();
  const url = await listen((incoming, outgoing) => {
    incoming.resume().on('end', () => handler.node(incoming, outgoing));
  });
  expect(await rawRequest(url, { body: initialize() })).toMatchObject({ status: 500 });
  expect(String(await errors.take())).toContain('Set the property `body` of the request');
});

describe('a port', () => {
  test('that somebody else has is refused, saying what to do', async () => {
    const { url } = await startService();
    const port = Number(new URL(url).port);
    await expect(startService({ port })).rejects.toThrow(
      `Cannot listen on port ${port} of 127.0.0.1: the port is already in use. Stop the other program, or choose another port`,
    );
  });

  test.each([Number.NaN, -1, 65_536, 1.5])('cannot be %d', async (port) => {
    await expect(startService({ port })).rejects.toThrow(
      `Invalid option "port" for serveHttp: expected an integer from 0 to 65535, got ${port}`,
    );
  });

  test('of an address that the machine does not have is refused', async () => {
    await expect(startService({ hostname: '192.0.2.1' })).rejects.toThrow('this machine does not have the address');
  });

  test('has an endpoint whose path begins with a slash', async () => {
    await expect(startService({ path: 'mcp' })).rejects.toThrow(
      'Invalid option "path" for serveHttp: expected a path with a leading slash, such as /mcp, got "mcp"',
    );
  });
});
