import { expect, test, vi } from 'vitest';
import { encode } from '../../../runtime/src/codec/encode.js';
import { ConnectionClosedError, InvalidMessageError, JsonRpcError } from '../../../runtime/src/index.js';
import type { Receiver, Transport } from '../../../runtime/src/index.js';
import { Peer } from '../../../runtime/src/peer/peer.js';
import { clientInfo } from './fixture.js';
import {
  deferred,
  failure,
  isPending,
  notification,
  openPeer,
  request,
  result,
  serverProfile,
  type TestHandler,
} from './support.js';
import { covers } from '../../support/covers.js';
import { endless } from '../../support/leftovers/endless.js';

const echo: TestHandler = ({ text }) => ({ text });

test('a request is answered with what its handler returns, now or later', async () => {
  covers('base-json-rpc', 'base-response-id');
  const later = deferred<object>();
  const { wire } = await openPeer({ say: echo, doPlain: () => later.promise });
  wire.say(request('p', 'plain/do'));
  wire.say(request(0, 'words/say', { text: 'hello' }));
  expect(await wire.next()).toEqual(result(0, { text: 'hello' }));
  later.resolve({ done: true });
  expect(await wire.next()).toEqual(result('p', { done: true }));
});

const ASKED: readonly (readonly [what: string, method: string, params: object | undefined, answer: object])[] = [
  ['is answered at once', 'words/say', { text: 'a' }, { result: { text: 'a' } }],
  ['is answered later', 'plain/do', undefined, { result: { done: true } }],
  ['fails', 'pages/read', { uri: 'a:b' }, { error: { code: -32603 } }],
  ['has wrong params', 'words/say', { text: 5 }, { error: { code: -32602 } }],
  ['has no handler', 'no/such', undefined, { error: { code: -32601 } }],
];

test.each(ASKED)('whatever its id, the answer carries it: a request that %s', async (_, method, params, answer) => {
  covers('base-response-id', 'base-error-id');
  for (const id of [0, -1, 7, Number.MAX_SAFE_INTEGER, '', '7', 'ä\n', '__proto__']) {
    const { wire } = await openPeer({
      say: echo,
      doPlain: () => Promise.resolve({ done: true }),
      readPage: () => Promise.reject(new Error('no such page')),
    });
    wire.say(request(id, method, params));
    expect(await wire.next()).toMatchObject({ id, ...answer });
  }
});

test('handlers keep their `this`, and may be methods of a class', async () => {
  class Base {
    word = 'mine';
    say(): object {
      return { text: this.word };
    }
  }
  class Derived extends Base {}
  const { wire } = await openPeer(new Derived());
  wire.say(request(1, 'words/say', { text: '' }));
  expect(await wire.next()).toEqual(result(1, { text: 'mine' }));
});

const refused: [name: string, given: object, answer: object][] = [
  ['an unknown method', request(1, 'no/such'), failure(1, -32601, 'Method not found: no/such')],
  ['a method of every object', request(1, 'constructor'), failure(1, -32601, 'Method not found: constructor')],
  ['a method without a handler', request(1, 'pages/read', { uri: 'a:b' }), failure(1, -32601, expect.any(String))],
  ['wrong params', request('x', 'words/say', { text: 5 }), failure('x', -32602, 'Invalid params for words/say')],
  ['no params where they are needed', request(2, 'words/say'), failure(2, -32602, 'Invalid params for words/say')],
  ['an id of null', request(null, 'ping'), failure(null, -32600, expect.stringContaining('id'))],
  [
    'a wrong version',
    { jsonrpc: '1.0', id: 3, method: 'ping' },
    failure(3, -32600, expect.stringContaining('jsonrpc')),
  ],
  ['no object', 7 as never, failure(null, -32600, expect.stringContaining('object'))],
];

test.each(refused)('%s is refused, and the conversation goes on', async (_name, given, answer) => {
  covers('base-json-rpc', 'base-request-id-null', 'completion-unsupported', 'roots-unsupported');
  const { wire, errors } = await openPeer({ say: echo });
  wire.say(given);
  expect(await wire.next()).toEqual(answer);
  expect(await wire.settled()).toEqual([]);
  expect(errors).toEqual([]);
});

test('a refusal does not repeat what was sent', async () => {
  const { wire } = await openPeer({ say: echo });
  wire.say(request(1, 'words/say', { text: ['secret'] }));
  expect(JSON.stringify(await wire.next())).not.toContain('secret');
});

