// A server over stdio that is evil in one way: `node evilServer.mjs <way>`.
import { createInterface } from 'node:readline';

const way = process.argv[2];
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const CAPABILITIES = { tools: { listChanged: true } };
const tool = { name: 'tool', inputSchema: { type: 'object' } };

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const serverInfo = { name: way, version: '1.0.0' };
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities: CAPABILITIES, serverInfo } });
    begin();
  } else if (method === 'tools/list') {
    const nextCursor = way === 'endlessList' ? `${Math.random()}` : undefined;
    say({ id, result: { tools: [{ ...tool, name: `tool${params?.cursor ?? ''}` }], nextCursor } });
  } else if (method === 'ping') say({ id, result: {} });
  else if (method === 'tools/call' && way !== 'hangs') {
    const text = way === 'hugeResults' ? 'x'.repeat(5_000_000) : 'x';
    say({ id, result: { content: [{ type: 'text', text }] } });
  }
}

function begin() {
  const repeat = (act, milliseconds) => setInterval(act, milliseconds).unref();
  if (way === 'junk') repeat(() => process.stdout.write('{ junk\n'.repeat(10)), 20);
  else if (way === 'listChanged') repeat(() => say({ method: 'notifications/tools/list_changed' }), 2);
  else if (way === 'exits') setTimeout(() => process.exit(1), 1_000).unref();
  else if (way === 'stderr') repeat(() => process.stderr.write('noise '.repeat(2_000)), 20);
}
