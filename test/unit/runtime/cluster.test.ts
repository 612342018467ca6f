/** One node of a cluster: the test plays the router and the other nodes. */

import { Ledger } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { requestRelay, type RouterMember, type RouterNode, type SessionPlace } from '@mcp-gen/sdk/cluster';
import {
  createHandler,
  MemoryEventStore,
  MemorySessionStore,
  StaleClaimError,
  type HttpHandler,
  type HttpOptions,
  type SessionRecord,
  type SessionStore,
} from '@mcp-gen/sdk/http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Frame, RelayedRequest } from '../../../runtime/src/cluster/frames.js';
import { REQUEST_LOST } from '../../../runtime/src/http/server/sessions/requestLost.js';
import type { HttpExchange } from '../../../runtime/src/http/shared/httpExchange.js';
import { NodeClient, type NodeAnswer } from '../../redis/nodeClient.js';
import { Mailbox } from '../../support/mailbox.js';
import { stopClock } from '../../support/clock.js';

/** The node that has the sessions of the tests, unless they say something else. */
const OTHER = 'there';

const JSON_TYPE = { 'content-type': 'application/json' };
const EVENTS_TYPE = { 'content-type': 'text/event-stream' };

interface PlayedNode {
  readonly handler: HttpHandler;
  readonly server: Server;
  /** Started calls of the tool `wait`. */
  readonly waiting: Mailbox<() => void>;
  readonly member: RouterMember;
  /** The errors that were reported. */
  readonly errors: unknown[];
  /** The sessions that were closed at the router. */
  readonly closed: string[];
  /** The sessions that were located. */
  readonly locations: string[];
  /** The frames that the node sends to others. */
  readonly sent: Mailbox<{ readonly to: string; readonly frame: Frame }>;
  /** Delivers a frame of another node. */
  readonly receive: (frame: Frame, from?: string) => void;
  /** Resolves with the next frame of a kind that the node sends. */
  readonly next: <Kind extends Frame['kind']>(kind: Kind) => Promise<Extract<Frame, { readonly kind: Kind }>>;
}

/** @param router what its router does differently: by default, another node has each session that this one has not opened */
function startNode(router: Partial<RouterNode> = {}, options: HttpOptions = {}): PlayedNode {
  const errors: unknown[] = [];
  const closed: string[] = [];
  const locations: string[] = [];
  const opened = new Set<string>();
  const sent: PlayedNode['sent'] = new Mailbox();
  let member: RouterMember | undefined;
  const usual: RouterNode = {
    id: 'here',
    isCertain: true,
    open(session) {
      opened.add(session);
      return 1;
    },
    locate(session) {
      locations.push(session);
      return opened.has(session) ? { claim: 1 } : { node: OTHER };
    },
    takeOver: () => 2,
    close: (session) => void closed.push(session),
    isAlive: () => true,
    send(to, text) {
      sent.put({ to, frame: JSON.parse(text) as Frame });
      return true;
    },
    leave: () => undefined,
  };
  const played = Object.defineProperties(usual, Object.getOwnPropertyDescriptors(router));
  const sessionRouter: HttpOptions['sessionRouter'] = {
    relay: requestRelay,
    join(given) {
      member = given;
      return played;
    },
  };
  const server = new Server({ name: 'test', version: '1.0.0' }, { onError: (error) => errors.push(error) });
  server.resource('notes:1', {}, () => 'one');
  const waiting = new Mailbox<() => void>();
  server.tool('add', {}, () => 'added');
  server.tool('wait', {}, async () => {
    await new Promise<void>((resolve) => waiting.put(resolve));
    return 'waited';
  });
  server.tool('log', {}, async (_, { log }) => {
    for (let n = 0; n < 2; n++) {
      log.info('x'.repeat(9_000));
      await new Promise<void>((resolve) => waiting.put(resolve));
    }
    return 'logged';
  });
  const stores = { eventStore: new MemoryEventStore(), sessionStore: new MemorySessionStore() };
  const handler = createHandler(server, {
    allowedHosts: ['localhost'],
    shutdownTimeout: 10,
    sessionRouter,
    ...stores,
    ...options,
  });
  onTestFinished(() => handler.close());
  if (member === undefined) throw new Error('The handler did not join the router');
  const { received } = member;
  return {
    handler,
    server,
    waiting,
    member,
    errors,
    closed,
    locations,
    sent,
    receive: (frame, from = OTHER) => received(from, JSON.stringify(frame)),
    async next<Kind extends Frame['kind']>(kind: Kind) {
      const { frame } = await sent.take((each) => each.frame.kind === kind);
      return frame as Extract<Frame, { readonly kind: Kind }>;
    },
  };
}

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1.0.0' },
};

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/** The headers of a POST in a session that another node has. */
const STRANGE = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  host: 'localhost',
  'mcp-session-id': 'elsewhere',
};

