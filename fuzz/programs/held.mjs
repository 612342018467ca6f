// A server that tells its parent what it holds: `node --expose-gc held.mjs stdio|http`. Commands come from the parent: `release` ends the
// calls that hang, `measure` is answered with bytes of the heap and what the ledger counts.
import { Ledger } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { makeServer } from '../server.mjs';

const ledger = new Ledger({ requestRate: Infinity, requestBurst: Infinity });
const { server, release } = makeServer({ onError() {} });

process.on('message', (command) => {
  if (command === 'release') release();
  else measure();
});
process.on('disconnect', () => process.exit());

if (process.argv[2] === 'stdio') server.serve({ ledger });
else process.send({ url: String((await serveHttp(server, { port: 0, ledger })).url) });

function measure() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  const counted = ledger.used('reading') + ledger.used('retained') + ledger.used('output');
  process.send({ used: heapUsed + external, counted });
}
