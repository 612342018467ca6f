/** One of several processes of a server. They share sessions, streams, and changes in Redis. */

import { createRedisStores } from '@mcp-gen/redis';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';

const { PORT = '3001', HOST = '127.0.0.1', ALLOWED_HOSTS = '', REDIS_URL = 'redis://127.0.0.1:6379' } = process.env;

const stores = await createRedisStores({ url: REDIS_URL, prefix: 'two-nodes:' });
const { changes, eventStore, sessionStore, sessionRouter, requestState } = stores;

const server = new Server({ name: 'two-nodes', version: '1.0.0' }, { changes });
server.tool('whoami', { description: 'Says which process answers' }, () => `process ${process.pid} at port ${PORT}`);
server.tool('count', { description: 'Counts to ten, a number each second' }, async (_, { progress, signal }) => {
  for (let number = 1; number <= 10; number++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    signal.throwIfAborted();
    progress(number, 10);
  }
  return `process ${process.pid} has counted to ten`;
});

const service = await serveHttp(server, {
  port: Number(PORT),
  hostname: HOST,
  ...(ALLOWED_HOSTS !== '' && { allowedHosts: ALLOWED_HOSTS.split(',') }),
  eventStore,
  sessionStore,
  sessionRouter,
  requestState,
});
console.log(`Listening at ${service.url}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void service.close().then(() => stores.close()));
}
