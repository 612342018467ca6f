/** The contracts of all stores, in Redis. */

import { randomUUID } from 'node:crypto';
import {
  eventStoreContract,
  sessionRouterContract,
  sessionStoreContract,
  usedStatesContract,
  type ContractCase,
} from '@mcp-gen/runtime/testing';
import { changeBusContract, rateLimiterContract, taskStoreContract } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { PATIENT } from '../stores/support.js';
import { leaveOut } from '../support/omissions.js';
import type { RedisForTests } from './support.js';

/** Registers the cases of all contracts. */
export function testContracts(redis: RedisForTests): void {
  testContract(
    'events',
    eventStoreContract(async () => {
      const prefix = `test-${randomUUID()}:`;
      const { eventStore } = await redis.stores({ prefix });
      return {
        store: eventStore,
        expire: async () => {
          // The bytes of the events expire at the same time.
          const keys = (await redis.keys(`${prefix}*`)).filter((key) => /:(?:events|session)$/.test(key));
          await Promise.all(keys.map((key) => redis.client.del(key)));
        },
      };
    }, PATIENT),
  );
  testContract(
    'sessions',
    sessionStoreContract(async () => ({ store: (await redis.stores()).sessionStore })),
  );
  testContract(
    'session router',
    sessionRouterContract(async () => {
      const prefix = `test-${randomUUID()}:`;
      const [one, other] = [await redis.stores({ prefix, lease: 300 }), await redis.again({ prefix, lease: 300 })];
      return { router: one.sessionRouter, other: other.sessionRouter, sessionStore: one.sessionStore };
    }),
  );
  testContract(
    'used states',
    usedStatesContract(async () => ({ store: (await redis.stores()).requestState.usedStates })),
  );
  testContract(
    'tasks',
    taskStoreContract(async () => ({ store: (await redis.stores()).taskStore })),
  );
  testContract(
    'limits',
    rateLimiterContract(async () => ({
      limiter: (await redis.stores()).rateLimiter({ name: 'calls', perSecond: 20, burst: 4 }),
    })),
  );
  testContract(
    'changes',
    changeBusContract(async () => {
      const prefix = `test-${randomUUID()}:`;
      // The listeners of one case throw on purpose.
      const onError = (): void => undefined;
      const [one, other] = [await redis.stores({ prefix, onError }), await redis.again({ prefix, onError })];
      return { bus: one.changes, other: other.changes };
    }),
  );
}

function testContract(title: string, cases: readonly ContractCase[]): void {
  describe(title, () => {
    for (const { name, leftOut, run } of cases) {
      if (leftOut === undefined) test(name, () => expect(run()).resolves.toBeUndefined());
      else leaveOut(name, leftOut);
    }
  });
}
