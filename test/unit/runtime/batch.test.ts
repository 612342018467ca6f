import { expect, test } from 'vitest';
import { newer, older } from './fixture.js';
import { deferred, failure, notification, openPeer, request, result, type TestHandler } from './support.js';
import { Ledger } from '../../../runtime/src/ledger/index.js';
import { covers } from '../../support/covers.js';
import { endless } from '../../support/leftovers/endless.js';
import { stopDates } from '../../support/clock.js';

const echo: TestHandler = ({ text }) => ({ text });

test('the answers to a batch come as one array when the last is there', async () => {
  covers('base-batch-received');
  const slow = deferred<object>();
  const heard: unknown[] = [];
  const { wire } = await openPeer({
    say: echo,
    doPlain: () => slow.promise,
    noted: (params: object) => heard.push(params),
  });
  wire.say([
    request(1, 'plain/do'),
    notification('notifications/noted', { text: 'a' }),
    request(2, 'words/say', { text: 'b' }),
    request(3, 'no/such'),
    7,
    { jsonrpc: '2.0', id: 4 },
  ]);
  expect(await wire.settled()).toEqual([]);
  slow.resolve({ slow: true });
  const answers = (await wire.next()) as object[];
  expect(answers).toHaveLength(5);
  expect(new Set(answers)).toEqual(
    new Set([
      result(2, { text: 'b' }),
      failure(3, -32601, 'Method not found: no/such'),
      failure(null, -32600, expect.stringContaining('object')),
      failure(4, -32600, expect.stringContaining('method')),
      result(1, { slow: true }),
    ]),
  );
  expect(heard).toEqual([{ text: 'a' }]);
});

test('a batch of notifications is not answered', async () => {
  const { wire, errors } = await openPeer({ noted: () => {} });
  wire.say([notification('notifications/noted', { text: 'a' }), notification('notifications/none')]);
  expect(await wire.settled()).toEqual([]);
  expect(errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('has no such notification') as string }),
  ]);
});

test('a cancelled request is left out of the answers', async () => {
  const { wire } = await openPeer({ say: () => endless() });
  wire.say([request(1, 'words/say', { text: '' }), request(2, 'ping')]);
  wire.say(notification('notifications/cancelled', { requestId: 1 }));
  expect(await wire.next()).toEqual([result(2, {})]);
  wire.say([request(3, 'words/say', { text: '' }), notification('notifications/cancelled', { requestId: 3 })]);
  expect(await wire.settled()).toEqual([]);
});

test('an array of responses is taken', async () => {
  covers('base-batch-received');
  const { peer, wire } = await openPeer();
  const asked = [peer.request('places/list'), peer.request('places/list')];
  const failed = expect(asked[1]).rejects.toMatchObject({ code: -1 });
  wire.say([failure(1, -1, 'no'), result(0, { a: 1 })]);
  expect(await asked[0]).toEqual({ a: 1 });
  await failed;
});

test.each([
  ['an empty batch', [], /empty/],
  ['a mixed batch', [request(1, 'words/say', { text: '' }), result(0, {})], /mix/],
  ['responses and a notification', [result(0, {}), notification('notifications/moved')], /mix/],
  ['a batch beyond the limit', new Array(101).fill(request(1, 'ping')), /100/],
])('%s is refused as a whole', async (_name, batch, reason) => {
  const { peer, wire } = await openPeer({ say: () => expect.unreachable() });
  const asked = peer.request('places/list');
  await wire.next();
  wire.say(batch);
  expect(await wire.next()).toEqual(failure(null, -32600, expect.stringMatching(reason)));
  expect(await wire.settled()).toEqual([]);
  wire.say(result(0, {}));
  expect(await asked).toEqual({});
});

test('the limit can be set', async () => {
  const { wire, errors } = await openPeer({}, { limits: { batchLimit: 1 } });
  wire.say([request(1, 'ping')]);
  expect(await wire.next()).toEqual([result(1, {})]);
  wire.say([request(1, 'ping'), request(2, 'ping')]);
  expect(await wire.next()).toEqual(failure(null, -32600, expect.stringMatching(/1 messages$/)));
  expect(errors.map(String)).toEqual([
    'Error: Refused a request: Invalid request: a batch must not have more than 1 messages. The option limits.batchLimit raises the limit',
  ]);
});

test('initialize must not be in a batch', async () => {
  const { wire } = await openPeer({}, { revision: older });
  wire.say([request(1, 'initialize', { protocolVersion: older.id }), request(2, 'ping')]);
  expect(await wire.next()).toEqual([failure(1, -32600, expect.stringContaining('batch')), result(2, {})]);
});

test('a revision without batches refuses them', async () => {
  const { wire } = await openPeer({}, { revision: newer });
  wire.say([request(1, 'ping')]);
  expect(await wire.next()).toEqual(failure(null, -32600, expect.stringContaining(newer.id)));
});