function strangeRequest(body: string): Request {
  return new Request('http://localhost/mcp', { method: 'POST', headers: STRANGE, body });
}

/** Opens a session of HTTP with SSE. */
function sseRequest(): Request {
  return new Request('http://localhost/sse', { headers: { accept: 'text/event-stream' } });
}

/** A request that another node relays, of a session that this node has. */
function relayedFrame(relay: string, session: string | undefined, request: Partial<RelayedRequest>): Frame {
  const headers = { ...STRANGE, 'mcp-session-id': session ?? '' };
  return { kind: 'request', relay, request: { method: 'POST', path: '/mcp', headers, secure: false, ...request } };
}

/** A call of a tool as a body. */
const callOf = (id: number, name: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } });

/** An exchange whose body a framework has parsed, of an adapter that cannot list headers. */
function parsedExchange(
  respond: HttpExchange['respond'],
  headers: { readonly [name: string]: string } = STRANGE,
): HttpExchange {
  return {
    method: 'POST',
    path: '/mcp',
    body: { value: JSON.parse(PING) as unknown },
    signal: new AbortController().signal,
    header: (name) => headers[name],
    respond,
    stream() {
      throw new Error('The test expects no stream');
    },
  };
}

/** A frame without its relay. */
type Piece = Frame extends infer Each ? (Each extends Frame ? Omit<Each, 'relay'> : never) : never;

/** A client of a session that another node has. */
function strangeClient(headers: { readonly [name: string]: string } = {}): NodeClient {
  const client = new NodeClient(headers);
  client.session = 'elsewhere';
  return client;
}

/** The answer to a request whose node can no longer be reached. */
const lostAnswer = (id: number): object => ({ jsonrpc: '2.0', id, error: { code: -32603, message: REQUEST_LOST } });

const statusAndRetry = ({ status, headers }: Pick<NodeAnswer, 'status' | 'headers'>): readonly unknown[] => [
  status,
  headers.get('retry-after'),
];

/** A function of the router that fails. */
const fails = (): never => {
  throw new Error('The router is down');
};

const DOWN = new Error('The router is down');

describe('a router that fails', () => {
  test.each([
    ['a session', (node: HttpHandler) => new NodeClient().request(node, 'initialize', INITIALIZE)],
    ['a session of HTTP with SSE', (node: HttpHandler) => node.fetch(sseRequest())],
  ])('%s is not opened while the router cannot claim it', async (_, open) => {
    const { handler, errors } = startNode({ open: fails });
    expect(statusAndRetry(await open(handler))).toEqual([503, '1']);
    expect(handler.sessionCount).toBe(0);
    expect(errors).toEqual([DOWN]);
  });

  test('a session ends although the router cannot be told', async () => {
    const { handler, errors } = startNode({ close: fails });
    const client = new NodeClient();
    await client.open(handler);
    expect((await client.end(handler)).status).toBe(204);
    expect(handler.sessionCount).toBe(0);
    expect(errors).toEqual([DOWN]);
  });

  test('a node closes although the router cannot be told', async () => {
    const { handler, errors } = startNode({ leave: () => Promise.reject(DOWN) });
    await handler.close();
    expect(errors).toEqual([DOWN]);
  });

  test('a request is refused when the node of its session cannot be located for seconds', async () => {
    stopClock();
    const locate = vi.fn<RouterNode['locate']>(fails);
    const { handler, errors } = startNode({ locate });
    const answered = strangeClient().request(handler, 'ping');
    await vi.advanceTimersByTimeAsync(4_500);
    const attempts = locate.mock.calls.length;
    expect(attempts).toBeGreaterThan(20);
    await vi.advanceTimersByTimeAsync(200);
    expect(statusAndRetry(await answered)).toEqual([503, '1']);
    expect(errors.length).toBe(locate.mock.calls.length);
    expect(errors[0]).toEqual(DOWN);
  });
});

