/** The stores in Redis keep to the contracts of stores, within their limits. */

import { randomUUID } from 'node:crypto';
import { StaleClaimError, type SessionRecord } from '@mcp-gen/runtime/http/server';
import type { RouterMember, RouterNode } from '@mcp-gen/runtime/cluster';
import { createRedisStores, type RedisStores, type RedisStoresOptions } from '@mcp-gen/redis';
import type { Change, ChangeBus } from '@mcp-gen/sdk';
import type { TaskRecord } from '@mcp-gen/sdk/tasks';
import { expect, test, vi } from 'vitest';
import { Mailbox } from '../support/mailbox.js';
import { testContracts } from './contracts.js';
import { describeWithRedis } from './support.js';

const RECORD: SessionRecord = {
  owner: 'ada',
  revision: '2025-11-25',
  client: { name: 'test', version: '1.0.0', capabilities: {} },
  state: {},
};

const TASK: TaskRecord = {
  id: 'a'.repeat(32),
  owner: null,
  tool: 'report',
  status: 'working',
  createdAt: Date.now(),
  updatedAt: Date.now(),
  ttl: 60_000,
  pollInterval: 1_000,
  aliveUntil: Date.now() + 30_000,
};

const NO_MEMBER: RouterMember = { received: none, interrupted: none, lost: none, forgotten: none, report: none };

/** What a test ends a session with. */
interface Used {
  readonly stores: RedisStores;
  readonly node: RouterNode;
  /** The sessions that the node has lost. */
  readonly lost: Mailbox<string>;
  readonly prefix: string;
}