test('notifications reach their handler and are never answered', async () => {
  covers('base-notification-unanswered');
  const heard: unknown[] = [];
  const { wire, errors } = await openPeer({
    noted: (params: object) => heard.push(params),
    moved: () => Promise.reject(new Error('handler failed')),
  });
  wire.say(notification('notifications/noted', { text: 'a' }));
  wire.say(notification('notifications/noted', { text: 5 }));
  wire.say(notification('notifications/moved'));
  wire.say(notification('notifications/unknown'));
  wire.say({ jsonrpc: '2.0', method: 'notifications/noted', params: [] });
  expect(await wire.settled()).toEqual([]);
  expect(heard).toEqual([{ text: 'a' }]);
  expect(errors.map(String).sort()).toEqual([
    expect.stringMatching(/^Error: Ignored "notifications\/unknown": revision .* has no such notification of clients$/),
    'Error: handler failed',
    expect.stringContaining('Ignored notifications/noted'),
    expect.stringContaining('params must be an object'),
  ]);
});

test('a notification handler that throws at once is reported', async () => {
  const { wire, errors } = await openPeer({
    noted: () => {
      throw new Error('handler failed');
    },
  });
  wire.say(notification('notifications/noted', { text: 'a' }));
  expect(await wire.settled()).toEqual([]);
  expect(errors.map(String)).toEqual(['Error: handler failed']);
});

test.each([
  [
    'thrown',
    (error: Error) => {
      throw error;
    },
  ],
  ['rejected', (error: Error) => Promise.reject(error)],
])('a %s JsonRpcError is sent as it is, any other error only as an internal one', async (_name, fail) => {
  covers(
    'logging-configuration',
    'prompts-internal-error',
    'resources-internal-error',
    'tasks-internal-error',
    'logging-failure',
  );
  const failures = [new JsonRpcError(-5, 'chosen', { why: 1 }), new Error('secret path')];
  const { wire, errors } = await openPeer({ say: () => fail(failures.shift() as Error) });
  wire.say(request(1, 'words/say', { text: '' }));
  wire.say(request(2, 'words/say', { text: '' }));
  expect(await wire.next()).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -5, message: 'chosen', data: { why: 1 } },
  });
  expect(await wire.next()).toEqual(failure(2, -32603, 'Internal error'));
  expect(errors.map(String)).toEqual(['Error: secret path']);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'no'],
  ['an object', { code: 'none', message: 7 }],
  ['an object without a prototype', Object.create(null)],
  ['an error without words', new Error()],
])('an error has a code and a message, whatever a handler throws: %s', async (_, thrown) => {
  covers('base-error-shape');
  const fail = (): never => {
    throw thrown;
  };
  const { wire } = await openPeer({ say: fail, doPlain: () => Promise.resolve().then(fail) });
  wire.say(request(1, 'words/say', { text: '' }));
  expect(await wire.next()).toEqual(failure(1, -32603, 'Internal error'));
  wire.say(request(2, 'plain/do'));
  expect(await wire.next()).toEqual(failure(2, -32603, 'Internal error'));
});

test('a result that the revision does not allow is not sent', async () => {
  covers('lifecycle-version-respected', 'lifecycle-version-binding');
  const { wire, errors } = await openPeer({ say: () => ({ txet: '' }), readPage: () => ({ uri: 'no uri' }) });
  wire.say(request(1, 'words/say', { text: '' }));
  wire.say(request(2, 'pages/read', { uri: 'a:b' }));
  const answers = [failure(1, -32603, 'Internal error'), failure(2, -32603, 'Internal error')];
  expect(await wire.settled()).toEqual(expect.arrayContaining(answers));
  const message = 'The result of words/say is invalid in revision 2001-01-01';
  expect(errors).toHaveLength(2);
  expect(errors).toContainEqual(
    expect.objectContaining({ name: 'InvalidMessageError', method: 'words/say', message, issues: [] }),
  );
  expect(errors).toContainEqual(
    expect.objectContaining({ method: 'pages/read', issues: [expect.objectContaining({ pointer: '/uri' })] }),
  );
});

test('formats are checked in what is sent only', async () => {
  const { wire } = await openPeer({ readPage: () => ({ uri: 'a:b' }) });
  wire.say(request(1, 'pages/read', { uri: 'no uri' }));
  expect(await wire.next()).toEqual(result(1, { uri: 'a:b' }));
});