test('a node that does not know which sessions it has opens none, and answers for none', async () => {
  stopClock();
  let isCertain = true;
  const { handler, locations, errors } = startNode({
    get isCertain() {
      return isCertain;
    },
  });
  const client = new NodeClient();
  await client.open(handler);
  isCertain = false;
  const refused = [503, '1'];
  expect(statusAndRetry(await client.request(handler, 'ping'))).toEqual(refused);
  expect(statusAndRetry(await new NodeClient().request(handler, 'initialize', INITIALIZE))).toEqual(refused);
  const answered = strangeClient().request(handler, 'ping');
  await vi.advanceTimersByTimeAsync(4_700);
  expect(locations).toEqual([]);
  expect(statusAndRetry(await answered)).toEqual(refused);
  expect(errors[0]).toMatchObject({ message: 'This node does not know which sessions it has' });
});

describe('a request of a session on another node', () => {
  test('is relayed without credentials, and without headers of proxies', async () => {
    const { handler, next, receive } = startNode();
    const client = strangeClient({
      authorization: 'Bearer secret',
      cookie: 'a=secret',
      'proxy-authorization': 'Basic secret',
      'x-forwarded-for': '10.0.0.1',
      'x-other': 'kept',
    });
    const answered = client.request(handler, 'ping');
    const { relay, request } = await next('request');
    expect(JSON.stringify(request)).not.toMatch(/secret|forwarded|10\.0\.0\.1/);
    expect(request.headers).toMatchObject({ 'x-other': 'kept', 'mcp-session-id': 'elsewhere', host: 'localhost' });
    receive({ kind: 'respond', relay, at: 1, status: 200, headers: JSON_TYPE, body: '{"one":1}' });
    expect((await answered).body).toEqual({ one: 1 });
  });

  test('is relayed as JSON if a framework has parsed it, with the headers that an adapter without a list has', async () => {
    const { handler, next, receive } = startNode();
    const headers = { ...STRANGE, authorization: 'Bearer secret', 'x-other': 'unknown' };
    const respond = vi.fn<HttpExchange['respond']>();
    const handled = handler.handle(parsedExchange(respond, headers));
    const { relay, request } = await next('request');
    expect(JSON.parse(request.body ?? '')).toEqual({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(request.headers).toEqual(STRANGE);
    receive({ kind: 'respond', relay, at: 1, status: 202, headers: {} });
    await handled;
    expect(respond).toHaveBeenCalledExactlyOnceWith(202, {}, undefined);
  });

  test.each<readonly [title: string, frames: readonly Piece[]]>([
    ['its first chunk is missing', [{ kind: 'write', at: 2, text: 'x' }]],
    ['the response is aborted', [{ kind: 'destroy', at: 1 }]],
    ['the node does not have it', [{ kind: 'unknown' }]],
  ])('is answered with an error, once, if %s', async (_, frames) => {
    const { handler, next, receive } = startNode();
    const answered = strangeClient().request(handler, 'ping');
    const { relay } = await next('request');
    for (const frame of frames) receive({ ...frame, relay });
    for (const at of [1, 2, 3]) receive({ kind: 'respond', relay, at, status: 202, headers: {} });
    const { status, body } = await answered;
    expect([status, body]).toEqual([200, lostAnswer(1)]);
    expect(await next('gone')).toEqual({ kind: 'gone', relay });
  });

  test.each<readonly [title: string, frame: Extract<Piece, { readonly at: number }>]>([
    ['a chunk is missing', { kind: 'write', at: 4, text: 'data: {"four":4}\n\n' }],
    ['a second response arrives', { kind: 'respond', at: 3, status: 200, headers: {}, body: '{}' }],
    ['it is aborted', { kind: 'destroy', at: 3 }],
  ])('has its stream broken if %s', async (_, frame) => {
    const { handler, next, receive } = startNode();
    const answered = handler.fetch(strangeRequest(PING));
    const { relay } = await next('request');
    receive({ kind: 'stream', relay, at: 1, headers: EVENTS_TYPE });
    receive({ kind: 'write', relay, at: 2, text: 'data: {"two":2}\n\n' });
    receive({ ...frame, relay });
    receive({ kind: 'end', relay, at: frame.at + 1 });
    await expect((await answered).text()).rejects.toThrow('The client does not read the response');
    expect(await next('gone')).toEqual({ kind: 'gone', relay });
  });

  test('receives each chunk once, and none from a third node', async () => {
    const { handler, next, receive } = startNode();
    const answered = strangeClient().request(handler, 'ping');
    const { relay } = await next('request');
    receive({ kind: 'stream', relay, at: 1, headers: EVENTS_TYPE });
    const piece: Frame = { kind: 'write', relay, at: 2, text: 'data: {"two":2}\n\n' };
    for (const from of ['third', OTHER, OTHER]) receive(piece, from);
    for (const kind of ['unknown', 'moved'] as const) receive({ kind, relay }, 'third');
    receive({ kind: 'end', relay, at: 3 });
    const { events } = await answered;
    expect((await events?.all())?.map(({ message }) => message)).toEqual([{ two: 2 }]);
  });

  test.each([
    ['a notification', (client: NodeClient, node: HttpHandler) => client.post(node, { jsonrpc: '2.0', method: 'a/b' })],
    ['a response', (client: NodeClient, node: HttpHandler) => client.post(node, { jsonrpc: '2.0', id: 1, result: {} })],
    ['a batch', (client: NodeClient, node: HttpHandler) => client.post(node, [{ jsonrpc: '2.0', id: 1, method: 'a' }])],
    ['a GET', (client: NodeClient, node: HttpHandler) => client.get(node)],
    ['a body that is not JSON', (_: NodeClient, node: HttpHandler) => node.fetch(strangeRequest('{"id":1,'))],
    [
      'a request whose id is null',
      (client: NodeClient, node: HttpHandler) => client.post(node, { jsonrpc: '2.0', id: null, method: 'a/b' }),
    ],
  ])('that is %s is refused with status 503 if its node is lost', async (_, send) => {
    const { handler, next, receive } = startNode();
    const answered = send(strangeClient(), handler);
    const { relay } = await next('request');
    receive({ kind: 'unknown', relay });
    expect(statusAndRetry(await answered)).toEqual([503, '1']);
  });

  test('is not sent to another node if it may have arrived', async () => {
    const { handler, errors, locations } = startNode({ send: () => Promise.reject(DOWN) });
    const { status, body } = await strangeClient().request(handler, 'ping');
    expect([status, body]).toEqual([200, lostAnswer(1)]);
    expect(errors[0]).toEqual(DOWN);
    expect(locations).toEqual(['elsewhere']);
  });

  test.each([
    ['was sent', (settle: (isSent: Promise<boolean>) => void) => settle(Promise.resolve(true))],
    ['was not sent', (settle: (isSent: Promise<boolean>) => void) => settle(Promise.resolve(false))],
    ['cannot be sent', (settle: (isSent: Promise<boolean>) => void) => settle(Promise.reject(DOWN))],
  ])('is answered once if messages are lost before it is known whether it %s', async (_, decide) => {
    let settle!: (isSent: Promise<boolean>) => void;
    const isSent = new Promise<boolean>((resolve) => (settle = resolve));
    const sending = new Mailbox<string>();
    const { handler, member, locations } = startNode({
      send(to) {
        sending.put(to);
        return isSent;
      },
    });
    const respond = vi.fn<HttpExchange['respond']>();
    const handled = handler.handle(parsedExchange(respond));
    await sending.take();
    member.interrupted();
    expect(respond).toHaveBeenCalledExactlyOnceWith(200, JSON_TYPE, JSON.stringify(lostAnswer(1)));
    decide(settle);
    await handled;
    expect(respond).toHaveBeenCalledTimes(1);
    expect(locations).toEqual(['elsewhere']);
  });

  test('makes its node wait until the client has received the response', async () => {
    const { handler, next, receive, sent } = startNode();
    const response = handler.fetch(strangeRequest(PING));
    const { relay } = await next('request');
    receive({ kind: 'stream', relay, at: 1, headers: EVENTS_TYPE });
    receive({ kind: 'write', relay, at: 2, text: 'a'.repeat(10_000) });
    receive({ kind: 'write', relay, at: 3, text: 'b'.repeat(70_000) });
    const reader = (await response).body?.getReader();
    expect(sent.empty()).toEqual([]);
    await reader?.read();
    await reader?.read();
    expect(await next('taken')).toEqual({ kind: 'taken', relay, characters: 80_000 });
    receive({ kind: 'write', relay, at: 4, text: 'c'.repeat(70_000) });
    await reader?.cancel();
    expect(sent.empty().map(({ frame }) => frame)).toEqual([{ kind: 'gone', relay }]);
  });

  test('is answered when the node that received it closes', async () => {
    const { handler, next } = startNode();
    const respond = vi.fn<HttpExchange['respond']>();
    void handler.handle(parsedExchange(respond));
    await next('request');
    await handler.close();
    expect(respond).toHaveBeenCalledExactlyOnceWith(200, JSON_TYPE, JSON.stringify(lostAnswer(1)));
  });
});

describe('the node of a relayed request', () => {
  /** A node that has a session, and a client of it. */
  async function startOwner(router?: Partial<RouterNode>, options?: HttpOptions) {
    const node = startNode(router, options);
    const client = new NodeClient();
    await client.open(node.handler);
    const relayed = (relay: string, request: Partial<RelayedRequest>, session = client.session): void =>
      node.receive(relayedFrame(relay, session, request));
    return { ...node, client, relayed };
  }

  test('executes it once, also if it arrives twice, or again after its response', async () => {
    const { relayed, waiting, next, sent, receive } = await startOwner();
    relayed('there.1', { body: callOf(9, 'wait') });
    relayed('there.1', { body: callOf(9, 'wait') });
    const release = await waiting.take();
    receive({ kind: 'ask', relay: 'there.1' });
    release();
    const { at, status, body } = await next('respond');
    expect([at, status, JSON.parse(body ?? '')]).toMatchObject([1, 200, { id: 9, result: {} }]);
    relayed('there.1', { body: callOf(9, 'wait') });
    receive({ kind: 'ask', relay: 'there.1' });
    receive({ kind: 'ask', relay: 'there.2' });
    expect(await next('unknown')).toEqual({ kind: 'unknown', relay: 'there.2' });
    relayed('there.3', { body: callOf(10, 'add') });
    expect((await next('respond')).relay).toBe('there.3');
    expect([sent.empty(), waiting.empty()]).toEqual([[], []]);
  });

  test('says that it does not have the session, and continues other requests', async () => {
    const { relayed, waiting, next, sent } = await startOwner();
    relayed('there.1', { body: callOf(9, 'wait') });
    const release = await waiting.take();
    relayed('there.2', { body: PING }, 'unknown');
    expect(await next('moved')).toEqual({ kind: 'moved', relay: 'there.2' });
    expect(sent.empty()).toEqual([]);
    release();
    expect(await next('respond')).toMatchObject({ relay: 'there.1', status: 200 });
  });

  test('breaks a response of which chunks may have been lost', async () => {
    const { relayed, member, next, sent, handler } = await startOwner();
    relayed('there.1', { method: 'GET' });
    await next('write');
    sent.empty();
    member.interrupted();
    expect(sent.empty()).toEqual([{ to: OTHER, frame: { kind: 'destroy', relay: 'there.1', at: 3 } }]);
    expect(handler.sessionCount).toBe(1);
  });

  test('ends the stream of a node that can no longer be reached, and reports a router that fails', async () => {
    let isDown = false;
    const sent = new Mailbox<Frame>();
    const { relayed, client, handler, server, errors } = await startOwner({
      send(_, text) {
        if (isDown) throw DOWN;
        sent.put(JSON.parse(text) as Frame);
        return true;
      },
    });
    relayed('there.1', { method: 'GET' });
    await sent.take(({ kind }) => kind === 'write');
    isDown = true;
    server.tool('other', {}, () => 'told of');
    await expect.poll(() => errors).toEqual([DOWN]);
    // Nothing more is sent there.
    server.tool('another', {}, () => 'told of');
    expect((await client.get(handler)).status).toBe(200);
    expect(errors).toEqual([DOWN]);
  });

  test.each([
    ['continues while the client receives the response', true, 'end'],
    ['breaks a response that the client does not receive', false, 'destroy'],
  ] as const)('%s', async (_, isReceived, end) => {
    const { relayed, client, handler, waiting, sent, receive } = await startOwner(
      {},
      { limits: { unsentLimit: 15_000 } },
    );
    await client.request(handler, 'logging/setLevel', { level: 'info' });
    const relay = 'there.1';
    relayed(relay, { body: callOf(9, 'log') });
    for (let n = 0; n < 2; n++) {
      const release = await waiting.take();
      // A third node cannot say what the client has received.
      receive({ kind: 'taken', relay, characters: 9_500 }, isReceived ? OTHER : 'third');
      release();
    }
    const last = await sent.take(({ frame: { kind } }) => kind === 'end' || kind === 'destroy');
    expect(last.frame).toMatchObject({ kind: end, relay });
  });
});

describe('nodes that stop', () => {
  test('relays to them fail, and no others', async () => {
    stopClock();
    const dead = new Set(['dead']);
    const isAlive = vi.fn<RouterNode['isAlive']>((node) => {
      if (node === 'unknown') throw DOWN;
      return !dead.has(node);
    });
    const locate = vi.fn<RouterNode['locate']>((session) => ({ node: session }));
    const { handler, next, receive } = startNode({ isAlive, locate });
    const ask = async (
      session: string,
    ): Promise<{ readonly relay: string; readonly answered: Promise<NodeAnswer> }> => {
      const client = new NodeClient();
      client.session = session;
      const answered = client.request(handler, 'ping');
      return { answered, relay: (await next('request')).relay };
    };
    const [alive, lost, unknown] = [await ask('alive'), await ask('dead'), await ask('unknown')];
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await lost.answered).body).toEqual(lostAnswer(1));
    expect(await next('gone')).toEqual({ kind: 'gone', relay: lost.relay });
    for (const { relay, answered } of [alive, unknown]) {
      receive({ kind: 'respond', relay, at: 1, status: 202, headers: {} }, relay === alive.relay ? 'alive' : 'unknown');
      expect((await answered).status).toBe(202);
    }
    // Where a session of the dead node is must be asked again.
    locate.mockReturnValue(undefined);
    const again = new NodeClient();
    again.session = 'dead';
    expect((await again.request(handler, 'ping')).status).toBe(404);
    again.session = 'alive';
    await Promise.race([again.request(handler, 'ping'), next('request')]);
    expect(locate.mock.calls).toEqual([['alive'], ['dead'], ['unknown'], ['dead']]);
  });

  test('a node is asked for a request of which it has said nothing', async () => {
    stopClock();
    const { handler, next, receive, sent } = startNode();
    const quiet = strangeClient().request(handler, 'ping');
    const { relay } = await next('request');
    const begun = handler.fetch(strangeRequest(PING));
    const { relay: other } = await next('request');
    receive({ kind: 'stream', relay: other, at: 1, headers: EVENTS_TYPE });
    await begun;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent.empty()).toEqual([{ to: OTHER, frame: { kind: 'ask', relay } }]);
    receive({ kind: 'unknown', relay });
    expect((await quiet).body).toEqual(lostAnswer(1));
  });
});

