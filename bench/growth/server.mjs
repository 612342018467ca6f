// The server of the growth curves: `node server.mjs stdio|json|sse [number of tools]`. It says over IPC what it has used.
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { ownTime } from './cpu.mjs';
import { addTools } from './tools.mjs';
import { HTTP_OPTIONS, ledger, rateLimits, unreachedBudgets, UNREACHED } from '../servers/limits.mjs';

const [transport, tools = '0'] = process.argv.slice(2);
const server = new Server(
  { name: 'growth', version: '1.0.0' },
  { rateLimits, output: { size: { maxCharacters: UNREACHED } } },
);
const object = (properties) => ({ type: 'object', properties });
server.tool('take', { input: object({ value: {} }) }, () => 'taken');
server.tool('give', { input: object({ characters: { type: 'integer' } }) }, ({ characters }) => 'x'.repeat(characters));
server.tool('time', { input: object({}) }, () => String(ownTime()));
server.tool('wait', { input: object({}) }, () => new Promise((resolve) => setTimeout(resolve, 5, 'waited')));
addTools(server, Number(tools));

if (transport === 'stdio') server.serve();
else {
  const { url } = await serveHttp(server, {
    port: 0,
    ledger: ledger(unreachedBudgets),
    limits: { bodyLimit: UNREACHED, unsentLimit: UNREACHED, callerSessionLimit: 10_000 },
    ...HTTP_OPTIONS[transport],
  });
  console.log(url);
}

process.on('message', () => {
  const milliseconds = ownTime();
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ heapUsed, rss, milliseconds });
});