test('a guard that fails is an internal error, not the end', async () => {
  const { wire, errors } = await openPeer({
    say: () => ({
      get text(): string {
        throw new RangeError('too deep');
      },
    }),
  });
  wire.say(request(1, 'words/say', { text: '' }));
  expect(await wire.next()).toEqual(failure(1, -32603, 'Internal error'));
  expect(errors.map(String)).toEqual(['RangeError: too deep']);
});

test('a second request with the id of a running one is refused', async () => {
  const first = deferred<object>();
  const { wire } = await openPeer({ say: () => first.promise });
  wire.say(request(1, 'words/say', { text: '' }));
  wire.say(request(1, 'words/say', { text: '' }));
  expect(await wire.next()).toEqual(failure(1, -32600, expect.stringContaining('id')));
  wire.say(request('1', 'ping'));
  expect(await wire.next()).toEqual(result('1', {}));
  first.resolve({ text: 'first' });
  expect(await wire.next()).toEqual(result(1, { text: 'first' }));
});

test('requests in both directions at once keep their ids apart', async () => {
  const { peer, wire } = await openPeer({ say: echo });
  const asked = peer.request('places/list');
  wire.say(request(0, 'words/say', { text: 'theirs' }));
  expect(await wire.next()).toEqual({ jsonrpc: '2.0', id: 0, method: 'places/list', params: undefined });
  expect(await wire.next()).toEqual(result(0, { text: 'theirs' }));
  wire.say(result(0, { ours: true }));
  expect(await asked).toEqual({ ours: true });
});

test('ids count from 0 and are not used again', async () => {
  covers('base-request-id-once', 'base-request-id-pending');
  const { peer, wire } = await openPeer();
  for (const id of [0, 1, 2]) {
    const asked = peer.request('places/list');
    expect(await wire.next()).toMatchObject({ id });
    wire.say(result(id, {}));
    await asked;
  }
});

test('answers find their callers in any order', async () => {
  covers('base-response-id', 'base-request-id-pending');
  const { peer, wire } = await openPeer();
  const asked = [0, 1, 2].map(() => peer.request('places/list'));
  for (const id of [2, 0, 1]) wire.say(result(id, { id }));
  expect(await Promise.all(asked)).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }]);
});

test('an error answer rejects with its code, message and data', async () => {
  const { peer, wire } = await openPeer();
  const asked = peer.request('places/list');
  wire.say({ jsonrpc: '2.0', id: 0, error: { code: -3, message: 'no', data: [1] } });
  await expect(asked).rejects.toMatchObject({ name: 'JsonRpcError', code: -3, message: 'no', data: [1] });
});

test.each([
  ['a result of the wrong shape', { jsonrpc: '2.0', id: 0, result: [] }],
  ['both result and error', { jsonrpc: '2.0', id: 0, result: {}, error: { code: 1, message: '' } }],
  ['a code that is not an integer', failure(0, 1.5, '')],
])('%s rejects the caller', async (_name, answer) => {
  covers('base-error-code-integer', 'base-response-one-outcome');
  const { peer, wire, errors } = await openPeer();
  const asked = peer.request('places/list');
  wire.say(answer);
  await expect(asked).rejects.toThrow(/invalid response/);
  expect(await wire.settled()).toEqual([expect.objectContaining({ method: 'places/list' })]);
  expect(errors).toEqual([]);
});

test('a result that the revision does not allow rejects the caller', async () => {
  const { peer, wire } = await openPeer();
  const asked = peer.request('places/name', { uri: 'a:b' });
  wire.say(result(0, { txet: '' }));
  await expect(asked).rejects.toMatchObject({ name: 'InvalidMessageError', method: 'places/name' });
});

test('responses that nobody waits for are reported, and harmless', async () => {
  const { peer, wire, errors } = await openPeer();
  const asked = peer.request('places/list');
  wire.say(result(0, {}));
  await asked;
  wire.say(result(0, {}));
  expect(await wire.settled()).toHaveLength(1);
  expect(errors).toEqual([]);
  wire.say(result(1, {}));
  wire.say(result('0', {}));
  wire.say(failure(null, -32700, 'you sent garbage'));
  wire.say({ jsonrpc: '2.0', id: 9, result: [] });
  expect(await wire.settled()).toEqual([]);
  expect(errors.map(String)).toEqual([
    expect.stringContaining('never sent'),
    expect.stringContaining('never sent'),
    'JsonRpcError: you sent garbage',
    expect.stringContaining('a result must be an object'),
  ]);
});

