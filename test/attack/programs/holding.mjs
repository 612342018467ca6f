// A server whose calls wait until they are released, and which tells what it holds: `node --expose-gc holding.mjs stdio|http`.
import { Ledger, Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { tasks } from '@mcp-gen/sdk/tasks';

const ledger = new Ledger({ requestRate: Infinity, requestBurst: Infinity });
const server = new Server(
  { name: 'holding', version: '1.0.0' },
  { rateLimits: false, extensions: [tasks()], onError: console.error },
);
let release;
let released;
const hold = () => (released = new Promise((resolve) => (release = resolve)));
hold();

server.tool('wait', { task: 'optional' }, async () => {
  await released;
  return 'released';
});
server.tool('release', {}, async () => {
  release();
  hold();
  return 'released';
});
server.tool('held', {}, async () => {
  // What has just ended is let go of a moment later.
  await new Promise((resolve) => setTimeout(resolve, 100));
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  const counted = ledger.used('reading') + ledger.used('retained') + ledger.used('output');
  return JSON.stringify({ used: heapUsed + external, counted });
});

if (process.argv[2] === 'stdio') server.serve({ ledger });
else console.log((await serveHttp(server, { port: 0, ledger })).url);