test('what is sent within a batch leaves as one array, and each caller has its answer', async () => {
  const { peer, wire } = await openPeer();
  const asked = peer.batch(() => {
    void peer.notify('notifications/told', { text: 'a' });
    return Promise.all([peer.request('places/list'), peer.batch(() => peer.request('ping'))]);
  });
  void peer.notify('notifications/told', { text: 'b' });
  expect(await wire.settled()).toEqual([
    [notification('notifications/told', { text: 'a' }), request(0, 'places/list'), request(1, 'ping')],
    notification('notifications/told', { text: 'b' }),
  ]);
  wire.say([result(1, {}), result(0, { home: 1 })]);
  expect(await asked).toEqual([{ home: 1 }, {}]);
});

test('nothing leaves for a batch in which nothing is sent, or only what has no JSON form', async () => {
  const { peer, wire } = await openPeer();
  peer.batch(() => undefined);
  await expect(peer.batch(() => peer.request('places/list', { many: 1n }))).rejects.toThrow(TypeError);
  expect(() =>
    peer.batch(() => {
      throw new Error('changed my mind');
    }),
  ).toThrow('changed my mind');
  expect(await wire.settled()).toEqual([]);
});

test('in a revision without batches none is sent', async () => {
  const { peer, wire } = await openPeer({}, { revision: newer });
  const ping = () => peer.request('ping');
  expect(() => peer.batch(ping)).toThrow(`Revision ${newer.id} does not support batches`);
  expect(await wire.settled()).toEqual([]);
});

test('other work is done between long requests of a batch, and cancellations of later ones are obeyed', async () => {
  const order: string[] = [];
  const { wire } = await openPeer({
    say: ({ text }) => {
      order.push(text);
      if (text === 'never') return endless();
      for (const end = performance.now() + 15; performance.now() < end;);
      return { text };
    },
  } satisfies { say: TestHandler });
  setImmediate(() => order.push('other'));
  wire.say(['a', 'b', 'never'].map((text, id) => request(id, 'words/say', { text })));
  wire.say(notification('notifications/cancelled', { requestId: 2 }));
  expect(await wire.next()).toEqual([result(0, { text: 'a' }), result(1, { text: 'b' })]);
  expect(order).toEqual(['a', 'other', 'b', 'never']);
});

test('results of a batch that are available at once do not keep the event loop', async () => {
  let busy = 0;
  const before: number[] = [];
  const { wire } = await openPeer({
    say: async ({ text }) => {
      busy++;
      return Promise.resolve({ text });
    },
  } satisfies { say: TestHandler });
  setImmediate(() => before.push(busy));
  wire.say(Array.from({ length: 100 }, (_, id) => request(id, 'words/say', { text: 'a' })));
  expect(await wire.next()).toHaveLength(100);
  expect(before[0]).toBeLessThan(10);
});

test('a batch is handled to its end when nothing more will arrive', async () => {
  const { peer, wire } = await openPeer({ say: echo });
  wire.say(Array.from({ length: 100 }, (_, id) => request(id, 'words/say', { text: 'a' })));
  expect(await wire.settled()).toEqual([]);
  void peer.drain();
  expect(await wire.next()).toHaveLength(100);
  await peer.closed;
});

test('requests of a batch that the other side must not hold until their turn are refused', async () => {
  // However slow the machine is, a turn takes no time, so that as many requests are handled in it as there can be.
  stopDates();
  const ledger = new Ledger({ retained: { caller: 1_000 } });
  const { wire, errors } = await openPeer({ say: echo }, { ledger });
  wire.say(Array.from({ length: 10 }, (_, id) => request(id, 'words/say', { text: 'a'.repeat(1_000) })));
  const answers = (await wire.next()) as object[];
  expect(answers.filter((answer) => 'result' in answer)).toHaveLength(8);
  expect(answers.filter((answer) => 'error' in answer)).toHaveLength(2);
  expect(errors.map(String)).toEqual([expect.stringContaining('retained')]);
});

const MANY = Array.from({ length: 20 }, (_, id) => id);

test('a cancellation after a batch that is handled in turns finds its request', async () => {
  const { wire } = await openPeer({ say: () => endless() });
  wire.say(MANY.map((id) => (id === 19 ? request(id, 'words/say', { text: '' }) : request(id, 'ping'))));
  wire.say(notification('notifications/cancelled', { requestId: 19 }));
  expect(await wire.next()).toEqual(MANY.slice(0, 19).map((id) => result(id, {})));
});

test('a connection that is drained answers a batch that is handled in turns', async () => {
  const began = deferred();
  const say: TestHandler = ({ text }) => {
    began.resolve();
    return { text };
  };
  const { peer, wire } = await openPeer({ say });
  wire.say(MANY.map((id) => request(id, 'words/say', { text: '' })));
  await began.promise;
  await peer.drain();
  expect(await wire.next()).toEqual(MANY.map((id) => result(id, { text: '' })));
});
