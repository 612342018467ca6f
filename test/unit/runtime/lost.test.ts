/** What becomes of requests that a transport cannot send: nobody waits for their answers. */

import { expect, test } from 'vitest';
import type { Message, Transport } from '../../../runtime/src/index.js';
import { Peer } from '../../../runtime/src/peer/peer.js';
import { clientInfo } from './fixture.js';
import { heldBytes } from '../../support/heap.js';
import { openPeer, serverProfile } from './support.js';

const LOST = new Error('too much for this channel');

const atOnce = (): Promise<void> => {
  throw LOST;
};
const later = (): Promise<void> => Promise.reject(LOST);
const ways = [
  ['at once', atOnce],
  ['later', later],
] as const;

/** A peer whose transport loses what it is told to. */
async function open(isLost: (message: Message | readonly Message[]) => boolean, lose: () => Promise<void>) {
  const errors: unknown[] = [];
  const sent: unknown[] = [];
  const transport: Transport = {
    start: () => {},
    send: (message) => (isLost(message) ? lose() : void sent.push(message)),
    close: () => {},
  };
  const profile = serverProfile({});
  const peer = new Peer(transport, profile, { onError: (error) => errors.push(error) });
  peer.adopt(profile, { ...clientInfo, capabilities: { places: {} } });
  await peer.start();
  return { peer, errors, sent };
}

test.each(ways)('a request that is lost %s is an error of its caller', async (_, lose) => {
  const { peer, errors } = await open(() => true, lose);
  await expect(peer.request('places/list')).rejects.toBe(LOST);
  expect(errors).toEqual([]);
});

test.each(ways)('a batch that is lost %s is an error of every caller, and reported', async (_, lose) => {
  const { peer, errors } = await open(Array.isArray, lose);
  const calls = peer.batch(() => [
    peer.request('places/list'),
    peer.request('places/list'),
    peer.notify('notifications/told', { text: '' }),
  ]);
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(errors).toEqual([LOST]);
});

test.each(ways)('a cancellation that is lost %s is reported, and no more', async (_, lose) => {
  const isCancellation = (message: Message | readonly Message[]): boolean =>
    'method' in message && message.method === 'notifications/cancelled';
  const { peer, errors } = await open(isCancellation, lose);
  await expect(peer.request('places/list', {}, { timeout: 1 })).rejects.toThrow('within 1 ms');
  expect(errors).toEqual([LOST]);
});

test('a reason to cancel may be anything, also without a text', async () => {
  const { peer, sent } = await open(() => false, later);
  const controller = new AbortController();
  const asked = peer.request('places/list', {}, { signal: controller.signal });
  const reason: unknown = Object.create(null);
  controller.abort(reason);
  await expect(asked).rejects.toBe(reason);
  expect(sent.at(-1)).toMatchObject({ params: { reason: 'A value without a text' } });
});

test('requests that are aborted before the other side is ready leave nothing behind', async () => {
  const { peer } = await openPeer();
  peer.awaitReady(() => undefined);
  const giveUp = async (): Promise<void> => {
    const controller = new AbortController();
    const asked = peer.request('places/list', undefined, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await asked.catch(() => undefined);
  };
  for (let count = 0; count < 100; count++) await giveUp();
  const before = await heldBytes();
  for (let count = 0; count < 2_000; count++) await giveUp();
  expect((await heldBytes()) - before).toBeLessThan(1_000_000);
  await peer.close();
});
