/** Several nodes serve the same sessions: with a router in memory, and with Redis. */

import { MemoryChangeBus } from '@mcp-gen/sdk';
import { MemorySessionRouter } from '@mcp-gen/sdk/cluster';
import { MemoryEventStore, MemorySessionStore } from '@mcp-gen/sdk/http';
import { describe } from 'vitest';
import { describeWithRedis } from './support.js';
import { mortal, nodesWith, testNodes } from './testNodes.js';

describe('with a router in memory', () => {
  testNodes(() => {
    const router = new MemorySessionRouter();
    const stores = { eventStore: new MemoryEventStore(), sessionStore: new MemorySessionStore() };
    const changes = new MemoryChangeBus();
    return Promise.resolve(() => {
      const own = mortal(router);
      const shared = { ...stores, changes, sessionRouter: own.router };
      return Promise.resolve({ shared, kill: () => Promise.resolve().then(own.kill) });
    });
  });
});

describeWithRedis('with Redis', (redis) => {
  testNodes(nodesWith(redis));
});
