/** A Redis server for tests: a private one, or what REDIS_URL names. */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** Why tests with Redis cannot run on this machine; undefined if they can. */
export const noRedis: string | undefined =
  process.env.REDIS_URL !== undefined || isInstalled()
    ? undefined
    : 'redis-server is not installed, and REDIS_URL is not set';

/** Why tests that stop a Redis server of their own cannot run on this machine; undefined if they can. */
export const noOwnRedis: string | undefined = isInstalled() ? undefined : 'redis-server is not installed';

/** A server that was started for tests. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Ends it as a crash does. What it has not written to disk is lost. */
  kill(): Promise<void>;
  /** Starts it again at the same port, with what it has written to disk. */
  start(): Promise<void>;
  /** Ends it, and removes its folder. */
  stop(): Promise<void>;
}

/** Returns the URL of a server that tests may share, and what ends it. */
export async function sharedRedis(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { REDIS_URL: url } = process.env;
  return url === undefined ? startRedis() : { url, stop: () => Promise.resolve() };
}

/**
 * Starts a private server at a free port of this machine.
 *
 * @param options of `redis-server`: `['--appendonly', 'yes']`
 */
export async function startRedis(options: readonly string[] = []): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--loglevel', 'warning'];
    child = spawn('redis-server', [...own, ...options], { stdio: 'ignore' });
    await answers(url);
  };
  const kill = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    url,
    port,
    kill,
    start,
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function answers(url: string): Promise<void> {
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.ping();
  client.disconnect();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function isInstalled(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
