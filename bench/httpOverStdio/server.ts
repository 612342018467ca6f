/** A server with what is measured, in one of three framings: `lines`, `http2`, or `socket`, which is HTTP/1.1 on a Unix socket. */

import { Ledger } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { z } from 'zod';

const [framing, path] = process.argv.slice(2);
const none = { caller: Infinity, total: Infinity };
const ledger = new Ledger({
  reading: none,
  retained: none,
  output: none,
  requestRate: Infinity,
  requestBurst: Infinity,
});
const server = new Server(
  { name: 'measured', version: '1.0.0' },
  {
    rateLimits: false,
    output: { size: { maxCharacters: 100_000_000 } },
  },
);
const aborted: number[] = [];

server.tool('echo', { input: z.object({ text: z.string() }) }, ({ text }) => text);
server.tool('large', { input: z.object({ bytes: z.int() }) }, ({ bytes }) => 'x'.repeat(bytes));
server.tool('wait', {}, async (_, { signal, progress }) => {
  const cancelled = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  progress(1);
  await cancelled;
  aborted.push(performance.timeOrigin + performance.now());
  return 'late';
});
server.tool('aborted', {}, () => JSON.stringify(aborted));
server.tool('busy', {}, () => {
  const { user, system } = process.cpuUsage();
  return String(user + system);
});
server.tool('memory', {}, () => String(process.memoryUsage.rss()));

if (framing === 'lines') {
  server.serve({ ledger });
} else if (framing === 'http2') {
  const { serveStdioV2 } = await import('../../examples/http-over-stdio/serve.ts');
  await serveStdioV2(server, { ledger });
} else {
  const { createServer } = await import('node:http');
  const { createHandler } = await import('@mcp-gen/sdk/http');
  createServer(createHandler(server, { ledger }).node).listen(path, () => console.log('ready'));
  process.stdin.resume().on('end', () => process.exit());
}