describe('taking over a session', () => {
  const RECORD: SessionRecord = {
    revision: '2025-11-25',
    client: { name: 'test', version: '1.0.0', capabilities: {} },
    state: {},
  };

  /** A node to which the router gives sessions whose node has stopped. */
  function startHeir(router: Partial<RouterNode> = {}, options: HttpOptions = {}) {
    const sessionStore = new MemorySessionStore();
    sessionStore.set('elsewhere', RECORD);
    return startNode({ locate: () => ({ isOrphaned: true }), ...router }, { sessionStore, ...options });
  }

  test('happens once for several requests', async () => {
    const takeOver = vi.fn<RouterNode['takeOver']>(() => 2);
    let read!: (record: SessionRecord) => void;
    const get = vi.fn<SessionStore['get']>(() => new Promise((resolve) => (read = resolve)));
    const { handler } = startHeir({ takeOver }, { sessionStore: Object.assign(new MemorySessionStore(), { get }) });
    const client = strangeClient();
    const answers = [client.request(handler, 'ping'), client.request(handler, 'ping')];
    await expect.poll(() => get.mock.calls.length).toBe(1);
    answers.push(client.request(handler, 'ping'));
    read(RECORD);
    for (const answer of answers) expect((await answer).status).toBe(200);
    expect([get.mock.calls.length, takeOver.mock.calls.length, handler.sessionCount]).toEqual([1, 1, 1]);
  });

  test('is left to a node that was faster, which then receives the request', async () => {
    const places: SessionPlace[] = [{ isOrphaned: true }, { node: OTHER }];
    const { handler, errors, next, receive } = startHeir({
      locate: () => places.shift(),
      takeOver: () => undefined,
    });
    const answered = strangeClient().request(handler, 'ping');
    void next('request').then(({ relay }) => receive({ kind: 'respond', relay, at: 1, status: 202, headers: {} }));
    expect((await answered).status).toBe(202);
    expect([errors, handler.sessionCount]).toEqual([[new Error('Another node has taken over the session')], 0]);
  });

  test('is refused at the limit of sessions, and the session ends', async () => {
    const { handler, closed } = startHeir({ open: () => 1 }, { limits: { sessionLimit: 1 } });
    await new NodeClient().open(handler);
    const { status, body } = await strangeClient().request(handler, 'ping');
    expect([status, body]).toMatchObject([
      503,
      { error: { message: expect.stringContaining('too many open sessions') } },
    ]);
    expect(closed).toEqual(['elsewhere']);
  });

  test('whose revision is not supported here takes no room', async () => {
    const [ledger, sessionStore] = [new Ledger(), new MemorySessionStore()];
    const { handler, closed } = startHeir({}, { ledger, sessionStore, limits: { sessionLimit: 1 } });
    for (let times = 0; times < 2; times++) {
      sessionStore.set('elsewhere', { ...RECORD, revision: '2099-01-01' });
      expect((await strangeClient().request(handler, 'ping')).status).not.toBe(200);
      expect(sessionStore.get('elsewhere')).toBeUndefined();
    }
    expect(closed).toEqual(['elsewhere', 'elsewhere']);
    expect([handler.sessionCount, ledger.used('retained')]).toEqual([0, 0]);
    await new NodeClient().open(handler);
    expect(handler.sessionCount).toBe(1);
  });

  test('two connections that resume a stream of the earlier node continue the same one', async () => {
    const eventStore = new MemoryEventStore();
    const first = eventStore.append({ session: 'elsewhere', stream: '0a0a0a0a.1' }, '{"one":1}');
    eventStore.append({ session: 'elsewhere', stream: '0a0a0a0a.1' }, '{"two":2}');
    const { handler, server } = startHeir({}, { eventStore });
    const client = strangeClient();
    const last = `0a0a0a0a.1-${first}`;
    const [one, two] = await Promise.all([client.listen(handler, last), client.listen(handler, last)]);
    expect((await one.all()).map(({ message }) => message)).toEqual([{ two: 2 }]);
    server.tool('other', {}, () => 'told of');
    expect((await two.next())?.message).toEqual({ two: 2 });
    expect((await two.next())?.message).toMatchObject({ method: expect.stringMatching(/list_changed$/) as string });
  });
});

