import { expect, test } from 'vitest';
import type { Explain, Revision } from '../../../runtime/src/codegen/v1.js';
import { explainShape, type Shapes } from '../../../runtime/src/codegen/v1/explain.js';
import { connectSession, ConnectionClosedError, memoryPair, serve } from '../../../runtime/src/index.js';
import type { Receiver, Transport } from '../../../runtime/src/index.js';
import { Peer } from '../../../runtime/src/peer/peer.js';
import { clientInfo, older, serverInfo } from './fixture.js';
import {
  deferred,
  failure,
  notification,
  openPeer,
  request,
  result,
  serverProfile,
  Wire,
  type PeerUnderTest,
  type TestHandler,
} from './support.js';

const implementation = { has: { name: 'string', version: 'string' } };
const shapes: Shapes = {
  Text: { has: { text: 'string' } },
  Client: { has: { protocolVersion: 'string', capabilities: { rest: 'object' }, clientInfo: implementation } },
  Server: { has: { protocolVersion: 'string', capabilities: { rest: 'object' }, serverInfo: implementation } },
  Words: { has: { words: { items: 'integer' } }, rest: { is: ['short'] } },
};
const explain: Explain = (definition, value) => explainShape(shapes, definition, value);
const types = {
  initialize: { paramsType: 'Client', resultType: 'Server' },
  'words/say': { paramsType: 'Text', resultType: 'Text' },
  'plain/do': { paramsType: 'Words' },
  'places/name': { resultType: 'Text' },
  'notifications/noted': { paramsType: 'Text' },
  'notifications/told': { paramsType: 'Text' },
};

/** The fixture's older revision with explanations. */
function explained(load: () => Promise<Explain> = () => Promise.resolve(explain)): Revision {
  const { server, client } = older;
  const typed = <Entry extends object>(entries: { readonly [method: string]: Entry }) =>
    Object.fromEntries(
      Object.entries(entries).map(([method, entry]) => [method, { ...entry, ...types[method as keyof typeof types] }]),
    );
  const side = ({ requests, notifications }: typeof server) => ({
    requests: typed(requests),
    notifications: typed(notifications),
  });
  const receives = side(server);
  const plain = {
    ...receives.requests['plain/do'],
    params: (value: unknown) => explain('Words' as never, value).length === 0,
  };
  return {
    ...older,
    explain: load,
    client: side(client),
    server: { ...receives, requests: { ...receives.requests, 'plain/do': plain } } as Revision['server'],
  };
}

/** Explanations that are there when a test says so. */
function late(): { readonly revision: Revision; readonly arrive: () => void } {
  const loaded = deferred<Explain>();
  return { revision: explained(() => loaded.promise), arrive: () => loaded.resolve(explain) };
}

const open = (revision: Revision = explained(), handlers: object = { say: echo }): Promise<PeerUnderTest> =>
  openPeer(handlers, { revision });
const echo: TestHandler = ({ text }) => ({ text });
const TEXT_ISSUE = {
  pointer: '/text',
  expected: 'string',
  actual: 'array',
  message: '/text: expected string, got array',
};
const invalidText = (id: unknown): object => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: -32602,
    message: 'Invalid params for words/say: /text: expected string, got array',
    data: { issues: [TEXT_ISSUE] },
  },
});

test('an explanation has as many issues as the limits allow, also of one object', () => {
  const has = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`property${at}`, 'string'] as const));
  const issues = (limits?: object): number => explainShape({ Many: { has } }, 'Many', {}, limits).length;
  expect([issues(), issues({ issues: 3 }), issues({ issues: 20 })]).toEqual([10, 3, 12]);
});

test('params that are not valid are refused with the places where they are wrong', async () => {
  const { wire, errors } = await open();
  wire.say(request(1, 'words/say', { text: ['secret'] }));
  expect(await wire.next()).toEqual(invalidText(1));
  wire.say(request(2, 'words/say'));
  expect(await wire.next()).toMatchObject({
    error: { message: 'Invalid params for words/say: expected object, got nothing' },
  });
  expect(errors).toEqual([]);
});

