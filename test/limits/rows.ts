/** How each limit that callers share is reached: by the name of its declaration. */

import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import {
  MemoryAuthorizationStore,
  StoreFullError,
  type MemoryAuthorizationStoreOptions,
} from '@mcp-gen/auth/delegated';
import { createRedisStores, type RedisStores, type RedisStoresOptions } from '@mcp-gen/redis';
import { callerName, Ledger, type LedgerResource } from '@mcp-gen/runtime';
import {
  MemoryEventStore,
  MemorySessionStore,
  type MemoryEventStoreOptions,
  type MemorySessionStoreOptions,
} from '@mcp-gen/runtime/http/server';
import { MemoryTaskStore, type MemoryTaskStoreOptions, type TaskRecord } from '@mcp-gen/sdk/tasks';
import { expect, onTestFinished } from 'vitest';
import { RateLimit } from '../../auth/src/delegated/rateLimit.js';
import { PendingIntrospections } from '../../auth/src/server/introspection.js';
import { Replays } from '../../auth/src/server/replays.js';
import { OpenSockets } from '../../runtime/src/http/server/serveHttp.js';
import { Runs } from '../../runtime/src/stateless/runs.js';
import { Connections } from '../../sdk/src/bridge/connections.js';
import { PendingCall } from '../../sdk/src/bridge/pendingCall.js';
import { PendingCalls } from '../../sdk/src/bridge/pendingCalls.js';
import type { TestService } from '../unit/runtime/httpSupport.js';
import { call, initialize, startService, textOf } from '../unit/runtime/httpSupport.js';
import { atEnd } from '../support/leftovers/endless.js';
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
  const service: TestService = await startService({ sessions: 'none', trustProxy: true, limits: { handlerLimit } });
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
  const { url } = await startService({ trustProxy: true, limits: { sessionLimit } });
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
  const pending = new PendingIntrospections(limit, 1_000);
  const cancelled = new Set<unknown>();
  let count = 0;
  return {
    take: (address) => {
      const id = ++count;
      const end = pending.begin(address, () => cancelled.add(id));
      if (end !== undefined) atEnd(end);
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

/** Returns a record whose size does not depend on the address. */
function taskOf(id: string, address: string): TaskRecord {
  const tool = 't'.repeat(900 - address.length);
  const times = { createdAt: Date.now(), updatedAt: Date.now(), aliveUntil: Date.now(), ttl: null };
  return { id, owner: null, caller: holderOf(address), tool, status: 'working', pollInterval: 1_000, ...times };
}

/** @param options the limit of records of about 2,000 bytes in memory */
function taskStore(options: MemoryTaskStoreOptions): Tried {
  const store = new MemoryTaskStore(options);
  let count = 0;
  return {
    take: (address) => {
      const id = `task ${++count}`;
      try {
        store.set(taskOf(id, address));
      } catch (error) {
        expect(error).toMatchObject({ message: expect.stringContaining('The task store is full') });
        return Promise.resolve(undefined);
      }
      return Promise.resolve({ id });
    },
    isKept: ({ id }) => Promise.resolve(store.get(String(id)) !== undefined),
  };
}

function openSockets(limit: number): Tried {
  const sockets = new OpenSockets(limit);
  return {
    take: (address) => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
      sockets.add(socket);
      atEnd(() => socket.destroy());
      return Promise.resolve(socket.destroyed ? undefined : { id: socket });
    },
    isKept: ({ id }) => Promise.resolve(!(id as Socket).destroyed),
  };
}

function rememberedRuns(limit: number): Tried {
  const runs = new Runs(limit);
  const expires = Date.now() + 60_000;
  let count = 0;
  return {
    take: (address) => {
      const id = String(++count);
      return Promise.resolve(runs.isNew({ id, expires }, holderOf(address)) ? { id } : undefined);
    },
    isKept: ({ id }) => Promise.resolve(!runs.isNew({ id: String(id), expires }, holderOf('203.0.113.77'))),
  };
}

function bridgeConnections(connectionLimit: number): Tried {
  const connections = new Connections({ connectionLimit, callerConnectionLimit: Infinity });
  const closed = new Set<unknown>();
  let count = 0;
  return {
    take: (address) => {
      const id = ++count;
      const connection = { holder: holderOf(address), isUnused: () => false, close: () => closed.add(id) };
      atEnd(() => connections.remove(connection));
      try {
        connections.add(connection);
      } catch (error) {
        expect(error).toMatchObject({ message: expect.stringContaining('no caller has more than this one') });
        return Promise.resolve(undefined);
      }
      return Promise.resolve({ id });
    },
    isKept: ({ id }) => Promise.resolve(!closed.has(id)),
  };
}

function waitingCalls(limit: number): Tried {
  const quota = new Ledger().connection('bridge');
  const calls = new PendingCalls(limit, 60_000, quota);
  return {
    take: (address) => {
      const caller = holderOf(address);
      const nothing = (): void => undefined;
      const call: PendingCall = new PendingCall(undefined, {
        caller,
        holder: caller,
        send: () => nothing,
        keep: (kept) => calls.keep(kept),
        timeout: 60_000,
        quota,
        onSettled: nothing,
        onEnd: () => calls.delete(call),
      });
      atEnd(() => calls.delete(call));
      try {
        return Promise.resolve({ id: [calls.keep(call), caller] });
      } catch (error) {
        expect(error).toMatchObject({ message: expect.stringContaining('no caller has more than this one') });
        return Promise.resolve(undefined);
      }
    },
    isKept: ({ id }) => {
      const [handle, caller] = id as readonly [string, string];
      try {
        calls.find(handle, caller);
        return Promise.resolve(true);
      } catch {
        return Promise.resolve(false);
      }
    },
  };
}

/** @param options the limit of records of 1,000 characters */
function sessionStore(options: MemorySessionStoreOptions): Tried {
  const store = new MemorySessionStore(options);
  let count = 0;
  return {
    take: (address) => {
      const id = `session ${++count}`;
      const record = {
        holder: holderOf(address),
        revision: '1',
        client: { name: '', version: '1', capabilities: {} },
        state: {},
      };
      const name = 'n'.repeat(1_000 - JSON.stringify(record).length);
      store.set(id, { ...record, client: { ...record.client, name } });
      return Promise.resolve({ id });
    },
    isKept: ({ id }) => Promise.resolve(store.get(String(id)) !== undefined),
  };
}

/** @param options the limit of sessions of 2,000 characters */
function memoryEvents(options: MemoryEventStoreOptions): Tried {
  const store = new MemoryEventStore(options);
  let count = 0;
  return {
    take: (address) => {
      const session = `session ${++count}`;
      const id = store.append({ session, stream: 'a', holder: holderOf(address) }, 'x'.repeat(800));
      return Promise.resolve({ id: { session, id } });
    },
    isKept: ({ id: item }) => {
      const { session, id } = item as { readonly session: string; readonly id: string };
      return Promise.resolve(store.read({ session, stream: 'a' }, id) !== undefined);
    },
  };
}

/** Large enough that it is not in the reserve of each account. */
const ITEM_BYTES = 2 ** 20;

function bytesOf(resource: LedgerResource): (limit: number) => Tried {
  return (limit) => {
    const ledger = new Ledger({ [resource]: { caller: Infinity, total: limit * ITEM_BYTES } });
    return {
      take: (address) => {
        const account = ledger.account(holderOf(address));
        return Promise.resolve(account.take(resource, ITEM_BYTES) ? { id: account } : undefined);
      },
      isKept: () => Promise.resolve(true),
    };
  };
}

/** Returns the stores of two processes, in turn. */
async function redisStores(options: Partial<RedisStoresOptions>): Promise<() => RedisStores> {
  const { url, stop } = await sharedRedis();
  const shared = { url, prefix: `limits-${randomUUID()}:`, ...options };
  const [one, other] = [await createRedisStores(shared), await createRedisStores(shared)];
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
    await stop();
  });
  let count = 0;
  return () => (++count % 2 === 0 ? one : other);
}

