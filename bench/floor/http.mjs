// The least program that could be an echo server on node:http: read the body, switch on the method, stringify an answer.
// With the argument `sse` an answer is one event, and with `alone` it says that it is complete, and who gives it (revision 2026-07-28).
import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';

const isEvents = process.argv[2] === 'sse';
const alone =
  process.argv[2] === 'alone'
    ? {
        resultType: 'complete',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'echo', version: '1.0.0' } },
      }
    : {};
const type = isEvents ? 'text/event-stream' : 'application/json';
const UNKNOWN = { error: { code: -32601, message: 'Method not found' } };

const server = createServer((request, response) => {
  // Clients ask for a stream, and end a session: it has neither.
  if (request.method !== 'POST') return response.writeHead(405).end();
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { id, method, params } = JSON.parse(Buffer.concat(chunks));
    if (id === undefined) return response.writeHead(202).end();
    const result = answer(method, params);
    const json = JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? UNKNOWN : { result }) });
    const body = isEvents ? `event: message\ndata: ${json}\n\n` : json;
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));

function answer(method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'echo', version: '1.0.0' },
      };
    case 'tools/call':
      if (typeof params.arguments.text !== 'string') throw new TypeError('text must be a string');
      return { ...alone, content: [{ type: 'text', text: params.arguments.text }] };
    default:
      return undefined;
  }
}
