// What the echo servers on the official SDKs have in common.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

/** Gives a server its one tool. */
export function withEcho(server, inputSchema) {
  server.registerTool('echo', { description: 'Says it again', inputSchema }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  return server;
}

/**
 * Serves over HTTP as the guides of the SDKs do: a server and a transport for each session, or for each request in revisions without sessions.
 * Prints the URL.
 *
 * @param {string} answers `json`, `sse`, or `stateless`
 */
export function serveOfficial(makeServer, Transport, answers) {
  const transports = new Map();
  const enableJsonResponse = answers !== 'sse';
  const connected = async (options) => {
    const transport = new Transport({ enableJsonResponse, ...options });
    await makeServer().connect(transport);
    return transport;
  };
  const perSession = async (request) => {
    const known = transports.get(request.headers['mcp-session-id']);
    if (known) return known;
    const transport = await connected({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    return transport;
  };
  const perRequest = async (request, response) => {
    const transport = await connected({ sessionIdGenerator: undefined });
    response.on('close', () => void transport.close());
    return transport;
  };
  const transportOf = answers === 'stateless' ? perRequest : perSession;
  const http = createServer(async (request, response) => {
    const transport = await transportOf(request, response);
    await transport.handleRequest(request, response);
  });
  http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
}
