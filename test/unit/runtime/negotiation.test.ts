import { expect, test, vi } from 'vitest';
import type { HandlerContext, Revision } from '../../../runtime/src/codegen/v1.js';
import {
  connectSession,
  ConnectionClosedError,
  memoryPair,
  NegotiationError,
  serve,
  type ConnectOptions,
  type RevisionSource,
  type ServeTransportOptions,
  type Session,
  type Transport,
} from '../../../runtime/src/index.js';
import { defineServer, openServer } from '../../../runtime/src/session/serve.js';
import { clientInfo, newer, older, serverInfo } from './fixture.js';
import { deferred, failure, isPending, notification, request, result, Wire } from './support.js';
import { stopClock } from '../../support/clock.js';
import { covers } from '../../support/covers.js';

/** A server in this process, and a client's raw end of the wire. */
function serveWire(handlers: object, options: Partial<ServeTransportOptions> = {}): { wire: Wire; errors: unknown[] } {
  const [near, far] = memoryPair();
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  serve(handlers, { serverInfo, revisions: [older, newer], transport: near, onError, ...options });
  return { wire: new Wire(far), errors };
}

/** A client in this process, and a server's raw end of the wire. */
function connectWire(options: Partial<ConnectOptions> = {}): { wire: Wire; session: Promise<Session> } {
  const [near, far] = memoryPair();
  const session = connectSession(near, { clientInfo, revisions: [older, newer], ...options });
  session.catch(() => {});
  return { wire: new Wire(far), session };
}

/** A revision that is loaded on demand, and how often it was. */
function lazy(revision: Revision): RevisionSource & { loads: number } {
  return {
    id: revision.id,
    loads: 0,
    load() {
      this.loads++;
      return Promise.resolve(revision);
    },
  };
}

function opening(protocolVersion: string, id: unknown = 1, capabilities: object = {}): object {
  return request(id, 'initialize', { protocolVersion, capabilities, clientInfo });
}

function opened(protocolVersion: string, capabilities: object = {}): object {
  return { protocolVersion, capabilities, serverInfo };
}

// Both sides

const combinations: [client: Revision[], server: Revision[], agreed: string][] = [
  [[older], [older], older.id],
  [[newer], [newer], newer.id],
  [[older], [older, newer], older.id],
  [[older, newer], [older], older.id],
  [[older, newer], [newer], newer.id],
  [[older, newer], [newer, older], newer.id],
  [[newer], [older, newer], newer.id],
];

test.each(combinations)('common revisions are found (%#)', async (client, server, agreed) => {
  covers(
    'base-lifecycle-supported',
    'lifecycle-version-agreed',
    'lifecycle-server-introduces-itself',
    'transports-custom-messages',
  );
  for (const from of [(revision: Revision): RevisionSource => revision, lazy]) {
    const [near, far] = memoryPair();
    const running = serve(
      { doPlain: (_params: unknown, { revision }: { revision: string }) => ({ revision }) },
      { serverInfo, revisions: server.map(from), transport: near, instructions: 'be kind' },
    );
    const session = await connectSession(far, { clientInfo, revisions: client.map(from) });
    expect(session.revision).toBe(agreed);
    expect(session.peer).toEqual({ ...serverInfo, capabilities: {} });
    expect(session.instructions).toBe('be kind');
    expect(await session.request('plain/do')).toEqual({ revision: agreed });
    await session.close();
    expect(await session.closed).toMatchObject({ reason: 'closed' });
    expect(await running.closed).toMatchObject({ reason: 'end-of-input' });
  }
});

test.each([
  [[older], [newer], newer.id],
  [[newer], [older], older.id],
])('without a common revision the client disconnects (%#)', async (client, server, supported) => {
  covers('lifecycle-error-version', 'lifecycle-version-disconnect', 'schema-version-disconnect');
  const [near, far] = memoryPair();
  const running = serve({}, { serverInfo, revisions: server, transport: near });
  const session = connectSession(far, { clientInfo, revisions: client });
  await expect(session).rejects.toThrow(NegotiationError);
  await expect(session).rejects.toMatchObject({ requested: client[0]?.id, supported: [supported] });
  expect(await running.closed).toMatchObject({ reason: 'end-of-input' });
});

