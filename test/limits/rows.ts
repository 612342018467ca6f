/** How each limit that callers share is reached: by the name of its declaration. */

import { randomUUID } from 'node:crypto';
import {
  MemoryAuthorizationStore,
  StoreFullError,
  type MemoryAuthorizationStoreOptions,
} from '@mcp-gen/auth/delegated';
import { createRedisStores } from '@mcp-gen/redis';
import { callerName } from '@mcp-gen/runtime';
import { MemoryTaskStore, type MemoryTaskStoreOptions } from '@mcp-gen/sdk/tasks';
import { expect, onTestFinished } from 'vitest';
import { RateLimit } from '../../auth/src/delegated/rateLimit.js';
import { Pending } from '../../auth/src/server/pending.js';
import { Replays } from '../../auth/src/server/replays.js';
import type { TestService } from '../unit/runtime/httpSupport.js';
import { call, initialize, startService, textOf } from '../unit/runtime/httpSupport.js';
import { rawRequest } from '../support/rawHttp.js';
import { noRedis, sharedRedis } from '../support/redisServer.js';

/** What a caller got. */
export interface Taken {
  readonly id: unknown;
}

/** A limit that is tried. */
export interface Tried {
  /** Takes an item for an address, or a caller that is known by it. Returns undefined if it is refused. */
  readonly take: (address: string) => Promise<Taken | undefined>;
  /** Returns whether an item was not lost. */
  readonly isKept: (item: Taken) => Promise<boolean>;
}

const from = (address: string): { 'x-forwarded-for': string } => ({ 'x-forwarded-for': address });

async function runningHandlers(handlerLimit: number): Promise<Tried> {
  const service: TestService = await startService({ sessions: 'none', trustProxy: true, handlerLimit });
  const answered = new Set<unknown>();
  let count = 0;
  let started: Promise<unknown> | undefined;
  return {
    take: async (address) => {
      const id = ++count;
      started ??= service.waiting.take();
      const answer = rawRequest(service.url, { headers: from(address), body: call(id, 'wait') }).then(() => {
        answered.add(id);
        return undefined;
      });
      if ((await Promise.race([started, answer])) === undefined) return undefined;
      started = undefined;
      return { id };
    },
    isKept: ({ id }) => Promise.resolve(!answered.has(id)),
  };
}

async function openSessions(sessionLimit: number): Promise<Tried> {
  const { url } = await startService({ trustProxy: true, sessionLimit });
  const use = async (address: string, session: unknown): Promise<boolean> => {
    const headers = { ...from(address), 'mcp-session-id': String(session), 'mcp-protocol-version': '2025-11-25' };
    return textOf(await rawRequest(url, { headers, body: call(1, 'echo', 'kept') })) === 'kept';
  };
  return {
    take: async (address) => {
      const { headers } = await rawRequest(url, { headers: from(address), body: initialize() });
      const id = headers['mcp-session-id'];
      if (id === undefined) return undefined;
      await use(address, id);
      return { id };
    },
    isKept: ({ id }) => use('203.0.113.77', id),
  };
}

const holderOf = (address: string): string => callerName(undefined, { address }, 'anyone');

/** @param options the limit of values of 1,000 bytes */
function authorizationStore(kind: string, options: MemoryAuthorizationStoreOptions): Tried {
  const store = new MemoryAuthorizationStore(options);
  let count = 0;
  return {
    take: async (address) => {
      const id = `${kind}:${String(++count).padStart(20, '0')}`;
      const group = kind === 'Grant' ? { group: `grant:${count}` } : {};
      const value = 'v'.repeat(800 - id.length);
      try {
        await store.set(id, value, { lifetime: 60_000, holder: holderOf(address), ...group });
      } catch (error) {
        expect(error).toBeInstanceOf(StoreFullError);
        return undefined;
      }
      return { id };
    },
    isKept: async ({ id }) => (await store.get(String(id))) !== undefined,
  };
}

