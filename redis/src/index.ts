/**
 * Sessions, streams, changes, limits, and tasks in Redis, for servers that run in several processes. Servers of one process need none of
 * it.
 *
 * @module
 */

export { createRedisStores, type RedisStores, type RedisStoresOptions } from './stores.js';
export type { RedisClient } from './connection.js';
export type { RedisRateLimitOptions } from './rateLimiter.js';
