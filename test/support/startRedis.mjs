// Starts a private Redis server, for tests and for programs that run without TypeScript.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** Starts a server at a free port of this machine. */
export async function startRedis(options = []) {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child;
  const start = async () => {
    const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--loglevel', 'warning'];
    child = spawn('redis-server', [...own, ...options], { stdio: 'ignore' });
    await answers(url);
  };
  const kill = async () => {
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

async function answers(url) {
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.ping();
  client.disconnect();
}

/** Returns a port that nobody listens at. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
