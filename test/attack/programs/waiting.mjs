// A client that says something once its call is under way, and waits: `node waiting.mjs stdio <server>` says the process id of the
// server, `node waiting.mjs http <url> <revision>` only that it waits.
import { connectSession } from '@mcp-gen/runtime';
import { HttpClientTransport } from '@mcp-gen/runtime/http/client';
import { StdioClientTransport } from '@mcp-gen/runtime/stdio';

const [kind, server, revision = '2025-11-25'] = process.argv.slice(2);
const transport =
  kind === 'http'
    ? new HttpClientTransport({ url: server })
    : new StdioClientTransport({ command: process.execPath, args: [server] });
const session = await connectSession(transport, {
  clientInfo: { name: 'waiting', version: '1.0.0' },
  revisions: [(await import(`@mcp-gen/protocol/${revision}`)).revision],
  handlers: { loggingMessage: () => console.log(transport.pid) },
});
const called = session.request('tools/call', { name: 'wait', arguments: {} });
if (kind === 'http') console.log('waiting');
await called;