function rateLimit(total: number): Tried {
  const limit = new RateLimit(1_000, total);
  return {
    take: (address) => Promise.resolve(limit.count(holderOf(address)) === 0 ? { id: address } : undefined),
    isKept: () => Promise.resolve(true),
  };
}

function introspections(limit: number): Tried {
  const pending = new Pending(limit, 1_000);
  const cancelled = new Set<unknown>();
  let count = 0;
  return {
    take: (address) => {
      const id = ++count;
      const end = pending.begin(address, () => cancelled.add(id));
      return Promise.resolve(end && { id });
    },
    isKept: ({ id }) => Promise.resolve(!cancelled.has(id)),
  };
}

/** A proof that is kept cannot be used again. */
function proofs(limit: number): Tried {
  const replays = new Replays(60_000, limit);
  let count = 0;
  return {
    take: (address) => {
      const id = `${holderOf(address)} ${++count}`;
      return Promise.resolve(replays.add(id, holderOf(address), 1_000 + count) === 'new' ? { id } : undefined);
    },
    isKept: ({ id }) => Promise.resolve(replays.add(String(id), String(id).replace(/ \d+$/, ''), 9_999) === 'seen'),
  };
}

/** @param options the limit of records of about 2,000 bytes in memory */
function taskStore(options: MemoryTaskStoreOptions): Tried {
  const store = new MemoryTaskStore(options);
  let count = 0;
  return {
    take: (address) => {
      const id = `task ${++count}`;
      const { length } = address;
      const tool = 't'.repeat(900 - length);
      const times = { createdAt: Date.now(), updatedAt: Date.now(), aliveUntil: Date.now(), ttl: null };
      const caller = holderOf(address);
      try {
        store.set({ id, owner: null, caller, tool, status: 'working', pollInterval: 1_000, ...times });
      } catch (error) {
        expect(error).toMatchObject({ message: expect.stringContaining('The task store is full') });
        return Promise.resolve(undefined);
      }
      return Promise.resolve({ id });
    },
    isKept: ({ id }) => Promise.resolve(store.get(String(id)) !== undefined),
  };
}

async function redisEvents(limit: number): Promise<Tried> {
  const { url, stop } = await sharedRedis();
  const stores = await createRedisStores({
    url,
    prefix: `limits-${randomUUID()}:`,
    bytes: 1_000,
    totalBytes: limit * 1_000,
  });
  onTestFinished(async () => {
    await stores.close();
    await stop();
  });
  const { eventStore } = stores;
  let count = 0;
  return {
    take: async (address) => {
      const session = `session-${++count}`;
      const after = await eventStore.append({ session, stream: 'a', holder: holderOf(address) }, 'x'.repeat(900));
      return { id: `${session} ${after}` };
    },
    isKept: async ({ id }) => {
      const [session = '', after = ''] = String(id).split(' ');
      return (await eventStore.read({ session, stream: 'a' }, after)) !== undefined;
    },
  };
}

/** Rows that cannot be tried on this machine, with the reason. */
export const LEFT_OUT: { readonly [name: string]: string | undefined } = { EVENT_BYTES: noRedis };

/** Opens a service with a small limit. */
export const ROWS: { readonly [name: string]: (limit: number) => Tried | Promise<Tried> } = {
  BYTES: (limit) => authorizationStore('Grant', { byteLimit: limit * 1_000 }),
  CLIENTS: (clientLimit) => authorizationStore('Client', { clientLimit }),
  DOCUMENT_REQUESTS: rateLimit,
  EVENT_BYTES: redisEvents,
  INTROSPECTIONS: introspections,
  LOGINS: (loginLimit) => authorizationStore('Interaction', { loginLimit }),
  OPEN_SESSIONS: openSessions,
  PROOFS: proofs,
  REGISTRATIONS: rateLimit,
  RUNNING_HANDLERS: runningHandlers,
  STORED_TASKS: (maxTasks) => taskStore({ maxTasks }),
  TASK_BYTES: (limit) => taskStore({ maxBytes: limit * 2_500 }),
  VALUES: (entryLimit) => authorizationStore('Grant', { entryLimit }),
};
