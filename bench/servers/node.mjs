// A server of one tool. Usage: node bench/servers/node.mjs <port> [<Redis URL> <prefix>]
import { createRedisStores } from '@mcp-gen/redis';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';

const [port, url, prefix] = process.argv.slice(2);
const stores = url === undefined ? undefined : await createRedisStores({ url, prefix });
const server = new Server(
  { name: 'echo', version: '1.0.0' },
  { rateLimits: false, ...(stores && { changes: stores.changes }) },
);
server.tool('echo', {}, () => 'echo');
server.tool('steps', {}, (_, { progress }) => {
  for (let step = 1; step <= 3; step++) progress(step, 3);
  return 'done';
});
const { eventStore, sessionStore, sessionRouter } = stores ?? {};
await serveHttp(server, { port: Number(port), ...(stores && { eventStore, sessionStore, sessionRouter }) });
console.log('ready');