describe('a session that another node has claimed', () => {
  test('answers its requests with status 503, aborts them, and sends nothing more', async () => {
    const { handler, member, waiting, closed } = startNode();
    const client = new NodeClient();
    await client.open(handler);
    const stream = await client.listen(handler);
    const called = client.request(handler, 'tools/call', { name: 'wait' });
    const release = await waiting.take();
    member.lost(client.session ?? '');
    expect(statusAndRetry(await called)).toEqual([503, '1']);
    release();
    expect(await stream.next()).toBeUndefined();
    expect([handler.sessionCount, closed]).toEqual([0, []]);
    member.lost(client.session ?? '');
  });

  test('ends if it belongs to HTTP with SSE', async () => {
    const { handler, member, closed } = startNode();
    const opened = await handler.fetch(sseRequest());
    const reader = opened.body?.pipeThrough(new TextDecoderStream()).getReader();
    const [, id = ''] = /session=([\w-]+)/.exec((await reader?.read())?.value ?? '') ?? [];
    member.forgotten(id, 7);
    expect(handler.sessionCount).toBe(1);
    member.lost(id);
    expect((await reader?.read())?.done).toBe(true);
    expect([handler.sessionCount, closed]).toEqual([0, [id]]);
  });
});

test.each([
  ['a session', (node: HttpHandler) => new NodeClient().request(node, 'initialize', INITIALIZE)],
  ['a session of HTTP with SSE', (node: HttpHandler) => node.fetch(sseRequest())],
])('the claim of %s that is refused at the limit of sessions is released', async (_, open) => {
  const { handler, closed } = startNode({}, { limits: { sessionLimit: 1 } });
  await new NodeClient().open(handler);
  expect((await open(handler)).status).toBe(503);
  expect(closed).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
});

