/** Stores in Redis for tests, each with a prefix of its own. */

import { randomUUID } from 'node:crypto';
import type { EndSubscription } from '@mcp-gen/sdk/tasks';
import { createRedisStores, type RedisClient, type RedisStores, type RedisStoresOptions } from '@mcp-gen/redis';
import { Cluster, Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { leaveOut } from '../support/omissions.js';
import { startRedisCluster } from '../support/redisCluster.js';
import { noOwnRedis, noRedis, sharedRedis } from '../support/redisServer.js';
import { findMiscounted } from './miscounted.js';

/** Redis, as the tests of one file use it. */
export interface RedisForTests<Client extends RedisClient = RedisClient> {
  /** Stores that share nothing with others. */
  stores(options?: Partial<RedisStoresOptions>): Promise<RedisStores>;
  /** Another process of the same stores. */
  again(options: Partial<RedisStoresOptions> & { readonly prefix: string }): Promise<RedisStores>;
  /** Says that the test itself changes what processes have stored: then it does not have to be what they count. */
  forge(prefix: string): void;
  /** Returns the keys that match a pattern. */
  keys(pattern: string): Promise<readonly string[]>;
  /** A client that looks at what is there. */
  readonly client: Client;
  /** The URL of a server. */
  readonly url: string;
}

/** A Redis that runs. */
interface Running<Client> {
  readonly url: string;
  /** Connects as one more process. */
  connect(): Client;
  stop(): Promise<void>;
}

/** Registers tests that need Redis, or what is left out without. */
export function describeWithRedis(title: string, define: (redis: RedisForTests<Redis>) => void): void {
  describeWith(title, noRedis, define, async () => {
    const { url, stop } = await sharedRedis();
    return { url, stop, connect: () => new Redis(url) };
  });
}

/** Registers tests that need a Redis cluster, or what is left out without. */
export function describeWithCluster(title: string, define: (redis: RedisForTests<Cluster>) => void): void {
  describeWith(title, noOwnRedis, define, async () => {
    const { ports, stop } = await startRedisCluster();
    const servers = ports.map((port) => ({ host: '127.0.0.1', port }));
    return { url: `redis://127.0.0.1:${ports[0]}`, stop, connect: () => new Cluster(servers) };
  });
}

function describeWith<Client extends Redis | Cluster>(
  title: string,
  missing: string | undefined,
  define: (redis: RedisForTests<Client>) => void,
  start: () => Promise<Running<Client>>,
): void {
  if (missing !== undefined) {
    leaveOut(title, missing);
    return;
  }
  describe(title, () => {
    let running: Running<Client>;
    let client: Client;
    const opened: { readonly stores: RedisStores; readonly client: Client }[] = [];
    /** Ends of subscriptions. */
    const ends: EndSubscription[] = [];
    const prefixes = new Set<string>();
    /** Those of the test that runs. */
    const used = new Set<string>();
    const keys = async (pattern: string): Promise<readonly string[]> => {
      const servers = client instanceof Cluster ? client.nodes('master') : [client];
      return (await Promise.all(servers.map((server) => server.keys(pattern)))).flat();
    };
    beforeAll(async () => {
      running = await start();
      client = running.connect();
    });
    afterEach(async () => {
      const miscounted = async (): Promise<readonly string[]> =>
        (
          await Promise.all(
            Array.from(used, async (prefix) => findMiscounted(client, prefix, await keys(`${prefix}*`))),
          )
        ).flat();
      try {
        await expect.poll(miscounted, { timeout: 5_000 }).toEqual([]);
      } finally {
        used.clear();
      }
    });
    afterAll(async () => {
      await Promise.allSettled(ends.map(async (end) => end()));
      await Promise.all(opened.map(({ stores }) => stores.close()));
      for (const prefix of prefixes) for (const key of await keys(`${prefix}*`)) await client.del(key);
      for (const each of [client, ...opened.map((one) => one.client)]) each.disconnect();
      await running.stop();
    });
    const again: RedisForTests['again'] = async (options) => {
      const own = running.connect();
      const stores = await createRedisStores({ client: own, ...options });
      opened.push({ stores, client: own });
      keepEnds(stores.changes, ends);
      if (stores.taskStore.channel !== undefined) keepEnds(stores.taskStore.channel, ends);
      prefixes.add(options.prefix);
      used.add(options.prefix);
      return stores;
    };
    define({
      again,
      keys,
      forge: (prefix) => void used.delete(prefix),
      stores: (options = {}) => {
        const { prefix = `test-${randomUUID()}:` } = options;
        return again({ ...options, prefix });
      },
      get client() {
        return client;
      },
      get url() {
        return running.url;
      },
    });
  });
}

/** Keeps the functions that end the subscriptions to a channel. */
function keepEnds(
  channel: { subscribe(listener: (message: unknown) => void): EndSubscription | Promise<EndSubscription> },
  ends: EndSubscription[],
): void {
  const subscribe = channel.subscribe.bind(channel);
  channel.subscribe = async (listener) => {
    const end = await subscribe(listener);
    ends.push(end);
    return end;
  };
}
