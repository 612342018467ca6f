// What `node:http` alone makes of the same traffic: reads bodies of at most 4 MiB, parses them, and answers calls of the tools that the
// attacks use, without any other limit.
import { createServer } from 'node:http';
import { tellHeap } from './tellHeap.mjs';

const LARGE = 'x'.repeat(5_000_000);
const LIMIT = 4 * 1_048_576;

/** Params of calls that wait. */
const waiting = new Set();

const server = createServer((request, response) => {
  const chunks = [];
  let length = 0;
  request
    .on('error', () => {})
    .on('data', (chunk) => {
      length += chunk.length;
      if (length <= LIMIT) chunks.push(chunk);
    });
  request.on('end', () => answer(Buffer.concat(chunks).toString(), response));
});

function answer(body, response) {
  let message;
  try {
    message = JSON.parse(body);
  } catch {
    response.writeHead(400).end();
    return;
  }
  const { id, params } = message;
  const name = params?.name;
  if (name === 'wait') {
    waiting.add(params);
    response.on('close', () => waiting.delete(params));
    return;
  }
  const text = name === 'large' ? LARGE : params?.arguments?.text;
  const headers = { 'content-type': 'application/json', 'mcp-session-id': 'session' };
  response
    .writeHead(200, headers)
    .end(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } }));
}

tellHeap();
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