async function redisEvents(limit: number): Promise<Tried> {
  const stores = await redisStores({ bytes: 1_000, totalBytes: limit * 4_096 });
  let count = 0;
  return {
    take: async (address) => {
      const session = `session-${++count}`;
      const key = { session, stream: 'a', holder: holderOf(address) };
      return { id: [session, await stores().eventStore.append(key, 'x'.repeat(900))] };
    },
    isKept: async ({ id }) => {
      const [session, after] = id as readonly [string, string];
      return (await stores().eventStore.read({ session, stream: 'a' }, after)) !== undefined;
    },
  };
}

async function redisSessions(maxSessions: number): Promise<Tried> {
  const stores = await redisStores({ maxSessions });
  const client = { name: 'a', version: '1', capabilities: {} };
  let count = 0;
  return {
    take: async (address) => {
      const id = `session-${++count}`;
      await stores().sessionStore.set(id, { holder: holderOf(address), revision: '1', client, state: {} });
      return { id };
    },
    isKept: async ({ id }) => (await stores().sessionStore.get(String(id))) !== undefined,
  };
}

/** @param options the limit of records of about 1,000 bytes */
async function redisTasks(options: Partial<RedisStoresOptions>): Promise<Tried> {
  const stores = await redisStores(options);
  let count = 0;
  return {
    take: async (address) => {
      const id = `task ${++count}`;
      try {
        await stores().taskStore.set(taskOf(id, address));
      } catch (error) {
        expect(error).toMatchObject({ message: expect.stringContaining('The task store in Redis is full') });
        return undefined;
      }
      return { id };
    },
    isKept: async ({ id }) => (await stores().taskStore.get(String(id))) !== undefined,
  };
}

