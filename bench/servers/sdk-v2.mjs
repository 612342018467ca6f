// The one-tool echo server on the official SDK v2: `node sdk-v2.mjs [json|zod] [stdio|json|sse|stateless|alone]`.
import { echoServers } from './sdk-v2-echo.mjs';

const [schema = 'json', transport = 'stdio'] = process.argv.slice(2);
const makeServer = await echoServers(schema);
if (transport === 'stdio') {
  const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  await makeServer().connect(new StdioServerTransport());
} else if (transport === 'alone') {
  const { createServer } = await import('node:http');
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const { toNodeHandler } = await import('@modelcontextprotocol/node');
  const http = createServer(toNodeHandler(createMcpHandler(makeServer)));
  http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
} else {
  const { NodeStreamableHTTPServerTransport } = await import('@modelcontextprotocol/node');
  const { serveOfficial } = await import('./official.mjs');
  serveOfficial(makeServer, NodeStreamableHTTPServerTransport, transport);
}
