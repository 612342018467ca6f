/** A Redis server for tests: a private one, or what REDIS_URL names. */

import { execFileSync } from 'node:child_process';
import { startRedis } from './startRedis.mjs';

/** Why tests with Redis cannot run on this machine; undefined if they can. */
export const noRedis: string | undefined =
  process.env.REDIS_URL !== undefined || isInstalled()
    ? undefined
    : 'redis-server is not installed, and REDIS_URL is not set';

/** Why tests that stop a Redis server of their own cannot run on this machine; undefined if they can. */
export const noOwnRedis: string | undefined = isInstalled() ? undefined : 'redis-server is not installed';

/** Returns the URL of a server that tests may share, and what ends it. */
export async function sharedRedis(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { REDIS_URL: url } = process.env;
  return url === undefined ? startRedis() : { url, stop: () => Promise.resolve() };
}

function isInstalled(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
