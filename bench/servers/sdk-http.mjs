// The echo server on an official SDK, over HTTP with sessions: `node sdk-http.mjs v1|v2 json|sse`.
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';

const [version, answers] = process.argv.slice(2);
const { makeServer, Transport } = version === 'v1' ? await v1() : await v2();
const transports = new Map();

const http = createServer(async (request, response) => {
  const known = transports.get(request.headers['mcp-session-id']);
  if (known) return known.handleRequest(request, response);
  const transport = new Transport({
    sessionIdGenerator: () => randomUUID(),
    enableJsonResponse: answers === 'json',
    onsessioninitialized: (id) => void transports.set(id, transport),
  });
  await makeServer().connect(transport);
  await transport.handleRequest(request, response);
});
http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));

async function v1() {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
  const { z } = await import('zod');
  const inputSchema = { text: z.string() };
  return {
    makeServer: () => withEcho(new McpServer({ name: 'echo', version: '1.0.0' }), inputSchema),
    Transport: StreamableHTTPServerTransport,
  };
}

async function v2() {
  const { fromJsonSchema, McpServer } = await import('@modelcontextprotocol/server');
  const { NodeStreamableHTTPServerTransport } = await import('@modelcontextprotocol/node');
  const inputSchema = fromJsonSchema({ type: 'object', properties: { text: { type: 'string' } }, required: ['text'] });
  return {
    makeServer: () => withEcho(new McpServer({ name: 'echo', version: '1.0.0' }), inputSchema),
    Transport: NodeStreamableHTTPServerTransport,
  };
}

function withEcho(server, inputSchema) {
  server.registerTool('echo', { description: 'Says it again', inputSchema }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  return server;
}