// The server

test('a server answers with the version asked for, or with its newest', async () => {
  covers(
    'lifecycle-version-agreed',
    'lifecycle-version-other',
    'lifecycle-version-newest-answered',
    'lifecycle-server-introduces-itself',
  );
  for (const [asked, answered] of [
    [older.id, older.id],
    [newer.id, newer.id],
    ['1999-09-09', newer.id],
    ['', newer.id],
    ['__proto__', newer.id],
  ] as const) {
    const { wire } = serveWire({});
    wire.say(opening(asked));
    expect(await wire.next()).toEqual(result(1, opened(answered)));
  }
});

test('before initialize there is nothing but ping', async () => {
  covers('lifecycle-initialize-first', 'ping-answered');
  const { wire, errors } = serveWire({ say: () => ({ text: '' }), noted: () => expect.unreachable() });
  wire.say(request(1, 'ping'));
  wire.say(request(2, 'words/say', { text: '' }));
  wire.say(request(3, 'no/such'));
  wire.say(notification('notifications/noted', { text: '' }));
  wire.say(notification('notifications/initialized'));
  expect(await wire.settled()).toEqual([
    result(1, {}),
    failure(2, -32600, expect.stringContaining('initialize')),
    failure(3, -32600, expect.stringContaining('initialize')),
  ]);
  expect(errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('the session is not open yet') as string }),
    expect.objectContaining({ message: expect.stringContaining('the session is not open yet') as string }),
  ]);
});

test('after its answer the server takes requests, even before the client says that it is ready', async () => {
  const { wire } = serveWire({ say: ({ text }: { text: string }) => ({ text }) });
  wire.say(opening(older.id));
  wire.say(request(2, 'words/say', { text: 'early' }));
  await wire.next();
  expect(await wire.next()).toEqual(result(2, { text: 'early' }));
});

test('until the client says that it is ready a server asks nothing but ping, then what it wanted to', async () => {
  covers('lifecycle-server-waits');
  const say = async (_params: unknown, { ask, notify }: HandlerContext): Promise<object> => {
    await notify('notifications/told', { text: 'now' });
    return { text: JSON.stringify(await ask('where', { method: 'places/list', params: {} })) };
  };
  const { wire } = serveWire({ say }, { ping: { interval: 5 } });
  wire.say(opening(older.id, 1, { places: {} }));
  wire.say(request(2, 'words/say', { text: '' }));
  await wire.next();
  expect(await wire.next()).toEqual(notification('notifications/told', { text: 'now' }));
  expect(await wire.next()).toMatchObject({ id: 1, method: 'ping' });
  wire.say(notification('notifications/initialized'));
  expect(await wire.next()).toEqual({ jsonrpc: '2.0', id: 0, method: 'places/list', params: {} });
  wire.say(result(0, { home: 1 }));
  expect(await wire.next()).toEqual(result(2, { text: '{"home":1}' }));
  wire.close();
});

test.each(['cancelled', 'timed out'])('a request that waits for a client and is %s is not sent', async (how) => {
  const failed = deferred<unknown>();
  const say = async (_params: unknown, { ask }: HandlerContext): Promise<object> => {
    await ask('where', { method: 'places/list', params: {} }).catch(failed.resolve);
    return { text: '' };
  };
  const { wire } = serveWire({ say }, { requestTimeout: how === 'timed out' ? 1 : 60_000 });
  wire.say(opening(older.id, 1, { places: {} }));
  wire.say(request(2, 'words/say', { text: '' }));
  const opened = await wire.settled();
  if (how === 'cancelled') wire.say(notification('notifications/cancelled', { requestId: 2 }));
  const name = how === 'timed out' ? 'RequestTimeoutError' : 'AbortError';
  expect(await failed.promise).toMatchObject({ name });
  wire.say(notification('notifications/initialized'));
  const [, ...said] = [...opened, ...(await wire.settled())];
  expect(said).toEqual(how === 'timed out' ? [result(2, { text: '' })] : []);
});

