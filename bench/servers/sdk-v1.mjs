// The one-tool echo server on the official SDK v1: `node sdk-v1.mjs [zod] [stdio|json|sse|stateless]`.
import { echoServer } from './sdk-v1-echo.mjs';

const [, transport = 'stdio'] = process.argv.slice(2);
if (transport === 'stdio') {
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  await echoServer().connect(new StdioServerTransport());
} else {
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
  const { serveOfficial } = await import('./official.mjs');
  serveOfficial(echoServer, StreamableHTTPServerTransport, transport);
}
