// Serves the transports over HTTP that a version of the official package has, as its examples do.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const NO_SESSION = { jsonrpc: '2.0', error: { code: -32000, message: 'Bad Request: No valid session ID' }, id: null };

/** @param load imports a module of the package */
export async function serveHttp(makeServer, load) {
  const { SSEServerTransport } = await load('server/sse.js');
  const streamable = await load('server/streamableHttp.js').catch(() => undefined);
  const sessions = new Map();

  async function connect(transport, opened) {
    const server = makeServer();
    server.onclose = () => sessions.delete(transport.sessionId);
    opened?.();
    await server.connect(transport);
    return transport;
  }

  async function handleMcp(request, response) {
    const body = request.method === 'POST' ? await json(request) : undefined;
    const known = sessions.get(request.headers['mcp-session-id']);
    if (known !== undefined) return known.handleRequest(request, response, body);
    if (body?.method !== 'initialize') {
      return response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(NO_SESSION));
    }
    const transport = await connect(
      new streamable.StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => sessions.set(id, transport),
      }),
    );
    return transport.handleRequest(request, response, body);
  }

  const routes = {
    'GET /sse'(_, response) {
      const transport = new SSEServerTransport('/messages', response);
      return connect(transport, () => sessions.set(transport.sessionId, transport));
    },
    async 'POST /messages'(request, response) {
      const { searchParams } = new URL(request.url, 'http://localhost');
      await sessions.get(searchParams.get('sessionId'))?.handlePostMessage(request, response);
    },
    'GET /sessions': (_, response) => response.end(String(sessions.size)),
  };
  if (streamable !== undefined) for (const method of ['GET', 'POST', 'DELETE']) routes[`${method} /mcp`] = handleMcp;

  const http = createServer(async (request, response) => {
    const [path] = request.url.split('?');
    const handle = routes[`${request.method} ${path}`];
    if (handle === undefined) response.writeHead(404).end();
    else await handle(request, response);
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  console.log(`http://127.0.0.1:${http.address().port}`);
}
