/** What processes store in Redis together is shared as `Shares` of the runtime shares what one process holds. */

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Connection } from '../../redis/src/connection.js';
import { RedisShares } from '../../redis/src/shares.js';
import { Shares } from '../../runtime/src/ledger/shares.js';
import { describeWithRedis } from './support.js';

describeWithRedis('shares in Redis', (redis) => {
  /** Takes items of a shared limit. Returns what was lost, and the item itself if it was refused. */
  function takerOf(limit: number, largest: 'refuse' | 'displace' = 'displace') {
    const connection = new Connection(redis.client, () => undefined);
    const shares = new RedisShares(connection, `test-${randomUUID()}:{shares}`, [limit]);
    let rank = 0;
    const take = async (id: string, holder: string, amount = 1): Promise<readonly string[]> => {
      const item = { id, holder, amounts: [amount], rank: ++rank, timeToLive: 60_000 };
      const { isTaken, lost } = await shares.count(item, largest);
      return isTaken || lost.includes(id) ? lost : [...lost, id];
    };
    return { shares, take };
  }

  test('of several largest holders, the one that has held something for longest gives way, whatever its name', async () => {
    const { take } = takerOf(3);
    for (const name of ['b', 'a', 'c']) expect(await take(`of ${name}`, `caller ${name}`)).toEqual([]);
    const lost = [];
    for (const name of ['z', 'y', 'x', 'w']) lost.push(...(await take(`of ${name}`, `caller ${name}`)));
    expect(lost).toEqual(['of b', 'of a', 'of c', 'of z']);
  });

  test('a holder that comes again is a new one', async () => {
    const { shares, take } = takerOf(2);
    for (const name of ['a', 'b']) await take(`of ${name}`, `caller ${name}`);
    await shares.delete('of a');
    await take('of a again', 'caller a');
    expect(await take('of c', 'caller c')).toEqual(['of b']);
  });

  test('all keys of a holder are kept until its last item expires', async () => {
    const key = `test-${randomUUID()}:{shares}`;
    const shares = new RedisShares(new Connection(redis.client, () => undefined), key, [9]);
    const item = { holder: 'caller a', amounts: [1], rank: 1 };
    await shares.count({ ...item, id: 'short', timeToLive: 1_000 }, 'displace');
    await shares.count({ ...item, id: 'long', timeToLive: 60_000 }, 'displace');
    const keys = await redis.keys(`${key}:*`);
    const left = await Promise.all(keys.map(async (each) => [each.slice(key.length), await redis.client.pttl(each)]));
    expect(left.filter(([, time = 0]) => Number(time) < 50_000)).toEqual([]);
    expect(keys).toContain(`${key}:since:1`);
  });

  test('an item that is larger than the limit is lost, and nobody loses anything for it', async () => {
    const { take } = takerOf(3);
    await take('of a', 'caller a', 2);
    await take('of b', 'caller b');
    expect(await take('large', 'caller b', 4)).toEqual(['large']);
  });

  test.each(['refuse', 'displace'] as const)('random holders lose the same as in one process: %s', async (largest) => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const holders = Array.from({ length: 12 }, (_, at) =>
      at < 4 ? `caller ${at}` : `address 10.${at & 1}.${at & 2}.${at}`,
    );
    const { shares, take } = takerOf(20, largest);
    const expected = new Shares<string>(20);
    const held = new Map<string, string>();
    let losses = 0;
    for (let step = 0; step < 400; step++) {
      const holder = holders[random(random(2) === 0 ? 2 : 12)] ?? '';
      const id = `${holder} #${step}`;
      const amount = 1 + random(3);
      const [oldest] = held;
      if (random(4) === 0 && oldest !== undefined) {
        const [item, of] = oldest;
        expected.delete(of, item);
        await shares.delete(item);
        held.delete(item);
        continue;
      }
      const lost: string[] = [];
      const drop = (item: string): void => void lost.push(item);
      // A holder whose item takes the place of its only other one keeps its age.
      expected.add(holder, id, 0);
      const hasRoom =
        largest === 'displace' ? expected.displace(holder, drop, amount) : expected.makeRoom(holder, drop, amount);
      if (hasRoom) expected.add(holder, id, amount);
      else {
        expected.delete(holder, id);
        lost.push(id);
      }
      expect(await take(id, holder, amount), `step ${step}`).toEqual(lost);
      held.set(id, holder);
      for (const item of lost) held.delete(item);
      losses += lost.length;
    }
    expect(losses).toBeGreaterThan(100);
  });
});
