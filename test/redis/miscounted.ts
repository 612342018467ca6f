/** What processes count in Redis together has to be what is there, whenever nothing is under way: nothing is counted that has been released. */

import { isDeepStrictEqual } from 'node:util';
import type { Cluster, Redis } from 'ioredis';
import { Keys } from '../../redis/src/keys.js';

type Client = Redis | Cluster;

/** An item of a shared limit, as Redis has it. */
interface Item {
  readonly amounts: readonly number[];
  /** The networks of the holder, and the holder. */
  readonly path: readonly string[];
}

/** What a key has to have: sums by nodes, or the ids of items, each with 1. */
type Sums = Record<string, number>;

/**
 * Returns what is counted wrongly.
 *
 * @param names the names of all keys with the prefix
 */
export async function findMiscounted(
  client: Client,
  prefix: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const keys = new Keys(prefix);
  const bases = new Set(names.flatMap((name) => /^.*\{shares[^}]*\}(?=:(?:items|used:))/.exec(name) ?? []));
  const sessions = names.flatMap((name) => /^.*(?=:session$)/.exec(name) ?? []);
  const found = await Promise.all([
    ...Array.from(bases, (base) => ofShares(client, keys, base, names)),
    ...sessions.map((session) => ofEvents(client, session)),
    ofTasks(client, keys),
  ]);
  return found.flat();
}

/** The sums of a shared limit, the items of its holders, and what it counts. */
async function ofShares(
  client: Client,
  keys: Keys,
  base: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const stored = Object.entries(await client.hgetall(`${base}:items`));
  const items = new Map(stored.map(([id, item]) => [id, JSON.parse(item) as Item]));
  const expected = sumsOf(base, items);
  const counting = names.filter((name) => /:(?:used|of):/.test(name) && name.startsWith(base));
  const problems: string[] = [];
  for (const key of new Set([...counting, ...expected.keys()])) {
    const is = key.startsWith(`${base}:of:`) ? await membersOf(client, key) : await fieldsOf(client, key);
    const should = expected.get(key) ?? {};
    if (!isDeepStrictEqual(is, should)) problems.push(`${key} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`);
  }
  for (const [id, { amounts }] of items) {
    const expires = await client.zscore(`${base}:expiry`, id);
    if (expires === null) problems.push(`${base} counts ${id}, which never expires`);
    else if (Number(expires) > Date.now()) {
      const stored = await amountsOf(client, keys, base, id);
      if (stored !== undefined && !isDeepStrictEqual(amounts, stored))
        problems.push(`${base} counts ${JSON.stringify(amounts)} for ${id}, not ${JSON.stringify(stored)}`);
    }
  }
  return problems;
}

function sumsOf(base: string, items: ReadonlyMap<string, Item>): ReadonlyMap<string, Sums> {
  const expected = new Map<string, Sums>();
  const add = (key: string, name: string, amount: number): void => {
    const sums = expected.get(key) ?? {};
    sums[name] = (sums[name] ?? 0) + amount;
    expected.set(key, sums);
  };
  for (const [id, { amounts, path }] of items) {
    add(`${base}:of:${path.at(-1)}`, id, 1);
    for (const [limit, amount] of amounts.entries())
      for (const node of ['', ...path]) if (amount > 0) add(`${base}:used:${limit + 1}`, node, amount);
  }
  return expected;
}

async function membersOf(client: Client, key: string): Promise<Sums> {
  return Object.fromEntries((await client.zrange(key, '0', '-1')).map((id) => [id, 1]));
}

async function fieldsOf(client: Client, key: string): Promise<Sums> {
  const fields = Object.entries(await client.hgetall(key));
  return Object.fromEntries(fields.flatMap(([node, sum]) => (sum === '0' ? [] : [[node, Number(sum)]])));
}

/** Bytes of an event besides its data, and in units of which the events of a session are counted: those of the store. */
const EVENT_WEIGHT = 100;
const UNIT = 4_096;

/** Returns the amounts of what is stored: zeros for what is gone. Undefined for other limits. */
async function amountsOf(client: Client, keys: Keys, base: string, id: string): Promise<readonly number[] | undefined> {
  switch (base) {
    case keys.shares('events'): {
      const sizes = await sizesOf(client, keys.events(id));
      return [Math.ceil((sum(sizes) + sizes.length * EVENT_WEIGHT) / UNIT) * UNIT];
    }
    case keys.shares('sessions'):
      return [await client.hexists(keys.session(id), 'record')];
    case keys.shares('tasks'): {
      const record = await client.hget(keys.task(id), 'record');
      return record === null ? [0, 0] : [1, Buffer.byteLength(record)];
    }
    default:
      return undefined;
  }
}

/** The bytes of each event. */
async function sizesOf(client: Client, key: string): Promise<readonly number[]> {
  const events = await client.xrange(key, '-', '+');
  return events.map(([, fields]) => Buffer.byteLength(fields[fields.indexOf('d') + 1] ?? ''));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, number) => before + number, 0);
}

/** The bytes of the events of a session. */
async function ofEvents(client: Client, session: string): Promise<readonly string[]> {
  const bytes = await client.hget(`${session}:session`, 'bytes');
  if (bytes === null) return [];
  const stored = sum(await sizesOf(client, `${session}:events`));
  return Number(bytes) === stored ? [] : [`${session} counts ${bytes} bytes of events, not ${stored}`];
}

/** The tasks that have not ended. */
async function ofTasks(client: Client, keys: Keys): Promise<readonly string[]> {
  const unfinished = await client.zrangebyscore(keys.unfinishedTasks, Date.now(), '+inf');
  const gone = await Promise.all(unfinished.map(async (id) => (await client.exists(keys.task(id))) === 0));
  return unfinished.filter((_, at) => gone[at]).map((id) => `the task ${id} has not ended, and is gone`);
}