test('a conversation is opened once', async () => {
  const { wire } = serveWire({});
  wire.say(opening(older.id, 1));
  wire.say(opening(newer.id, 2));
  await wire.next();
  expect(await wire.next()).toEqual(failure(2, -32600, expect.stringContaining('already')));
});

test('while its revision is loaded, a conversation is not opened again, and a ping is answered', async () => {
  const loaded = deferred<Revision>();
  const { wire } = serveWire({}, { revisions: [{ id: older.id, load: () => loaded.promise }] });
  wire.say(opening(older.id, 1));
  wire.say(opening(older.id, 2));
  wire.say(notification('notifications/cancelled', { requestId: 1 }));
  expect(await wire.settled()).toEqual([failure(2, -32600, expect.stringContaining('already'))]);
  loaded.resolve(older);
  expect(await wire.next()).toEqual(result(1, opened(older.id)));
});

test('initialize is checked by the revision it names, and may be tried again', async () => {
  const { wire } = serveWire({});
  wire.say(request(1, 'initialize'));
  wire.say(request(2, 'initialize', { protocolVersion: 7 }));
  wire.say(request(3, 'initialize', { protocolVersion: older.id, capabilities: {} }));
  const refused = [1, 2, 3].map((id) => failure(id, -32602, 'Invalid params for initialize'));
  expect(await wire.settled()).toEqual(refused);
  wire.say(opening(older.id, 4));
  expect(await wire.next()).toEqual(result(4, opened(older.id)));
});

test('a revision that cannot be loaded is an internal error, and may be tried again', async () => {
  const loads = [
    () => Promise.reject(new Error('disk')),
    () => {
      throw new Error('at once');
    },
    () => Promise.resolve(newer),
    () => Promise.resolve(older),
  ];
  const load = (): Promise<Revision> => (loads.shift() ?? expect.unreachable)();
  const { wire, errors } = serveWire({}, { revisions: [{ id: older.id, load }] });
  for (const id of [1, 2, 3]) {
    wire.say(opening(older.id, id));
    expect(await wire.next()).toEqual(failure(id, -32603, 'Internal error'));
  }
  wire.say(opening(older.id, 4));
  expect(await wire.next()).toEqual(result(4, opened(older.id)));
  expect(errors.map(String)).toEqual(['Error: disk', 'Error: at once', expect.stringContaining(newer.id)]);
});

test('a session of another process whose revision cannot be loaded is closed, and the error is reported', async () => {
  const errors: unknown[] = [];
  const [near, far] = memoryPair();
  const options = {
    serverInfo,
    revisions: [{ id: older.id, load: () => Promise.reject(new Error('disk')) }],
    onError: (error: unknown) => void errors.push(error),
  };
  const client = { ...clientInfo, capabilities: {} };
  const restored = { revision: older.id, client, state: {}, auth: undefined, claim: 2 };
  const peer = openServer(defineServer({}, options), near, options, restored);
  await peer.start();
  await expect.poll(() => errors.map(String)).toEqual(['Error: disk']);
  expect(await isPending(new Wire(far).closed)).toBe(false);
});

test('only the negotiated revision is loaded, once', async () => {
  const sources = [lazy(older), lazy(newer)] as const;
  const { wire } = serveWire({}, { revisions: sources });
  wire.say(opening(older.id));
  await wire.next();
  expect(sources.map(({ loads }) => loads)).toEqual([1, 0]);
});

