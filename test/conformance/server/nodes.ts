/** Two processes of the server behind a proxy that sends requests to them in turn, with Redis. Usage: node nodes.js <revision> */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startBalancer } from '../../redis/kill/balancer.mjs';
import { startRedis } from '../../support/startRedis.mjs';

const redis = await startRedis();
const program = fileURLToPath(new URL('server.js', import.meta.url));
const nodes = [1, 2].map(() =>
  spawn(process.execPath, [program, ...process.argv.slice(2)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, REDIS_URL: redis.url },
  }),
);
const urls = await Promise.all(
  nodes.map(async ({ stdout }) => {
    const [line] = (await once(createInterface(stdout), 'line')) as [string];
    return new URL(line);
  }),
);
const balancer = await startBalancer(urls.map(({ port }) => Number(port)));
process.stdin.on('end', () => void close()).resume();
console.log(`http://127.0.0.1:${balancer.port}/mcp`);

async function close(): Promise<void> {
  balancer.close();
  const ended = nodes.map((node) => once(node, 'exit'));
  for (const { stdin } of nodes) stdin.end();
  await Promise.all(ended);
  await redis.stop();
}