const unsendable: [name: string, method: string, params: object | undefined, problem: object][] = [
  ['an unknown method', 'no/such', {}, { method: 'no/such', message: expect.stringContaining('2001-01-01') }],
  ['a method of the other direction', 'words/say', { text: '' }, { method: 'words/say' }],
  [
    'a text of the wrong format',
    'places/name',
    { uri: 'no uri' },
    {
      message: expect.stringContaining('/uri: expected string in the format uri, got "no uri"'),
      issues: [expect.objectContaining({ pointer: '/uri', expected: 'string in the format uri' })],
    },
  ],
  ['wrong params', 'places/list', [], { method: 'places/list', message: expect.stringContaining('params') }],
];

test.each(unsendable)('%s is not sent', async (_name, method, params, problem) => {
  const { peer, wire } = await openPeer();
  const sent = peer.request(method, params);
  await expect(sent).rejects.toThrow(InvalidMessageError);
  await expect(sent).rejects.toMatchObject(problem);
  expect(await wire.settled()).toEqual([]);
});

test('a notification is checked like a request', async () => {
  covers('base-notification-without-id');
  const { peer, wire } = await openPeer();
  await expect(peer.notify('notifications/told', { text: 5 })).rejects.toThrow(InvalidMessageError);
  await expect(peer.notify('notifications/none')).rejects.toThrow(InvalidMessageError);
  await peer.notify('notifications/told', { text: 'x' });
  expect(await wire.settled()).toEqual([notification('notifications/told', { text: 'x' })]);
});

test('when the connection closes, callers are told why and handlers are stopped', async () => {
  const stopped = deferred<unknown>();
  const started = deferred();
  const { peer, wire } = await openPeer({
    say: ((_params, { signal }) => {
      signal.addEventListener('abort', () => stopped.resolve(signal.reason));
      started.resolve();
      return endless();
    }) satisfies TestHandler,
  });
  const asked = peer.request('places/list');
  wire.say(request(1, 'words/say', { text: '' }));
  await started.promise;
  wire.close();
  await expect(asked).rejects.toMatchObject({ name: 'ConnectionClosedError', reason: 'end-of-input' });
  expect(await stopped.promise).toBeInstanceOf(ConnectionClosedError);
  expect(await peer.closed).toMatchObject({ reason: 'end-of-input' });
  await expect(peer.request('ping')).rejects.toThrow(ConnectionClosedError);
  await expect(peer.notify('notifications/told', { text: '' })).rejects.toThrow(ConnectionClosedError);
});

test('closing from this side is reported once, and nothing more is sent', async () => {
  const late = deferred<object>();
  const started = deferred();
  const { peer, wire } = await openPeer({
    say: () => {
      started.resolve();
      return late.promise;
    },
  });
  wire.say(request(1, 'words/say', { text: '' }));
  await started.promise;
  const asked = peer.request('places/list');
  await Promise.all([peer.close(), peer.close(), expect(asked).rejects.toMatchObject({ reason: 'closed' })]);
  expect(await peer.closed).toMatchObject({ reason: 'closed' });
  late.resolve({ text: 'too late' });
  await wire.closed;
  expect(await wire.next()).toMatchObject({ method: 'places/list' });
});

test('params that have no JSON form are not sent, and the caller is told', async () => {
  const sent: string[] = [];
  const transport: Transport = { start: () => {}, send: (message) => void sent.push(encode(message)), close: () => {} };
  const peer = new Peer(transport, serverProfile({}));
  peer.adopt(serverProfile({}), { ...clientInfo, capabilities: { places: {} } });
  await expect(peer.request('places/list', { big: 1n })).rejects.toThrow(TypeError);
  await expect(peer.notify('notifications/told', { text: '', big: 1n })).rejects.toThrow(TypeError);
  expect(sent).toEqual([]);
});

test('a transport may answer within the call that sends', async () => {
  let deliver!: Receiver['message'];
  const transport: Transport = {
    start: ({ message }) => void (deliver = message),
    send: (message) => deliver(result((message as { id: number }).id, { at: 'once' })),
    close: () => {},
  };
  const peer = new Peer(transport, serverProfile({}));
  peer.adopt(serverProfile({}), { ...clientInfo, capabilities: { places: {} } });
  await peer.start();
  expect(await peer.request('places/list')).toEqual({ at: 'once' });
});

