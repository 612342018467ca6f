import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ClientStub, revision } from '@mcp-gen/protocol/2025-03-26';
import { connectSession, memoryPair, serve } from '@mcp-gen/runtime';
import { z } from 'zod';
import { handlers, options } from '../servers/echo.mjs';
import { interleave } from '../statistics.mjs';

const CALLS = 20_000;
const CALL = { name: 'echo', arguments: { text: 'hello' } };
const clientInfo = { name: 'bench', version: '1.0.0' };

async function ours() {
  const [near, far] = memoryPair();
  const server = serve(handlers, { ...options, transport: far });
  const session = await connectSession(near, { clientInfo, revisions: [revision] });
  const stub = new ClientStub(session);
  return { call: () => stub.callTool(CALL), close: () => Promise.all([session.close(), server.close()]) };
}

async function sdkV1() {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = new McpServer({ name: 'echo', version: '1.0.0' });
  server.registerTool('echo', { description: 'Says it again', inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  const client = new Client(clientInfo);
  await Promise.all([server.connect(far), client.connect(near)]);
  return { call: () => client.callTool(CALL), close: () => client.close() };
}

async function microsecondsPerCall({ call }) {
  const started = performance.now();
  for (let count = 0; count < CALLS; count++) await call();
  return ((performance.now() - started) / CALLS) * 1000;
}

/** Calls of one tool between a client and a server in one process, one after another. */
export const rows = [
  {
    row: 'in memory, client to server and back',
    unit: 'us',
    better: 'lower',
    target: { text: '<= a sixth of SDK v1', met: (values) => values.ours <= values['SDK v1'] / 6 },
    async measure() {
      const pairs = { ours: await ours(), 'SDK v1': await sdkV1() };
      for (const pair of Object.values(pairs)) await microsecondsPerCall(pair); // warm up
      const contenders = Object.entries(pairs).map(([name, pair]) => [name, () => microsecondsPerCall(pair)]);
      const measured = await interleave(Object.fromEntries(contenders), 5);
      for (const { close } of Object.values(pairs)) await close();
      return measured;
    },
  },
];
