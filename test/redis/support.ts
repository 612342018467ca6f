/** Stores in Redis for tests, each with a prefix of its own. */

import { randomUUID } from 'node:crypto';
import { createRedisStores, type RedisStores, type RedisStoresOptions } from '@mcp-gen/redis';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractCase } from '@mcp-gen/runtime/testing';
import { leaveOut } from '../support/omissions.js';
import { noRedis, sharedRedis } from '../support/redisServer.js';

/** Redis, as the tests of one file use it. */
export interface RedisForTests {
  /** Stores that share nothing with others. */
  stores(options?: Partial<RedisStoresOptions>): Promise<RedisStores>;
  /** Another process of the same stores. */
  again(options: Partial<RedisStoresOptions>): Promise<RedisStores>;
  /** A client that looks at what is there. */
  readonly client: Redis;
  readonly url: string;
}

/** Registers tests that need Redis, or what is left out without. */
export function describeWithRedis(title: string, define: (redis: RedisForTests) => void): void {
  if (noRedis !== undefined) {
    leaveOut(title, noRedis);
    return;
  }
  describe(title, () => {
    let server: Awaited<ReturnType<typeof sharedRedis>>;
    let client: Redis;
    const open: RedisStores[] = [];
    const prefixes: string[] = [];
    beforeAll(async () => {
      server = await sharedRedis();
      client = new Redis(server.url);
    });
    afterAll(async () => {
      await Promise.all(open.map((stores) => stores.close()));
      for (const prefix of prefixes) {
        const keys = await client.keys(`${prefix}*`);
        if (keys.length > 0) await client.del(...keys);
      }
      client.disconnect();
      await server.stop();
    });
    const again = async (options: Partial<RedisStoresOptions>): Promise<RedisStores> => {
      const stores = await createRedisStores({ url: server.url, ...options });
      open.push(stores);
      return stores;
    };
    define({
      again,
      stores(options = {}) {
        const prefix = `test-${randomUUID()}:`;
        prefixes.push(prefix);
        return again({ prefix, ...options });
      },
      get client() {
        return client;
      },
      get url() {
        return server.url;
      },
    });
  });
}

/** Registers the cases of a contract. */
export function testContract(title: string, cases: readonly ContractCase[]): void {
  describe(title, () => {
    for (const { name, leftOut, run } of cases) {
      if (leftOut === undefined) test(name, () => expect(run()).resolves.toBeUndefined());
      else leaveOut(name, leftOut);
    }
  });
}