/** Rows that cannot be tried on this machine, with the reason. */
export const LEFT_OUT: { readonly [name: string]: string | undefined } = {
  REDIS_EVENT_BYTES: noRedis,
  REDIS_SESSIONS: noRedis,
  REDIS_TASK_BYTES: noRedis,
  REDIS_TASKS: noRedis,
};

/** Opens a service with a small limit. */
export const ROWS: { readonly [name: string]: (limit: number) => Tried | Promise<Tried> } = {
  BRIDGE_CONNECTIONS: bridgeConnections,
  BYTES: (limit) => authorizationStore('Grant', { byteLimit: limit * 1_000 }),
  CLIENTS: (clientLimit) => authorizationStore('Client', { clientLimit }),
  DOCUMENT_REQUESTS: rateLimit,
  EVENT_CHARACTERS: (limit) => memoryEvents({ totalCharacters: limit * 2_000 }),
  EVENT_SESSIONS: (sessions) => memoryEvents({ sessions }),
  INTROSPECTIONS: introspections,
  LOGINS: (loginLimit) => authorizationStore('Interaction', { loginLimit }),
  OPEN_SESSIONS: openSessions,
  OPEN_SOCKETS: openSockets,
  OUTPUT_BYTES: bytesOf('output'),
  PROOFS: proofs,
  READING_BYTES: bytesOf('reading'),
  REDIS_EVENT_BYTES: redisEvents,
  REDIS_SESSIONS: redisSessions,
  REDIS_TASK_BYTES: (limit) => redisTasks({ maxTaskBytes: limit * 1_150 + 100 }),
  REDIS_TASKS: (maxTasks) => redisTasks({ maxTasks }),
  REGISTRATIONS: rateLimit,
  REMEMBERED_RUNS: rememberedRuns,
  RETAINED_BYTES: bytesOf('retained'),
  RUNNING_HANDLERS: runningHandlers,
  SESSION_RECORD_CHARACTERS: (limit) => sessionStore({ totalCharacters: limit * 1_000 }),
  SESSION_RECORDS: (sessions) => sessionStore({ sessions }),
  STORED_TASKS: (maxTasks) => taskStore({ maxTasks }),
  TASK_BYTES: (limit) => taskStore({ maxBytes: limit * 2_500 }),
  VALUES: (entryLimit) => authorizationStore('Grant', { entryLimit }),
  WAITING_CALLS: waitingCalls,
};