test('messages of HTTP with SSE are relayed, and streams are not', async () => {
  const { handler, next, receive } = startNode();
  const answered = handler.fetch(
    new Request('http://localhost/messages?session=elsewhere', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: PING,
    }),
  );
  const { relay, request } = await next('request');
  expect([request.path, request.body]).toEqual(['/messages?session=elsewhere', PING]);
  receive({ kind: 'respond', relay, at: 1, status: 202, headers: {} });
  expect((await answered).status).toBe(202);
  const opened = handler.fetch(
    new Request('http://localhost/sse?session=elsewhere', { headers: { accept: 'text/event-stream' } }),
  );
  expect(await Promise.race([opened, next('request')])).toHaveProperty('status', 200);
});

describe('the records of sessions', () => {
  /** A store whose writes fail while a test says so. */
  function breakableStore() {
    const state: { error: Error | undefined } = { error: undefined };
    const set = vi.fn<SessionStore['set']>(() => (state.error === undefined ? undefined : Promise.reject(state.error)));
    return { state, set, sessionStore: { get: () => undefined, set, delete: () => undefined } };
  }

  test('are written again under the new claim when the stores have lost a session', async () => {
    const { set, sessionStore } = breakableStore();
    const { handler, member } = startNode({}, { sessionStore });
    const client = new NodeClient();
    await client.open(handler);
    set.mockClear();
    member.forgotten(client.session ?? '', 7);
    const record = expect.objectContaining({ revision: '2025-11-25' }) as SessionRecord;
    expect(set.mock.calls).toEqual([[client.session, record, 7]]);
    member.forgotten('unknown', 8);
    expect(set).toHaveBeenCalledTimes(1);
  });

  test('a session is not opened if its record cannot be written', async () => {
    const { state, sessionStore } = breakableStore();
    state.error = DOWN;
    const { handler, errors } = startNode({}, { sessionStore });
    expect(statusAndRetry(await new NodeClient().request(handler, 'initialize', INITIALIZE))).toEqual([503, '1']);
    await expect.poll(() => handler.sessionCount).toBe(0);
    expect(errors).toEqual([DOWN]);
  });

  test.each([
    ['is retried after a second', DOWN, 1],
    ['is not retried if another node has claimed the session', new StaleClaimError(), 0],
  ])('a write that fails %s, and its request is answered with an error', async (_, error, retries) => {
    stopClock();
    const { state, set, sessionStore } = breakableStore();
    const { handler, errors } = startNode({}, { sessionStore });
    const client = new NodeClient();
    await client.open(handler);
    set.mockClear();
    state.error = error;
    const { body } = await client.request(handler, 'logging/setLevel', { level: 'error' });
    expect(body).toMatchObject({ error: { code: -32603, message: expect.stringContaining('repeat the request') } });
    expect([set.mock.calls.length, errors]).toEqual([1, [error]]);
    state.error = undefined;
    await vi.advanceTimersByTimeAsync(999);
    expect(set).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(set).toHaveBeenCalledTimes(1 + retries);
    expect(set.mock.lastCall?.[1]).toMatchObject({ state: { logLevel: 'error' } });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(set).toHaveBeenCalledTimes(1 + retries);
  });
});