test('before the negotiation, batches are as in the newest revision', async () => {
  const strict = serveWire({}, { revisions: [older, newer] });
  strict.wire.say([request(1, 'ping')]);
  expect(await strict.wire.next()).toEqual(
    failure(null, -32600, 'Invalid request: a batch cannot open a session: send initialize first'),
  );
  const open = serveWire({}, { revisions: [older] });
  open.wire.say([request(1, 'ping'), opening(older.id, 2)]);
  expect(await open.wire.next()).toEqual([result(1, {}), failure(2, -32600, expect.stringContaining('batch'))]);
  open.wire.say(opening(older.id, 3));
  expect(await open.wire.next()).toEqual(result(3, opened(older.id)));
});

// The client

test('a client asks for its newest revision, and says when it is ready', async () => {
  covers(
    'lifecycle-client-introduces-itself',
    'lifecycle-client-waits',
    'lifecycle-initialize-alone',
    'lifecycle-initialize-first',
    'lifecycle-initialized',
    'lifecycle-version-newest-asked',
    'lifecycle-version-own',
  );
  const { wire, session } = connectWire();
  expect(await wire.settled()).toEqual([opening(newer.id, 0)]);
  wire.say(result(0, opened(older.id)));
  expect(await wire.next()).toEqual({ jsonrpc: '2.0', method: 'notifications/initialized', params: undefined });
  expect((await session).revision).toBe(older.id);
});

test('a client asks for the revision that it prefers for sessions, which must be one of its own', async () => {
  const { wire, session } = connectWire({ sessionRevision: older.id });
  const { id, params } = (await wire.next()) as { readonly id: number; readonly params: object };
  expect(params).toMatchObject({ protocolVersion: older.id });
  wire.say(result(id, opened(newer.id)));
  expect((await session).revision).toBe(newer.id);
  const refused = connectWire({ sessionRevision: '1999-01-01' }).session;
  await expect(refused).rejects.toThrow(
    /^Invalid option "sessionRevision" for connectSession: expected one of .*, got "1999-01-01"$/,
  );
});

test('what the server sends right behind its answer is not lost', async () => {
  for (const revisions of [[older], [lazy(older)]]) {
    const heard: unknown[] = [];
    const { wire, session } = connectWire({ revisions, handlers: { told: (params: object) => heard.push(params) } });
    await wire.next();
    wire.say(result(0, opened(older.id)));
    wire.say(notification('notifications/told', { text: 'early' }));
    wire.say(request(1, 'ping'));
    await session;
    expect(heard).toEqual([{ text: 'early' }]);
    expect(await wire.next()).toMatchObject({ method: 'notifications/initialized' });
    expect(await wire.next()).toEqual(result(1, {}));
  }
});

test('before the conversation is open a client answers nothing but ping', async () => {
  covers('lifecycle-initialize-first', 'ping-answered');
  const { wire } = connectWire({ handlers: { listPlaces: () => ({}) } });
  await wire.next();
  wire.say(request(1, 'ping'));
  wire.say(request(2, 'places/list'));
  expect(await wire.next()).toEqual(result(1, {}));
  expect(await wire.next()).toEqual(failure(2, -32600, expect.stringContaining('initialize')));
});

function refusal(id: number, supported: unknown[], requested = newer.id, code = -32602): object {
  return {
    jsonrpc: '2.0',
    id,
    error: { code, message: 'Unsupported protocol version', data: { supported, requested } },
  };
}

test('a server that refuses the version and names its own is asked again, once', async () => {
  const { wire, session } = connectWire();
  await wire.next();
  wire.say(refusal(0, ['1999-09-09', 5, older.id]));
  expect(await wire.next()).toEqual(opening(older.id, 1));
  wire.say(result(1, opened(older.id)));
  expect((await session).revision).toBe(older.id);
});

test.each([
  ['none that the client has', [refusal(0, ['1999-09-09'])], ['1999-09-09']],
  ['only versions without sessions', [refusal(0, ['2026-07-28'], newer.id, -32022)], ['2026-07-28']],
  ['the one it has refused', [refusal(0, [newer.id])], [newer.id]],
  ['another one each time', [refusal(0, [older.id]), refusal(1, [newer.id], older.id)], [newer.id]],
])('a server that names %s is left', async (_name, answers, supported) => {
  const { wire, session } = connectWire();
  for (const answer of answers) {
    await wire.next();
    wire.say(answer);
  }
  await expect(session).rejects.toMatchObject({ name: 'NegotiationError', supported });
  await wire.closed;
});

