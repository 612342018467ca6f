import { expect, test } from 'vitest';
import type { RequestEntry } from '../../../runtime/src/codegen/v1.js';
import { RequestCancelledError } from '../../../runtime/src/index.js';
import { older } from './fixture.js';
import { deferred, notification, openPeer, request, result, type TestHandler } from './support.js';
import { covers } from '../../support/covers.js';

/** A handler that runs until it is told to stop, and shows its signal. */
function endless(): { readonly handler: TestHandler; readonly signal: Promise<AbortSignal> } {
  const signal = deferred<AbortSignal>();
  const handler: TestHandler = (_params, context) => {
    signal.resolve(context.signal);
    return new Promise((_resolve, reject) => {
      context.signal.addEventListener('abort', () => reject(context.signal.reason as Error));
    });
  };
  return { handler, signal: signal.promise };
}

test.each([0, 7, 'x', ''])('a cancelled request with id %j is stopped and not answered', async (id) => {
  covers('cancellation-reason-logged', 'cancellation-stops-work', 'cancellation-unanswered');
  const { handler, signal } = endless();
  const { wire, errors } = await openPeer({ say: handler });
  wire.say(request(id, 'words/say', { text: '' }));
  expect((await signal).aborted).toBe(false);
  wire.say(notification('notifications/cancelled', { requestId: id, reason: 'enough' }));
  expect(await wire.settled()).toEqual([]);
  expect((await signal).reason).toBeInstanceOf(RequestCancelledError);
  expect((await signal).reason).toMatchObject({ name: 'AbortError', message: expect.stringContaining('enough') });
  expect(errors).toEqual([]);
});

test('a handler that goes on after its request was cancelled is not answered either', async () => {
  covers('cancellation-unanswered');
  const late = deferred<object>();
  const { wire, errors } = await openPeer({ say: () => late.promise });
  wire.say(request(1, 'words/say', { text: '' }));
  wire.say(notification('notifications/cancelled', { requestId: 1 }));
  expect(await wire.settled()).toEqual([]);
  late.resolve({ text: 'late' });
  expect(await wire.settled()).toEqual([]);
  expect(errors).toEqual([]);
});

test('a handler that fails for another reason after its request was cancelled is reported', async () => {
  const late = deferred<object>();
  const { wire, errors } = await openPeer({ say: () => late.promise });
  wire.say(request(1, 'words/say', { text: '' }));
  wire.say(notification('notifications/cancelled', { requestId: 1 }));
  late.reject(new Error('clean-up failed'));
  expect(await wire.settled()).toEqual([]);
  expect(errors.map(String)).toEqual(['Error: clean-up failed']);
});

test('a signal that is read after the cancellation is aborted already', async () => {
  const proceed = deferred();
  const seen = deferred<boolean>();
  const say: TestHandler = async (_params, context) => {
    await proceed.promise;
    seen.resolve(context.signal.aborted);
    return { text: '' };
  };
  const { wire } = await openPeer({ say });
  wire.say(request(1, 'words/say', { text: '' }));
  wire.say(notification('notifications/cancelled', { requestId: 1 }));
  await wire.settled();
  proceed.resolve();
  expect(await seen.promise).toBe(true);
});

test('the id of a cancelled request is free again, and its old handler does not answer for it', async () => {
  covers('cancellation-frees-resources');
  const handlers = [deferred<object>(), deferred<object>()];
  const [first, second] = handlers;
  const { wire } = await openPeer({ say: () => handlers.shift()?.promise });
  wire.say(request(1, 'words/say', { text: '' }));
  wire.say(notification('notifications/cancelled', { requestId: 1 }));
  wire.say(request(1, 'words/say', { text: '' }));
  await wire.settled();
  first?.resolve({ text: 'first' });
  await wire.settled();
  second?.resolve({ text: 'second' });
  expect(await wire.next()).toEqual(result(1, { text: 'second' }));
});