test('a refusal stays small, whatever was sent', async () => {
  const { wire } = await open(explained(), { doPlain: () => ({}) });
  const megabyte = 'secret '.repeat(150_000);
  for (const params of [
    { words: megabyte },
    { words: Array.from({ length: 1000 }, () => megabyte) },
    { words: [], [megabyte]: 1 },
    { words: [], ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}${megabyte}`, megabyte])) },
  ]) {
    wire.say(request(1, 'plain/do', params));
    const answer = (await wire.next()) as { error: { code: number; data: { issues: unknown[] } } };
    expect(answer.error.code).toBe(-32602);
    expect(answer.error.data.issues.length).toBeGreaterThan(0);
    expect(answer.error.data.issues.length).toBeLessThanOrEqual(10);
    expect(JSON.stringify(answer).length).toBeLessThan(6_000);
  }
});

test('a result that is not valid is an internal error for the other side, and explained to this one', async () => {
  const { wire, errors } = await open(explained(), { say: () => Promise.resolve({ text: [] }) });
  wire.say(request(1, 'words/say', { text: '' }));
  expect(await wire.next()).toEqual(failure(1, -32603, 'Internal error'));
  expect(errors).toEqual([
    expect.objectContaining({
      name: 'InvalidMessageError',
      method: 'words/say',
      message: 'The result of words/say is invalid in revision 2001-01-01: /text: expected string, got array',
      issues: [TEXT_ISSUE],
    }),
  ]);
});

test('an answer that is not valid rejects the caller with the places', async () => {
  const { peer, wire } = await open();
  const asked = peer.request('places/name', { uri: 'a:b' });
  wire.say(result(0, { text: [] }));
  await expect(asked).rejects.toMatchObject({
    name: 'InvalidMessageError',
    message: 'The result of places/name is invalid in revision 2001-01-01: /text: expected string, got array',
    issues: [TEXT_ISSUE],
  });
});

test('an answer that is being explained has come: the caller can no longer cancel', async () => {
  const { revision, arrive } = late();
  const { peer, wire } = await open(revision);
  const abort = new AbortController();
  const asked = peer.request('places/name', { uri: 'a:b' }, { signal: abort.signal });
  await wire.settled();
  wire.say(result(0, { text: [] }));
  await wire.settled();
  abort.abort(new Error('too late'));
  expect(await wire.settled()).toEqual([]);
  arrive();
  await expect(asked).rejects.toMatchObject({ name: 'InvalidMessageError', issues: [TEXT_ISSUE] });
});

test('a message that is not sent is explained to its sender', async () => {
  const { peer, wire } = await open();
  await expect(peer.notify('notifications/told', { text: [] })).rejects.toMatchObject({ issues: [TEXT_ISSUE] });
  expect(await wire.settled()).toEqual([]);
});

test('a notification that is ignored is explained', async () => {
  const { wire, errors } = await open(explained(), { noted: () => expect.unreachable() });
  wire.say(notification('notifications/noted', { text: [] }));
  expect(await wire.settled()).toEqual([]);
  expect(errors).toEqual([
    expect.objectContaining({
      message: 'Ignored notifications/noted with invalid params: /text: expected string, got array',
      issues: [TEXT_ISSUE],
    }),
  ]);
});

test('a client that introduces itself wrongly is told where', async () => {
  const [near, far] = memoryPair();
  serve({}, { serverInfo, revisions: [explained()], transport: near });
  const wire = new Wire(far);
  wire.say(request(1, 'initialize', { protocolVersion: older.id, capabilities: {}, clientInfo: { name: 'client' } }));
  const message = '/clientInfo/version: expected string, got nothing';
  expect(await wire.next()).toMatchObject({
    error: {
      code: -32602,
      message: `Invalid params for initialize: ${message}`,
      data: { issues: [{ pointer: '/clientInfo/version', message }] },
    },
  });
});

test('a server that introduces itself wrongly is left, and its client told where', async () => {
  const [near, far] = memoryPair();
  const session = connectSession(near, { clientInfo, revisions: [explained()] });
  const wire = new Wire(far);
  await wire.next();
  wire.say(result(0, { protocolVersion: older.id, capabilities: [], serverInfo }));
  await expect(session).rejects.toMatchObject({
    name: 'InvalidMessageError',
    message: expect.stringContaining('/capabilities: expected object, got array'),
    issues: [{ pointer: '/capabilities' }],
  });
  await wire.closed;
});

test.each<[string, () => Promise<Explain>]>([
  ['cannot be loaded', () => Promise.reject(new Error('no explanations'))],
  [
    'fail at once',
    () => {
      throw new Error('no explanations');
    },
  ],
  [
    'fail themselves',
    () =>
      Promise.resolve(() => {
        throw new Error('no explanations');
      }),
  ],
])('explanations that %s are missing from the error, and nothing else is', async (_, load) => {
  const { peer, wire, errors } = await open(explained(load));
  wire.say(request(1, 'words/say', { text: [] }));
  expect(await wire.next()).toEqual(failure(1, -32602, 'Invalid params for words/say'));
  await expect(peer.notify('notifications/told', { text: [] })).rejects.toMatchObject({ issues: [] });
  wire.say(request(2, 'words/say', { text: 'goes on' }));
  expect(await wire.next()).toEqual(result(2, { text: 'goes on' }));
  expect(errors.map(String)).toEqual(['Error: no explanations', 'Error: no explanations']);
});

test('others are answered while a request is explained: the order of answers is not promised', async () => {
  const { revision, arrive } = late();
  const { wire } = await open(revision);
  wire.say(request(1, 'words/say', { text: [] }));
  wire.say(request(2, 'words/say', { text: 'valid' }));
  expect(await wire.settled()).toEqual([result(2, { text: 'valid' })]);
  arrive();
  expect(await wire.next()).toEqual(invalidText(1));
});

test('a request that is being explained counts as running', async () => {
  const { revision, arrive } = late();
  const { wire } = await open(revision);
  wire.say(request(1, 'words/say', { text: [] }));
  wire.say(request(1, 'words/say', { text: 'again' }));
  expect(await wire.next()).toEqual(failure(1, -32600, expect.stringContaining('running')));
  arrive();
  expect(await wire.next()).toEqual(invalidText(1));
});

test('a request that is being explained can be cancelled', async () => {
  const { revision, arrive } = late();
  const { wire, errors } = await open(revision);
  wire.say(request(1, 'words/say', { text: [] }));
  wire.say(notification('notifications/cancelled', { requestId: 1 }));
  wire.say(request(1, 'words/say', { text: 'anew' }));
  expect(await wire.settled()).toEqual([result(1, { text: 'anew' })]);
  arrive();
  expect(await wire.settled()).toEqual([]);
  expect(errors).toEqual([]);
});

test('a batch waits for the explanation of its requests', async () => {
  const { revision, arrive } = late();
  const { wire } = await open(revision);
  wire.say([request(1, 'words/say', { text: [] }), request(2, 'words/say', { text: 'valid' })]);
  expect(await wire.settled()).toEqual([]);
  arrive();
  expect(await wire.next()).toEqual([result(2, { text: 'valid' }), invalidText(1)]);
});

test('at the end of the input a request that is being explained is still answered', async () => {
  const { revision, arrive } = late();
  const sent: unknown[] = [];
  let receiver!: Receiver;
  const transport: Transport = {
    start: (given) => void (receiver = given),
    send: (message) => void sent.push(message),
    close: () => {},
  };
  const peer = new Peer(transport, serverProfile({ say: echo }, { revision }));
  await peer.start();
  receiver.message(request(1, 'words/say', { text: [] }));
  receiver.ended(new ConnectionClosedError('end-of-input', 'The input ended'));
  expect(sent).toEqual([]);
  arrive();
  expect(await peer.closed).toMatchObject({ reason: 'end-of-input' });
  expect(sent).toEqual([invalidText(1)]);
});

test('when the connection closes first, nothing more is sent', async () => {
  const { revision, arrive } = late();
  const { peer, wire, errors } = await open(revision);
  wire.say(request(1, 'words/say', { text: [] }));
  expect(await wire.settled()).toEqual([]);
  await peer.close();
  arrive();
  expect(await wire.settled()).toEqual([]);
  expect(errors).toEqual([]);
});
