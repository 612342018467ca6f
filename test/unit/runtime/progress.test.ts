import { expect, test } from 'vitest';
import type { HandlerContext, Progress } from '../../../runtime/src/codegen/v1.js';
import { deferred, notification, openPeer, request, result, type TestHandler } from './support.js';
import { covers } from '../../support/covers.js';

function progressed(progressToken: unknown, report: object): object {
  return notification('notifications/progress', { progressToken, ...report });
}

test.each([0, 7, 'token', ''])(
  'a handler reports progress under the token %j, and only ever further',
  async (progressToken) => {
    covers('progress-increases', 'progress-token-given');
    const say: TestHandler = (_params, { progress }) => {
      progress({ progress: 0 });
      progress({ progress: 1 });
      progress({ progress: 1 });
      progress({ progress: 0.5 });
      progress({ progress: NaN });
      progress({ progress: 1.5, total: 2, message: 'half' });
      return { text: '' };
    };
    const { wire } = await openPeer({ say });
    wire.say(request(1, 'words/say', { text: '', _meta: { progressToken } }));
    expect(await wire.next()).toEqual(progressed(progressToken, { progress: 0 }));
    expect(await wire.next()).toEqual(progressed(progressToken, { progress: 1 }));
    expect(await wire.next()).toEqual(progressed(progressToken, { progress: 1.5, total: 2, message: 'half' }));
    expect(await wire.next()).toEqual(result(1, { text: '' }));
  },
);

test.each([undefined, {}, { progressToken: null }, { progressToken: {} }, 'no object'])(
  'without a token nothing is reported: %j',
  async (_meta) => {
    covers('progress-token-given');
    const say: TestHandler = (_params, { progress }) => {
      progress({ progress: 1 });
      return { text: '' };
    };
    const { wire, errors } = await openPeer({ say });
    wire.say(request(1, 'words/say', { text: '', _meta }));
    expect(await wire.settled()).toEqual([result(1, { text: '' })]);
    expect(errors).toEqual([]);
  },
);

test('too many reports are thinned out, but for the last', async () => {
  covers('progress-rate');
  const say: TestHandler = (_params, { progress }) => {
    for (let count = 1; count <= 1_000; count++) progress({ progress: count, total: 1_000 });
    return { text: '' };
  };
  const { wire } = await openPeer({ say }, { limits: { progressRate: 10 } });
  wire.say(request(1, 'words/say', { text: '', _meta: { progressToken: 1 } }));
  const messages = await wire.settled();
  expect(messages.length).toBeLessThan(20);
  expect(messages[9]).toEqual(progressed(1, { progress: 10, total: 1_000 }));
  expect(messages.slice(-2)).toEqual([progressed(1, { progress: 1_000, total: 1_000 }), result(1, { text: '' })]);
});

test('after the answer nothing is reported', async () => {
  covers('progress-stops', 'progress-while-running');
  const context = deferred<HandlerContext>();
  const say: TestHandler = (_params, given) => {
    context.resolve(given);
    return { text: '' };
  };
  const { wire } = await openPeer({ say });
  wire.say(request(1, 'words/say', { text: '', _meta: { progressToken: 1 } }));
  await wire.next();
  (await context.promise).progress({ progress: 1 });
  expect(await wire.settled()).toEqual([]);
});

test('asking for progress adds a token to the params, and leaves the caller’s object alone', async () => {
  covers('progress-token-type', 'progress-token-unique');
  const { peer, wire } = await openPeer();
  const params = { a: 1, _meta: { b: 2 } };
  const asked = peer.request('places/list', params, { onProgress: () => {} });
  expect(await wire.next()).toMatchObject({ id: 0, params: { a: 1, _meta: { b: 2, progressToken: 0 } } });
  expect(params).toEqual({ a: 1, _meta: { b: 2 } });
  const bare = peer.request('places/list', undefined, { onProgress: () => {} });
  expect(await wire.next()).toMatchObject({ id: 1, params: { _meta: { progressToken: 1 } } });
  wire.say(result(0, {}));
  wire.say(result(1, {}));
  await Promise.all([asked, bare]);
});

test('reports reach the caller that asked, as long as they grow and it waits', async () => {
  covers('progress-tracked');
  const { peer, wire, errors } = await openPeer();
  const seen: Progress[] = [];
  const asked = peer.request('places/list', {}, { onProgress: (report) => seen.push(report) });
  const silent = peer.request('places/list');
  await wire.next();
  await wire.next();
  for (const report of [
    progressed(0, { progress: 0, total: 3 }),
    progressed(0, { progress: 1, total: 3, message: 'one' }),
    progressed(0, { progress: 1 }),
    progressed(0, { progress: 0 }),
    progressed(1, { progress: 1 }),
    progressed('0', { progress: 5 }),
    progressed(9, { progress: 5 }),
    progressed(0, { progress: 2 }),
  ]) {
    wire.say(report);
  }
  wire.say(result(0, {}));
  wire.say(result(1, {}));
  await Promise.all([asked, silent]);
  wire.say(progressed(0, { progress: 3 }));
  expect(await wire.settled()).toEqual([]);
  expect(seen).toEqual([{ progress: 0, total: 3 }, { progress: 1, total: 3, message: 'one' }, { progress: 2 }]);
  expect(errors).toEqual([]);
});

test('reports that come too fast are not handed on, but for the one that says that all is done', async () => {
  const { peer, wire } = await openPeer({}, { limits: { progressRate: 10 } });
  const seen: Progress[] = [];
  const asked = peer.request('places/list', {}, { onProgress: (report) => seen.push(report) });
  await wire.next();
  for (let progress = 1; progress <= 1_000; progress++) wire.say(progressed(0, { progress, total: 1_000 }));
  for (let more = 1_001; more <= 1_100; more++) wire.say(progressed(0, { progress: more, total: more }));
  wire.say(result(0, {}));
  await asked;
  expect(seen.length).toBeLessThan(20);
  expect(seen.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, index) => ({ progress: index + 1, total: 1_000 })));
  expect(seen).toContainEqual({ progress: 1_000, total: 1_000 });
});

test('a report of the wrong shape, and a listener that throws, are reported and do no harm', async () => {
  const { peer, wire, errors } = await openPeer();
  const asked = peer.request('places/list', undefined, {
    onProgress: () => {
      throw new Error('listener failed');
    },
  });
  await wire.next();
  wire.say(progressed(0, { progress: 'far' }));
  wire.say(progressed(0, { progress: 1 }));
  wire.say(result(0, { done: true }));
  expect(await asked).toEqual({ done: true });
  expect(await wire.settled()).toEqual([]);
  expect(errors.map(String).sort()).toEqual([
    'Error: listener failed',
    expect.stringContaining('notifications/progress'),
  ]);
});