test.each([
  ['unknown', { requestId: 99 }],
  ['finished', { requestId: 1 }],
  ['of another type', { requestId: '2' }],
])('a cancellation of a request that is %s changes nothing', async (_name, params) => {
  covers('cancellation-completed-ignored', 'cancellation-race', 'cancellation-unknown-ignored');
  const running = deferred<object>();
  const { wire, errors } = await openPeer({ say: () => running.promise });
  wire.say(request(1, 'ping'));
  await wire.next();
  wire.say(request(2, 'words/say', { text: '' }));
  wire.say(notification('notifications/cancelled', params));
  expect(await wire.settled()).toEqual([]);
  running.resolve({ text: 'done' });
  expect(await wire.next()).toEqual(result(2, { text: 'done' }));
  expect(errors).toEqual([]);
});

test('a request that must not be cancelled is answered all the same', async () => {
  const plain = older.server.requests['plain/do'] as RequestEntry;
  const requests = { ...older.server.requests, 'plain/do': { ...plain, cancellable: false } };
  const revision = { ...older, server: { ...older.server, requests } };
  const running = deferred<object>();
  const { wire } = await openPeer({ doPlain: () => running.promise }, { revision });
  wire.say(request(1, 'plain/do'));
  wire.say(notification('notifications/cancelled', { requestId: 1 }));
  await wire.settled();
  running.resolve({ done: true });
  expect(await wire.next()).toEqual(result(1, { done: true }));
});

test('a malformed cancellation is reported and ignored', async () => {
  covers('cancellation-malformed-ignored');
  const { wire, errors } = await openPeer();
  wire.say(notification('notifications/cancelled', { requestId: null }));
  wire.say(notification('notifications/cancelled'));
  expect(await wire.settled()).toEqual([]);
  expect(errors).toHaveLength(2);
});

test('aborting a request tells the other side and the caller, and a late answer is ignored', async () => {
  covers('cancellation-late-answer', 'cancellation-race', 'schema-cancelled-id', 'cancellation-own-client');
  const { peer, wire, errors } = await openPeer();
  const controller = new AbortController();
  const asked = peer.request('places/list', {}, { signal: controller.signal });
  await wire.next();
  const reason = new Error('changed my mind');
  controller.abort(reason);
  await expect(asked).rejects.toBe(reason);
  expect(await wire.next()).toEqual(
    notification('notifications/cancelled', { requestId: 0, reason: 'changed my mind' }),
  );
  wire.say(result(0, {}));
  expect(await wire.settled()).toEqual([]);
  expect(errors).toEqual([]);
});

test('a request whose signal has been aborted already is not sent', async () => {
  covers('cancellation-own-requests');
  const { peer, wire } = await openPeer();
  await expect(peer.request('places/list', {}, { signal: AbortSignal.abort('early') })).rejects.toBe('early');
  expect(await wire.settled()).toEqual([]);
});

test('aborting after the answer does nothing', async () => {
  covers('cancellation-while-running');
  const { peer, wire } = await openPeer();
  const controller = new AbortController();
  const asked = peer.request('places/list', {}, { signal: controller.signal });
  await wire.next();
  wire.say(result(0, {}));
  await asked;
  controller.abort();
  expect(await wire.settled()).toEqual([]);
});

test('what a handler asks is cancelled with its request', async () => {
  covers('cancellation-own-requests');
  const asking = deferred<unknown>();
  const say: TestHandler = (_params, { ask }) => {
    const asked = ask('places', { method: 'places/list', params: {} });
    asked.catch(asking.resolve);
    return asked;
  };
  const { wire } = await openPeer({ say });
  wire.say(request(1, 'words/say', { text: '' }));
  expect(await wire.next()).toMatchObject({ id: 0, method: 'places/list' });
  wire.say(notification('notifications/cancelled', { requestId: 1 }));
  expect(await wire.next()).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 0 } });
  expect(await asking.promise).toBeInstanceOf(RequestCancelledError);
  expect(await wire.settled()).toEqual([]);
});