describeWithRedis('in Redis', (redis) => {
  testContracts(redis);

  test('events are dropped beyond their number, and beyond their bytes', async () => {
    const key = { session: 's', stream: 'a.1' };
    const byNumber = (await redis.stores({ events: 10 })).eventStore;
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) ids.push(await byNumber.append(key, `{"n":${n}}`));
    expect(await byNumber.read(key, ids[1] ?? '')).toBeUndefined();
    expect((await byNumber.read(key, ids[2] ?? ''))?.events).toHaveLength(9);

    const prefix = `test-${randomUUID()}:`;
    const byBytes = (await redis.stores({ prefix, bytes: 1_000 })).eventStore;
    const large: string[] = [];
    for (let n = 0; n < 32; n++) large.push(await byBytes.append(key, `"${'x'.repeat(98)}"`));
    expect(await byBytes.read(key, large.at(-11) ?? '')).toBeUndefined();
    expect((await byBytes.read(key, large.at(-10) ?? ''))?.events).toHaveLength(9);
    expect(await redis.client.hget(`${prefix}{s:s}:session`, 'bytes')).toBe('1000');
    await byBytes.append(key, `"${'x'.repeat(2_000)}"`);
    expect(await redis.client.xlen(`${prefix}{s:s}:events`)).toBe(0);
    expect(await redis.client.hget(`${prefix}{s:s}:session`, 'bytes')).toBe('0');
  });

  test('a session is not counted when its events are forgotten, or one of them was too large to keep', async () => {
    const prefix = `test-${randomUUID()}:`;
    const { eventStore } = await redis.stores({ prefix, bytes: 1_000 });
    const counted = (): Promise<readonly string[]> => redis.client.hkeys(`${prefix}{shares:events}:items`);
    for (const session of ['forgotten', 'large', 'kept']) await eventStore.append({ session, stream: 'a.1' }, '{}');
    expect((await counted()).toSorted()).toEqual(['forgotten', 'kept', 'large']);
    await eventStore.forget('forgotten');
    await eventStore.append({ session: 'large', stream: 'a.1' }, `"${'x'.repeat(2_000)}"`);
    expect(await counted()).toEqual(['kept']);
  });

  test('all that is kept expires, and is kept as long as its process has the session', async () => {
    const prefix = `test-${randomUUID()}:`;
    const ttl = 3_000;
    // What is refreshed each second may be late by two.
    const later = { timeout: 20_000 };
    const stores = await redis.stores({ prefix, ttl });
    await stores.sessionStore.set('one', RECORD);
    await stores.eventStore.append({ session: 'one', stream: 'a.1' }, '{}');
    await stores.eventStore.append({ session: 'other', stream: 'a.1' }, '{}');
    await stores.changes.publish({ method: 'notifications/tools/list_changed' });
    const lasting = [`${prefix}{changes}:number`, `${prefix}{keys}`];
    const kept = [`${prefix}{s:one}:events`, `${prefix}{s:one}:session`];
    const keys = async (): Promise<readonly string[]> =>
      (await redis.client.keys(`${prefix}*`)).filter((key) => !key.includes('{shares:')).sort();
    const counted = async (kind: string): Promise<readonly string[]> =>
      redis.client.hkeys(`${prefix}{shares:${kind}}:items`);
    expect((await counted('events')).toSorted()).toEqual(['one', 'other']);
    await expect.poll(keys, later).toEqual([...lasting, ...kept].sort());
    await expect.poll(() => counted('events'), later).toEqual(['one']);
    expect(await counted('sessions')).toEqual(['one']);
    expect(await stores.sessionStore.get('one')).toEqual(RECORD);
    const shares = ['expiry', 'in:1:', 'items', 'of:anyone', 'since:1', 'used:1'].map(
      (name) => `${prefix}{shares:events}:${name}`,
    );
    expect((await redis.client.keys(`${prefix}{shares:events}:*`)).toSorted()).toEqual(shares);
    // They are kept for twice that time at first, of which half is over.
    const leastLeft = async (): Promise<number> =>
      Math.min(...(await Promise.all(shares.map((key) => redis.client.pttl(key)))));
    await expect.poll(leastLeft, later).toBeGreaterThan(ttl);
    await stores.close();
    await expect.poll(keys, later).toEqual(lasting);
    await expect.poll(() => redis.client.keys(`${prefix}{shares:*`), later).toEqual([]);
  }, 90_000);

  test.each<[string, (used: Used) => Promise<void>]>([
    [
      'is deleted',
      async ({ stores }) => {
        await stores.sessionStore.set('one', RECORD);
        await stores.sessionStore.delete('one');
      },
    ],
    [
      'another node has claimed, and this one deletes,',
      async ({ stores, prefix }) => {
        await stores.sessionStore.set('one', RECORD);
        await redis.client.hset(`${prefix}{s:one}:session`, 'claim', 2);
        await expect(stores.sessionStore.delete('one', 1)).rejects.toBeInstanceOf(StaleClaimError);
      },
    ],
    [
      'is closed by its node',
      async ({ node }) => {
        await node.open('one');
        await node.close('one');
      },
    ],
    [
      'is left behind by its node',
      async ({ node }) => {
        await node.open('one');
        await node.leave();
      },
    ],
    [
      'another node has claimed',
      async ({ node, lost, prefix }) => {
        const claim = await node.open('one');
        await redis.client.hset(`${prefix}{s:one}:session`, 'node', randomUUID(), 'claim', claim + 1);
        // The node finds out when it has lost its lease.
        await redis.client.del(`${prefix}{n:${node.id}}`);
        expect(await lost.take()).toBe('one');
      },
    ],
  ])(
    'a session that %s is no longer refreshed',
    async (_, end) => {
      const prefix = `test-${randomUUID()}:`;
      const stores = await redis.stores({ prefix, ttl: 900, lease: 300 });
      const lost = new Mailbox<string>();
      const node = stores.sessionRouter.join({ ...NO_MEMBER, lost: lost.put });
      await end({ stores, node, lost, prefix });
      // A key that is refreshed each 300 milliseconds would not expire.
      const key = `${prefix}{s:one}:session`;
      await redis.client.hset(key, 'record', '{}');
      await redis.client.pexpire(key, 900);
      await expect.poll(() => redis.client.exists(key), { timeout: 20_000 }).toBe(0);
    },
    90_000,
  );

  test('a write under an older claim is refused, and an event that is sent again is kept once', async () => {
    const { eventStore, sessionStore, sessionRouter } = await redis.stores();
    const node = sessionRouter.join(NO_MEMBER);
    const claim = await node.open('one');
    const key = { session: 'one', stream: 'a.1', claim: claim + 1 };
    expect(await eventStore.append(key, '{}')).toBe(`${claim + 1}-1`);
    await expect(eventStore.append({ ...key, claim: claim - 1 }, '{}')).rejects.toBeInstanceOf(StaleClaimError);
    await expect(sessionStore.set('one', RECORD, claim - 1)).rejects.toBeInstanceOf(StaleClaimError);
    await expect(sessionStore.delete('one', claim - 1)).rejects.toBeInstanceOf(StaleClaimError);
    await sessionStore.set('one', RECORD, claim);
    expect(await sessionStore.get('one')).toEqual(RECORD);
  });

  test('a task that has ended is not begun again by what an earlier state says', async () => {
    const { taskStore } = await redis.stores();
    const ended: TaskRecord = { ...TASK, status: 'cancelled', updatedAt: TASK.updatedAt + 5 };
    await taskStore.set(TASK);
    await taskStore.set(ended);
    await taskStore.set({ ...TASK, updatedAt: TASK.updatedAt + 4 });
    expect(await taskStore.get(TASK.id)).toEqual(ended);
    expect(await taskStore.unfinished?.()).toEqual([]);
  });

  test('tasks that have ended make room for those of others, tasks that run do not, whichever are older', async () => {
    const { taskStore } = await redis.stores({ maxTasks: 2 });
    const [runs, ended, next] = ['a', 'b', 'c'].map((letter, at): TaskRecord => ({
      ...TASK,
      id: letter.repeat(32),
      createdAt: TASK.createdAt + at,
      owner: letter === 'c' ? 'bob' : 'ada',
      ...(letter === 'b' && { status: 'cancelled' }),
    }));
    for (const record of [runs, ended, next]) await taskStore.set(record as TaskRecord);
    expect((await taskStore.unfinished?.())?.toSorted()).toEqual([runs?.id, next?.id]);
    expect(await taskStore.get(ended?.id ?? '')).toBeUndefined();
  });

  test('a limit is shared by all processes, and limits of other names are not', async () => {
    const prefix = `test-${randomUUID()}:`;
    const [one, other] = [await redis.stores({ prefix }), await redis.again({ prefix })];
    const options = { name: 'calls', perSecond: 0.001, burst: 2 };
    const [here, there] = [one.rateLimiter(options), other.rateLimiter(options)];
    expect(await here.take('a')).toEqual({ allowed: true });
    expect(await there.take('a')).toEqual({ allowed: true });
    expect(await here.take('a')).toMatchObject({ allowed: false });
    expect(await there.take('a')).toMatchObject({ allowed: false });
    expect(await other.rateLimiter({ ...options, name: 'logs' }).take('a')).toEqual({ allowed: true });
  });

  test('changes that were missed are told in order, or else all lists are told to have changed', async () => {
    const prefix = `test-${randomUUID()}:`;
    const errors = new Mailbox<unknown>();
    const one = await redis.stores({ prefix, changes: 1_000 });
    const other = await redis.again({ prefix, onError: errors.put });
    const told = new Mailbox<Change>();
    await other.changes.subscribe(told.put);
    const updated = (n: number): Change => ({ method: 'notifications/resources/updated', uri: `notes:${n}` });
    await one.changes.publish(updated(1));
    expect(await told.take()).toEqual(updated(1));
    // As if the subscriber had been away: what is published meanwhile is in the log alone.
    const lost = [updated(2), updated(3)];
    for (const [at, change] of lost.entries()) {
      await redis.client.set(`${prefix}{changes}:number`, at + 2);
      await redis.client.xadd(`${prefix}{changes}:log`, `${at + 2}-1`, 'c', JSON.stringify(change));
    }
    await one.changes.publish(updated(4));
    expect([await told.take(), await told.take(), await told.take()]).toEqual([...lost, updated(4)]);
    await redis.client.set(`${prefix}{changes}:number`, 20);
    await one.changes.publish(updated(21));
    const all = [await told.take(), await told.take(), await told.take()];
    expect(all.map(({ method }) => method)).toEqual([
      'notifications/resources/list_changed',
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
    ]);
    expect(String(await errors.take())).toContain('Changes were lost');
  });

  test.each([
    ['changes', ({ changes }: RedisStores) => changes],
    ['messages about tasks', ({ taskStore }: RedisStores) => taskStore.channel as ChangeBus],
  ])('a subscription to %s that Redis refuses can be repeated, and ends', async (_, busOf) => {
    const prefix = `test-${randomUUID()}:`;
    const client = redis.client.duplicate();
    const subscriber = client.duplicate();
    vi.spyOn(subscriber, 'subscribe').mockRejectedValueOnce(new Error('Busy'));
    vi.spyOn(client, 'duplicate').mockReturnValueOnce(subscriber);
    const bus = busOf(await redis.again({ prefix, client }));
    const told = new Mailbox<unknown>();
    await expect(bus.subscribe(told.put)).rejects.toThrow('Busy');
    const ends = [await bus.subscribe(told.put), await bus.subscribe(told.put)];
    const change: Change = { method: 'notifications/tools/list_changed' };
    await bus.publish(change);
    expect([await told.take(), await told.take()]).toEqual([change, change]);
    for (const end of ends) await end();
    expect(await redis.client.pubsub('CHANNELS', `${prefix}*`)).toEqual([]);
  });

  test('all processes seal states with one secret', async () => {
    const prefix = `test-${randomUUID()}:`;
    const [one, other] = [await redis.stores({ prefix }), await redis.again({ prefix })];
    expect(one.requestState.keys).toEqual(other.requestState.keys);
    expect((await redis.stores()).requestState.keys).not.toEqual(one.requestState.keys);
    await redis.client.set(`${prefix}{keys}`, 'short');
    await expect(redis.again({ prefix })).rejects.toThrow('Redis does not respond, or rejects');
  });

  test.each<[Partial<RedisStoresOptions>, string]>([
    [{ prefix: '{a}' }, 'Invalid option "prefix"'],
    [{ prefix: '' }, 'Invalid option "prefix"'],
    [{ ttl: 1 }, 'Invalid option "ttl"'],
    [{ lease: Number.NaN }, 'Invalid option "lease"'],
    [{ events: 0 }, 'Invalid option "events"'],
    [{ url: undefined }, 'expected exactly one of "url" and "client"'],
    [{ prefx: 'a' } as never, 'Unknown option "prefx"'],
  ])('the options %j are refused', async (options, message) => {
    await expect(createRedisStores({ url: redis.url, ...options })).rejects.toThrow(message);
  });

  test('Redis that does not answer is an error at once', async () => {
    const client = redis.client.duplicate({ lazyConnect: true, port: 1, maxRetriesPerRequest: 0 });
    await expect(createRedisStores({ client, onError: none })).rejects.toThrow('Redis does not respond');
    client.disconnect();
  });
});

function none(): void {
  // Nothing is expected.
}
