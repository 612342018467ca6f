import { expect, test, vi } from 'vitest';
import { RequestTimeoutError } from '../../../runtime/src/errors.js';
import { notification, openPeer, request, result } from './support.js';
import { covers } from '../../support/covers.js';
import { endless } from '../../support/leftovers/endless.js';
import { stopClock } from '../../support/clock.js';

const PING = { jsonrpc: '2.0', id: expect.any(Number) as number, method: 'ping' };

test('a ping is answered at once, whatever else is running', async () => {
  covers('ping-answered');
  const { wire } = await openPeer({ say: () => endless() });
  wire.say(request(1, 'words/say', { text: '' }));
  wire.say(request(2, 'ping'));
  expect(await wire.next()).toEqual(result(2, {}));
});

test('the other side is pinged as often as asked for, and answers keep the connection', async () => {
  covers('ping-periodic');
  const { peer, wire, errors } = await openPeer({}, { ping: { interval: 10, misses: 1 } });
  for (let count = 0; count < 5; count++) {
    const ping = (await wire.next()) as { id: number };
    expect(ping).toEqual(PING);
    wire.say(result(ping.id, {}));
  }
  expect(errors).toEqual([]);
  await peer.close();
  expect(await wire.settled()).toEqual([]);
});

test.each([1_000, 60_000])('pings come at the interval that is set: %d milliseconds', async (interval) => {
  covers('ping-frequency');
  stopClock();
  const { wire } = await openPeer({}, { ping: { interval } });
  await vi.advanceTimersByTimeAsync(interval - 1);
  expect(await wire.settled()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await wire.settled()).toEqual([PING]);
});

test('misses are reported, and the last allowed one closes the connection', async () => {
  covers('ping-failure', 'ping-failure-logged', 'ping-timeout');
  const { peer, wire, errors } = await openPeer({}, { ping: { interval: 10, timeout: 5, misses: 2 } });
  const waiting = peer.request('places/list');
  const refused = expect(waiting).rejects.toMatchObject({ reason: 'timeout' });
  expect(await peer.closed).toMatchObject({
    name: 'ConnectionClosedError',
    reason: 'timeout',
    message: '2 pings in a row were not answered',
  });
  await refused;
  expect(errors).toHaveLength(2);
  for (const error of errors) expect(error).toBeInstanceOf(RequestTimeoutError);
  expect((await wire.settled()).filter((message) => (message as { method: string }).method === 'ping')).toHaveLength(2);
});

test('an answer in time makes up for misses before it', async () => {
  const { peer, wire } = await openPeer({}, { ping: { interval: 15, timeout: 10, misses: 2 } });
  for (let count = 0; count < 3; count++) {
    await wire.next();
    expect(await wire.next()).toMatchObject(notification('notifications/cancelled', {}));
    const { id } = (await wire.next()) as { id: number };
    wire.say(result(id, {}));
  }
  await peer.close();
});

test('a peer that sends anything is alive, whether or not it answers pings', async () => {
  const { peer, wire } = await openPeer({}, { ping: { interval: 20, timeout: 10, misses: 2 } });
  for (let id = 0; id < 15; id++) {
    wire.say(request(id, 'ping'));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(peer.isOpen).toBe(true);
  await peer.close();
});

test('no pings are sent by default', async () => {
  covers('ping-sparing');
  stopClock();
  const { wire } = await openPeer();
  await vi.advanceTimersByTimeAsync(3_600_000);
  vi.useRealTimers();
  expect(await wire.settled()).toEqual([]);
});

test('an interval of 0 sends no pings', async () => {
  stopClock();
  await openPeer({}, { ping: { interval: 1 } });
  expect(vi.getTimerCount()).toBe(1);
  await openPeer({}, { ping: { interval: 0 } });
  expect(vi.getTimerCount()).toBe(1);
});

test.each([-1, NaN])('an interval of %d is refused', async (interval) => {
  await expect(openPeer({}, { ping: { interval } })).rejects.toThrow(RangeError);
});
