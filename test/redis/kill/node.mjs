// One node of the kill test: node test/redis/kill/node.mjs <port> <Redis URL> <prefix>
import { createRedisStores } from '@mcp-gen/redis';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';

const [port, url, prefix] = process.argv.slice(2);

/** Milliseconds between two updates that each node publishes. */
const TICK = 1_000;

const quiet = () => undefined;
const stores = await createRedisStores({ url, prefix, events: 20_000, bytes: 16 * 2 ** 20, onError: quiet });
const { changes, eventStore, sessionStore, sessionRouter } = stores;
const server = new Server({ name: 'node', version: '1.0.0' }, { changes, onError: quiet, rateLimits: false });
server.resource('tick:1', {}, () => 'tick');
server.tool('work', {}, async (_, context) => {
  for (let step = 1; step <= 4; step++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    context.progress(step, 4);
  }
  return 'done';
});
await serveHttp(server, {
  port: Number(port),
  eventStore,
  sessionStore,
  sessionRouter,
  streams: { retryDelay: 100 },
  limits: { callerSessionLimit: 10_000 },
});
setInterval(() => server.resourceUpdated('tick:1'), TICK);
console.log('ready');