test('an answer that has no JSON form becomes an internal error, in a batch too', async () => {
  const sent: unknown[] = [];
  const errors: unknown[] = [];
  let deliver!: Receiver['message'];
  const transport: Transport = {
    start: ({ message }) => void (deliver = message),
    send: (message) => void sent.push(JSON.parse(encode(message))),
    close: () => {},
  };
  const say: TestHandler = ({ text }) => (text === 'big' ? { text, big: 1n } : { text });
  const peer = new Peer(transport, serverProfile({ say }), { onError: (error) => errors.push(error) });
  await peer.start();
  deliver(request(1, 'words/say', { text: 'big' }));
  deliver([request(2, 'words/say', { text: 'big' }), request(3, 'words/say', { text: 'small' })]);
  // On a busy machine the batch waits for the next turn.
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent).toEqual([
    failure(1, -32603, 'Internal error'),
    [failure(2, -32603, 'Internal error'), result(3, { text: 'small' })],
  ]);
  expect(errors.map(String)).toEqual([expect.stringContaining('BigInt'), expect.stringContaining('BigInt')]);
  await peer.close();
});

test.each([
  [
    'at once',
    (error: Error): Promise<void> => {
      throw error;
    },
  ],
  ['later', (error: Error): Promise<void> => Promise.reject(error)],
])('an answer that the transport refuses %s becomes an error, and nobody is left waiting', async (_when, refuse) => {
  const sent: unknown[] = [];
  const errors: unknown[] = [];
  let deliver!: Receiver['message'];
  const tooLarge = new JsonRpcError(-32603, 'larger than 60 characters');
  const transport: Transport = {
    start: ({ message }) => void (deliver = message),
    send(message) {
      if (encode(message).length > 120) return refuse(new Error('not even that'));
      if (encode(message).includes('xxx')) return refuse(tooLarge);
      if (encode(message).includes('unlucky')) return refuse(new Error('broken'));
      return void sent.push(message);
    },
    close: () => {},
  };
  const say: TestHandler = ({ text }) => ({ text });
  const peer = new Peer(transport, serverProfile({ say }), { onError: (error) => errors.push(error) });
  await peer.start();
  deliver(request(1, 'words/say', { text: 'xxx' }));
  deliver(request(2, 'words/say', { text: 'unlucky' }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual([failure(1, -32603, tooLarge.message), failure(2, -32603, 'Internal error')]);
  deliver([1, 2, 3].map((id) => request(id, 'words/say', { text: 'xxx' })));
  await new Promise((resolve) => setImmediate(resolve));
  // Not even the errors in their place can be sent: that is reported, and no more.
  expect(errors.map(String)).toEqual([
    String(tooLarge),
    'Error: broken',
    'Error: not even that',
    'Error: not even that',
  ]);
  await peer.close();
});

test('a transport that cannot be opened closes the peer', async () => {
  const cause = new Error('no way');
  const transport: Transport = { start: () => Promise.reject(cause), send: () => {}, close: () => {} };
  const peer = new Peer(transport, serverProfile({}));
  await expect(peer.start()).rejects.toBe(cause);
  expect(await peer.closed).toMatchObject({ reason: 'transport-error', cause });
});

test('close resolves when the transport has closed', async () => {
  const transportClosed = deferred();
  const transport: Transport = { start: () => {}, send: () => {}, close: () => transportClosed.promise };
  const peer = new Peer(transport, serverProfile({}));
  await peer.start();
  const closed = peer.close();
  expect(await isPending(closed)).toBe(true);
  transportClosed.resolve();
  await closed;
});

test('a listener for errors that fails itself does not end the conversation', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { wire } = await openPeer(
    { say: () => Promise.reject(new Error('handler failed')) },
    {
      onError: () => {
        throw new Error('listener failed');
      },
    },
  );
  wire.say(request(1, 'words/say', { text: '' }));
  expect(await wire.next()).toEqual(failure(1, -32603, 'Internal error'));
  expect(written.mock.calls.map(([line]) => line)).toEqual([
    expect.stringMatching(/^Error: handler failed, at .*peer\.test\.ts:\d+:\d+\n$/),
    expect.stringMatching(/^Error: listener failed, at .*peer\.test\.ts:\d+:\d+\n$/),
  ]);
  written.mockRestore();
});
