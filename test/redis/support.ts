/** Stores in Redis for tests, each with a prefix of its own. */

import { randomUUID } from 'node:crypto';
import { createRedisStores, type RedisClient, type RedisStores, type RedisStoresOptions } from '@mcp-gen/redis';
import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe } from 'vitest';
import { leaveOut } from '../support/omissions.js';
import { startRedisCluster } from '../support/redisCluster.js';
import { noOwnRedis, noRedis, sharedRedis } from '../support/redisServer.js';

/** Redis, as the tests of one file use it. */
export interface RedisForTests<Client extends RedisClient = RedisClient> {
  /** Stores that share nothing with others. */
  stores(options?: Partial<RedisStoresOptions>): Promise<RedisStores>;
  /** Another process of the same stores. */
  again(options: Partial<RedisStoresOptions>): Promise<RedisStores>;
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
    const prefixes: string[] = [];
    const keys = async (pattern: string): Promise<readonly string[]> => {
      const servers = client instanceof Cluster ? client.nodes('master') : [client];
      return (await Promise.all(servers.map((server) => server.keys(pattern)))).flat();
    };
    beforeAll(async () => {
      running = await start();
      client = running.connect();
    });
    afterAll(async () => {
      await Promise.all(opened.map(({ stores }) => stores.close()));
      for (const prefix of prefixes) for (const key of await keys(`${prefix}*`)) await client.del(key);
      for (const each of [client, ...opened.map((one) => one.client)]) each.disconnect();
      await running.stop();
    });
    const again = async (options: Partial<RedisStoresOptions>): Promise<RedisStores> => {
      const own = running.connect();
      const stores = await createRedisStores({ client: own, ...options });
      opened.push({ stores, client: own });
      return stores;
    };
    define({
      again,
      keys,
      stores(options = {}) {
        const prefix = `test-${randomUUID()}:`;
        prefixes.push(prefix);
        return again({ prefix, ...options });
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
