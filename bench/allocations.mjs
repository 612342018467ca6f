// Prints the bytes that a tool call of a server on the sdk allocates, with the transport that asks it: those of the round with the fewest,
// since a timer of the platform, or code that is compiled again, adds to some. Needs --expose-gc, room for a round in the young generation,
// and --no-opt, since optimized code allocates less.
import { memoryPair } from '@mcp-gen/runtime';
import { echoServer } from './servers/echoServer.mjs';

const CALLS = 500;
const ROUNDS = 5;

const [near, far] = memoryPair();
let answered = () => undefined;
near.start({ message: (message) => answered(message), malformed() {}, failed() {}, ended() {}, closed() {} });
const running = echoServer().serve({ transport: far });

const clientInfo = { name: 'bench', version: '1.0.0' };
await ask('init', 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
near.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
await call(CALLS);

let fewest = Infinity;
for (let round = 0; round < ROUNDS; round++) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  await call(CALLS);
  fewest = Math.min(fewest, (process.memoryUsage().heapUsed - before) / CALLS);
}
console.log(Math.round(fewest));
await running.close();

async function call(count) {
  for (let id = 0; id < count; id++) await ask(id, 'tools/call', { name: 'echo', arguments: { text: 'hello' } });
}

function ask(id, method, params) {
  return new Promise((resolve) => {
    answered = resolve;
    near.send({ jsonrpc: '2.0', id, method, params });
  });
}
