// The one-tool echo server on FastMCP, which scripts/installApart.mjs installs: `node fastmcp.mjs zod stdio|json|sse|stateless`.
import { createServer } from 'node:net';
import { once } from 'node:events';
import { FastMCP } from '../../test/comparison/node_modules/fastmcp/dist/FastMCP.js';
import { z } from '../../test/comparison/node_modules/zod/index.js';

const [, transport] = process.argv.slice(2);
const server = new FastMCP({ name: 'echo', version: '1.0.0' });
server.addTool({
  name: 'echo',
  description: 'Says it again',
  parameters: z.object({ text: z.string() }),
  execute: ({ text }) => text,
});
if (transport === 'stdio') await server.start({ transportType: 'stdio' });
else {
  const port = await freePort();
  const options = { port, host: '127.0.0.1', enableJsonResponse: transport !== 'sse' };
  await server.start({
    transportType: 'httpStream',
    httpStream: { ...options, stateless: transport === 'stateless' },
  });
  console.log(`http://127.0.0.1:${port}/mcp`);
}

/** FastMCP does not tell which port it has been given for 0. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
