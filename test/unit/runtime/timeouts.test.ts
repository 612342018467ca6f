import { beforeEach, expect, test, vi } from 'vitest';
import { RequestTimeoutError } from '../../../runtime/src/index.js';
import { deferred, isPending, notification, openPeer, result, type PeerUnderTest } from './support.js';
import { covers } from '../../support/covers.js';
import { stopClock } from '../../support/clock.js';

beforeEach(stopClock);

/** Lets time pass while the other side reports progress at each step. */
async function reportEvery({ wire }: PeerUnderTest, milliseconds: number, steps: number): Promise<void> {
  for (let progress = 1; progress <= steps; progress++) {
    await vi.advanceTimersByTimeAsync(milliseconds);
    wire.say(notification('notifications/progress', { progressToken: 0, progress }));
    await wire.settled();
  }
}

test('without an answer the caller is told, the other side too, and a late answer is ignored', async () => {
  covers(
    'cancellation-late-answer',
    'lifecycle-error-timeout',
    'lifecycle-timeout-cancels',
    'lifecycle-timeout-configurable',
    'cancellation-timeout-cancels',
    'cancellation-timeout-configurable',
  );
  const { peer, wire, errors } = await openPeer();
  const asked = peer.request('places/list', {}, { timeout: 100 });
  const failed = expect(asked).rejects.toMatchObject({
    name: 'RequestTimeoutError',
    method: 'places/list',
    timeout: 100,
  });
  await vi.advanceTimersByTimeAsync(99);
  expect(await wire.settled()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await failed;
  expect(await wire.next()).toEqual(
    notification('notifications/cancelled', {
      requestId: 0,
      reason: 'Request timed out: no response to places/list within 100 ms',
    }),
  );
  wire.say(result(0, {}));
  expect(await wire.settled()).toEqual([]);
  expect(errors).toEqual([]);
});

test.each([
  ['60 seconds', {}, 60_000],
  ['what the peer was given', { requestTimeout: 250 }, 250],
])('the default is %s', async (_name, options, milliseconds) => {
  covers('lifecycle-timeout', 'cancellation-timeout');
  const { peer } = await openPeer({}, options);
  const failed = expect(peer.request('places/list')).rejects.toMatchObject({ timeout: milliseconds });
  await vi.advanceTimersByTimeAsync(milliseconds);
  await failed;
});

test('progress restarts the timeout, up to the maximum', async () => {
  covers('lifecycle-timeout-maximum', 'cancellation-timeout-maximum');
  const tested = await openPeer();
  const asked = tested.peer.request('places/list', {}, { timeout: 100, maxTotalTimeout: 350, onProgress: () => {} });
  const failed = expect(asked).rejects.toMatchObject({ timeout: 350 });
  await tested.wire.next();
  await reportEvery(tested, 90, 3);
  expect(vi.getTimerCount()).toBe(1);
  await reportEvery(tested, 79, 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await failed;
  expect(vi.getTimerCount()).toBe(0);
});

test('the maximum is ten times the timeout', async () => {
  const tested = await openPeer();
  const asked = tested.peer.request('places/list', {}, { timeout: 100, onProgress: () => {} });
  const failed = expect(asked).rejects.toMatchObject({ timeout: 1_000 });
  await tested.wire.next();
  await reportEvery(tested, 90, 11);
  await vi.advanceTimersByTimeAsync(10);
  await failed;
});

test('progress does not restart the timeout where that is not wanted', async () => {
  const tested = await openPeer();
  const seen: unknown[] = [];
  const asked = tested.peer.request(
    'places/list',
    {},
    { timeout: 100, resetTimeoutOnProgress: false, onProgress: (report) => seen.push(report) },
  );
  const failed = expect(asked).rejects.toThrow(RequestTimeoutError);
  await tested.wire.next();
  await reportEvery(tested, 90, 1);
  expect(seen).toEqual([{ progress: 1 }]);
  await vi.advanceTimersByTimeAsync(10);
  await failed;
});

test('after what a late response waits for, all of the time starts again, however long that took', async () => {
  const { peer } = await openPeer();
  const login = deferred();
  const waits = [login.promise];
  const asked = peer.request('places/list', {}, { timeout: 100, lateFor: () => waits.shift() });
  const failed = expect(asked).rejects.toMatchObject({ timeout: 100 });
  await vi.advanceTimersByTimeAsync(5_000);
  login.resolve();
  await vi.advanceTimersByTimeAsync(99);
  expect(await isPending(asked)).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  await failed;
});

test.each([-1, NaN])('%d is not a timeout', async (timeout) => {
  const { peer, wire } = await openPeer();
  await expect(peer.request('places/list', {}, { timeout })).rejects.toThrow(RangeError);
  await expect(peer.request('places/list', {}, { maxTotalTimeout: timeout })).rejects.toThrow(RangeError);
  expect(await wire.settled()).toEqual([]);
});

test('0 sets no limit', async () => {
  const { peer, wire } = await openPeer();
  const asked = peer.request('places/list', {}, { timeout: 0 });
  await wire.next();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(100 * 24 * 3_600_000);
  wire.say(result(0, {}));
  expect(await asked).toEqual({});

  const limited = peer.request('places/list', {}, { timeout: 0, maxTotalTimeout: 50 });
  const failed = expect(limited).rejects.toMatchObject({ timeout: 50 });
  await vi.advanceTimersByTimeAsync(50);
  await failed;
});

test('a timeout may be longer than timers can wait', async () => {
  const { peer, wire } = await openPeer();
  const asked = peer.request('places/list', {}, { timeout: Infinity });
  await vi.advanceTimersByTimeAsync(1_000_000);
  await wire.next();
  wire.say(result(0, {}));
  expect(await asked).toEqual({});
});

test('no timer is left behind, however a request ends', async () => {
  const { peer, wire } = await openPeer();
  const controller = new AbortController();
  const ends = [
    peer.request('places/list'),
    peer.request('places/list', {}, { signal: controller.signal }),
    peer.request('places/list'),
  ];
  const settled = Promise.allSettled(ends);
  expect(vi.getTimerCount()).toBe(3);
  wire.say(result(0, {}));
  await ends[0];
  expect(vi.getTimerCount()).toBe(2);
  controller.abort();
  expect(vi.getTimerCount()).toBe(1);
  await peer.close();
  expect(vi.getTimerCount()).toBe(0);
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
});