describe('events that were stored while the client was disconnected', () => {
  /** A session with such an event, and its client. */
  async function startSession() {
    const eventStore = new MemoryEventStore();
    const append = vi.spyOn(eventStore, 'append');
    const { handler, server } = startNode({}, { eventStore });
    const client = new NodeClient();
    await client.open(handler);
    await client.request(handler, 'resources/subscribe', { uri: 'notes:1' });
    const stream = await client.listen(handler);
    server.tool('one', {}, () => 'told of');
    await stream.next();
    stream.break();
    const count = append.mock.calls.length;
    server.tool('two', {}, () => 'told of');
    await expect.poll(() => append.mock.calls.length).toBeGreaterThan(count);
    return { client, handler, server, eventStore };
  }

  test('are sent when it connects again without an event id', async () => {
    const { client, handler, server } = await startSession();
    const stream = await client.listen(handler);
    server.resourceUpdated('notes:1');
    const methods: unknown[] = [];
    for (let n = 0; n < 2; n++) methods.push((await stream.next())?.message.method);
    expect(methods).toEqual(['notifications/tools/list_changed', 'notifications/resources/updated']);
  });

  test('the connection is closed if they are no longer available', async () => {
    const { client, handler, eventStore } = await startSession();
    eventStore.forget(client.session ?? '');
    expect(await (await client.listen(handler)).next()).toBeUndefined();
  });
});