test.each([
  ['an error', failure(0, -32603, 'broken'), { name: 'JsonRpcError', message: 'broken' }],
  ['wrong params and no versions', failure(0, -32602, 'bad params'), { name: 'JsonRpcError', message: 'bad params' }],
  ['no version', result(0, {}), { name: 'InvalidMessageError' }],
  [
    'an answer that its version does not allow',
    result(0, { protocolVersion: older.id }),
    { name: 'InvalidMessageError' },
  ],
])('a client that is answered with %s disconnects', async (_name, answer, error) => {
  const { wire, session } = connectWire();
  await wire.next();
  wire.say(answer);
  await expect(session).rejects.toMatchObject(error);
  await wire.closed;
});

test('a server that does not answer is left after the timeout, and initialize is not cancelled', async () => {
  covers('cancellation-not-initialize', 'lifecycle-error-timeout', 'lifecycle-timeout');
  const { wire, session } = connectWire({ initializeTimeout: 1 });
  await expect(session).rejects.toMatchObject({ name: 'RequestTimeoutError', method: 'initialize', timeout: 1 });
  await wire.closed;
  expect(await wire.next()).toMatchObject({ method: 'initialize' });
  expect(await wire.settled()).toEqual([]);
});

test.each<[options: Partial<ConnectOptions>, limit: number]>([
  [{}, 60_000],
  [{ requestTimeout: 250 }, 250],
  [{ requestTimeout: 250, initializeTimeout: 100 }, 100],
])('with %j, each step of opening a session takes at most %d ms', async (options, timeout) => {
  stopClock();
  for (const method of ['initialize', 'notifications/initialized']) {
    const [near, far] = memoryPair();
    const taking: Transport = {
      start: (receiver) => near.start(receiver),
      send: (message) =>
        'method' in message && message.method === method ? new Promise<void>(() => {}) : near.send(message),
      close: () => near.close(),
    };
    const session = connectSession(taking, { clientInfo, revisions: [older, newer], ...options });
    const failed = expect(session).rejects.toMatchObject({ name: 'RequestTimeoutError', method, timeout });
    const wire = new Wire(far);
    if (method !== 'initialize') {
      await wire.next();
      wire.say(result(0, opened(newer.id)));
      await wire.settled();
    }
    await vi.advanceTimersByTimeAsync(timeout - 1);
    await expect(Promise.race([session, Promise.resolve('waiting')])).resolves.toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    await failed;
  }
});

test('a server that does not answer is left when the signal aborts, and initialize is not cancelled', async () => {
  const leaving = new AbortController();
  const { wire, session } = connectWire({ signal: leaving.signal });
  expect(await wire.next()).toMatchObject({ method: 'initialize' });
  leaving.abort(new Error('Enough'));
  await expect(session).rejects.toThrow('Enough');
  await wire.closed;
  expect(await wire.settled()).toEqual([]);
});

test('a signal that has aborted opens nothing, and one that aborts later ends nothing', async () => {
  const never = connectWire({ signal: AbortSignal.abort(new Error('Enough')) });
  await expect(never.session).rejects.toThrow('Enough');
  expect(await never.wire.settled()).toEqual([]);

  const leaving = new AbortController();
  const { wire, session } = connectWire({ signal: leaving.signal });
  await wire.next();
  wire.say(result(0, opened(newer.id)));
  await session;
  leaving.abort();
  expect(await wire.settled()).toEqual([notification('notifications/initialized')]);
});

test('a server that closes before it has answered is told apart from one that refuses', async () => {
  const { wire, session } = connectWire();
  await wire.next();
  wire.close();
  await expect(session).rejects.toThrow(ConnectionClosedError);
});
