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
  for (const id of items.keys()) {
    const expires = await client.zscore(`${base}:expiry`, id);
    if (expires === null) problems.push(`${base} counts ${id}, which never expires`);
    else if (Number(expires) > Date.now() && !(await isStored(client, keys, base, id)))
      problems.push(`${base} counts ${id}, which is gone`);
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

/** Returns whether there is what an item counts. */
async function isStored(client: Client, keys: Keys, base: string, id: string): Promise<boolean> {
  switch (base) {
    case keys.shares('events'):
      return (await client.exists(keys.events(id))) === 1;
    case keys.shares('sessions'):
      return (await client.hexists(keys.session(id), 'record')) === 1;
    case keys.shares('tasks'):
      return (await client.exists(keys.task(id))) === 1;
    default:
      return true;
  }
}

/** The bytes of the events of a session. */
async function ofEvents(client: Client, session: string): Promise<readonly string[]> {
  const bytes = await client.hget(`${session}:session`, 'bytes');
  if (bytes === null) return [];
  const events = await client.xrange(`${session}:events`, '-', '+');
  const sizes = events.map(([, fields]) => Buffer.byteLength(fields[fields.indexOf('d') + 1] ?? ''));
  const sum = sizes.reduce((before, size) => before + size, 0);
  return Number(bytes) === sum ? [] : [`${session} counts ${bytes} bytes of events, not ${sum}`];
}

/** The tasks that have not ended. */
async function ofTasks(client: Client, keys: Keys): Promise<readonly string[]> {
  const unfinished = await client.zrangebyscore(keys.unfinishedTasks, Date.now(), '+inf');
  const gone = await Promise.all(unfinished.map(async (id) => (await client.exists(keys.task(id))) === 0));
  return unfinished.filter((_, at) => gone[at]).map((id) => `the task ${id} has not ended, and is gone`);
}
