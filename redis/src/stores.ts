import { randomBytes } from 'node:crypto';
import {
  allOf,
  checkOptions,
  count,
  finite,
  FUNCTION,
  kind,
  matching,
  OBJECT,
  repeating,
  REQUEST_STATE_OPTIONS,
  STRING,
  withDefaults,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import { reportToStderr, type RequestStateOptions, type UsedStates } from '@mcp-gen/runtime';
import type { SessionRouter } from '@mcp-gen/runtime/cluster';
import type { EventStore, SessionStore } from '@mcp-gen/runtime/http/server';
import type { ChangeBus, RateLimiter } from '@mcp-gen/sdk';
import type { TaskStore } from '@mcp-gen/sdk/tasks';
import { RedisChangeBus } from './changeBus.js';
import { Connection, type RedisClient } from './connection.js';
import { RedisEventStore } from './eventStore.js';
import { Keys } from './keys.js';
import { REDIS_EVENT_BYTES, REDIS_SESSIONS, REDIS_TASK_BYTES, REDIS_TASKS } from './limits.js';
import { RedisRateLimiter, type RedisRateLimitOptions } from './rateLimiter.js';
import { Refresher } from './refresher.js';
import { RedisSessionRouter } from './router.js';
import { RedisSessionStore } from './sessionStore.js';
import { RedisShares } from './shares.js';
import { RedisTaskStore } from './taskStore.js';

/** Options of {@link createRedisStores}. Exactly one of `url` and `client` must be set. */
export interface RedisStoresOptions {
  /** The URL of a Redis server, such as `redis://127.0.0.1:6379`, or `rediss://` with TLS. Default: `client` is used. */
  readonly url?: string | undefined;
  /** A client of `ioredis` for a server or a cluster. It is not closed. Channels use a second connection. Default: `url` is used. */
  readonly client?: RedisClient | undefined;
  /**
   * The prefix of all keys and channels: 1 to 100 letters, digits, or any of `. _ : -`. Only servers with the same prefix share data. Default
   * `mcp:`.
   */
  readonly prefix?: string | undefined;
  /** Milliseconds that sessions and events are kept without a change and without a process. Default 1,800,000: half an hour. */
  readonly ttl?: number | undefined;
  /** Maximum number of events of one session; the oldest are dropped first. Default 1,000. */
  readonly events?: number | undefined;
  /** Maximum number of bytes of the events of one session; the oldest are dropped first. Default 1,048,576. */
  readonly bytes?: number | undefined;
  /**
   * Maximum number of bytes of the events of all sessions, of all processes with the same prefix. Each session counts in units of 4,096 bytes.
   * At the limit, the caller with the most loses the events of its oldest session, whose streams cannot be resumed then. Default 268,435,456:
   * 256 MiB.
   */
  readonly totalBytes?: number | undefined;
  /**
   * Maximum number of records of sessions of all these processes. At the limit, the caller with the most loses the one that was written least
   * recently; its session ends with its process. Default 100,000.
   */
  readonly maxSessions?: number | undefined;
  /** Maximum number of tasks of all these processes. At the limit, the caller with the most loses one. Default 10,000. */
  readonly maxTasks?: number | undefined;
  /** Maximum bytes of the records of these tasks. At the limit, the caller with the most loses tasks. Default 268,435,456: 256 MiB. */
  readonly maxTaskBytes?: number | undefined;
  /** Number of changes that are kept for servers that missed some. Default 1,000. */
  readonly changes?: number | undefined;
  /**
   * Milliseconds after which a node that has not renewed its lease counts as stopped, and others take over its sessions. A node renews it three
   * times as often. Default 3,000.
   */
  readonly lease?: number | undefined;
  /**
   * Secrets that encrypt request states, as `keys` of `requestState`. Default: a random secret in Redis that all processes share.
   */
  readonly keys?: RequestStateOptions['keys'] | undefined;
  /** Called for errors that no caller receives. Default: one line each on stderr. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The stores of one process. Processes with the same Redis and prefix share their data. */
export interface RedisStores {
  /** The events of streams: the option `eventStore` of `serveHttp`. */
  readonly eventStore: EventStore;
  /** The records of sessions: the option `sessionStore` of `serveHttp`. */
  readonly sessionStore: SessionStore;
  /** Lets every process receive the requests of every session: the option `sessionRouter` of `serveHttp`, with both stores above. */
  readonly sessionRouter: SessionRouter;
  /** Carries changes to the clients of all processes: the option `changes` of `Server`. */
  readonly changes: ChangeBus;
  /** Tasks: the option `store` of `tasks`. */
  readonly taskStore: TaskStore;
  /** Shared keys, and single use of states: the option `requestState` of `serveHttp`. */
  readonly requestState: {
    /** The secrets. */
    readonly keys: NonNullable<RequestStateOptions['keys']>;
    /** Lets each state be used once. */
    readonly usedStates: UsedStates;
  };
  /**
   * Creates a rate limit that all processes share: one of the `rateLimits` of `Server`.
   *
   * @throws {TypeError | RangeError} if an option is invalid. The message names it.
   */
  rateLimiter(options: RedisRateLimitOptions): RateLimiter;
  /** Releases the leases, and closes the connections that were opened here. Call it after closing the server. */
  close(): Promise<void>;
}

/** The least time that is kept, since Redis and its clients take a part of it. */
const LEAST_TIME = 100;

/** What is read of a client. */
interface ConfiguredClient {
  readonly options?: { readonly keyPrefix?: string | null };
}

/** Channels would lack a prefix of the client. */
const UNPREFIXED = kind(
  'a client without keyPrefix. Use the option "prefix"',
  (client) => ((client as ConfiguredClient).options?.keyPrefix ?? '') === '',
);

/** Without braces, which cluster mode interprets, and without patterns. */
const PREFIX = matching('1 to 100 letters, digits, or any of . _ : -', /^[\w.:-]{1,100}$/);

/** {@link RedisStoresOptions}. */
export const REDIS_STORES_OPTIONS: OptionTable<RedisStoresOptions> = {
  url: STRING,
  client: allOf(OBJECT, UNPREFIXED),
  prefix: repeating(PREFIX),
  ttl: finite(count(1_800_000, LEAST_TIME)),
  events: finite(count(1_000)),
  bytes: finite(count(1_048_576)),
  totalBytes: finite(count(REDIS_EVENT_BYTES.most)),
  maxSessions: finite(count(REDIS_SESSIONS.most)),
  maxTasks: finite(count(REDIS_TASKS.most)),
  maxTaskBytes: finite(count(REDIS_TASK_BYTES.most)),
  changes: finite(count(1_000)),
  lease: finite(count(3_000, LEAST_TIME)),
  keys: REQUEST_STATE_OPTIONS.keys,
  onError: FUNCTION,
};

/**
 * Connects to Redis, and returns all stores of a server.
 *
 * @example
 * ```ts
 * import { createRedisStores } from '@mcp-gen/redis';
 * import { Server } from '@mcp-gen/sdk';
 * import { serveHttp } from '@mcp-gen/sdk/http';
 *
 * const stores = await createRedisStores({ url: 'redis://127.0.0.1:6379', prefix: 'weather:' });
 * const { changes, eventStore, sessionStore, sessionRouter, requestState } = stores;
 * const server = new Server({ name: 'weather', version: '1.0.0' }, { changes });
 * await serveHttp(server, { eventStore, sessionStore, sessionRouter, requestState });
 * ```
 * @throws {TypeError | RangeError} or rejects with one, if an option is invalid. The message names it.
 * @throws {Error} or rejects with one, if Redis does not answer.
 */
export async function createRedisStores(options: RedisStoresOptions): Promise<RedisStores> {
  checkOptions('createRedisStores', options, REDIS_STORES_OPTIONS);
  const { url, client } = options;
  if ((url === undefined) === (client === undefined)) {
    throw new TypeError('Invalid options of createRedisStores: expected exactly one of "url" and "client"');
  }
  const given = withDefaults<RedisStoresOptions>(options, REDIS_STORES_OPTIONS);
  const {
    prefix = 'mcp:',
    ttl,
    events,
    bytes,
    totalBytes,
    maxSessions,
    maxTasks,
    maxTaskBytes,
    changes,
    lease,
  } = given;
  const { onError = (error: unknown) => reportToStderr(error) } = options;
  const keys = new Keys(prefix);
  const connection = new Connection(url ?? (client as RedisClient), onError);
  let secrets: NonNullable<RequestStateOptions['keys']>;
  try {
    secrets = options.keys ?? [await sharedSecret(connection, keys)];
    await connection.client.ping();
  } catch (cause) {
    connection.close();
    throw new Error(
      'Redis does not respond, or rejects the commands that the stores need. Check its URL, credentials, and permissions',
      { cause },
    );
  }
  const eventShares = new RedisShares(connection, keys.shares('events'), [totalBytes]);
  const sessionShares = new RedisShares(connection, keys.shares('sessions'), [maxSessions]);
  const taskShares = new RedisShares(connection, keys.shares('tasks'), [maxTasks, maxTaskBytes]);
  const refresher = new Refresher(connection, keys, ttl, [eventShares, sessionShares], onError);
  const sessionRouter = new RedisSessionRouter(connection, keys, refresher, { lease });
  return {
    eventStore: new RedisEventStore(connection, keys, { events, bytes, timeToLive: ttl }, eventShares, onError),
    sessionStore: new RedisSessionStore(connection, keys, refresher, sessionShares, onError),
    sessionRouter,
    changes: new RedisChangeBus(connection, keys, { changes, timeToLive: ttl }, onError),
    taskStore: new RedisTaskStore(connection, keys, taskShares, onError),
    requestState: { keys: secrets, usedStates: new RedisUsedStates(connection, keys) },
    rateLimiter: (limit) => new RedisRateLimiter(connection, keys, limit),
    close: async () => {
      await sessionRouter.close();
      refresher.stop();
      connection.close();
    },
  };
}

/** Marks states as used in Redis with one atomic command, so that only one of two nodes succeeds. */
class RedisUsedStates implements UsedStates {
  readonly #connection: Connection;
  readonly #keys: Keys;

  constructor(connection: Connection, keys: Keys) {
    this.#connection = connection;
    this.#keys = keys;
  }

  async use(id: string, expires: number): Promise<boolean> {
    const left = Math.max(1, Math.ceil(expires - Date.now()));
    return (await this.#connection.client.set(this.#keys.usedState(id), '1', 'PX', left, 'NX')) === 'OK';
  }
}

/** A secret of 32 bytes, as base64url. */
const SECRET = /^[\w-]{43}$/;

/**
 * Returns the secret with which all processes encrypt request states. The first process creates it.
 *
 * @throws {Error} if the key in Redis has an invalid value.
 */
async function sharedSecret({ client }: Connection, keys: Keys): Promise<string> {
  await client.set(keys.stateKey, randomBytes(32).toString('base64url'), 'NX');
  const secret = await client.get(keys.stateKey);
  if (secret !== null && SECRET.test(secret)) return secret;
  throw new Error(`Redis has no secret of 32 bytes at ${keys.stateKey}: delete the key, and start all processes again`);
}
