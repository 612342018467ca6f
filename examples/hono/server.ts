/** A Hono app with an MCP server at /mcp. PORT names its port; it closes on SIGTERM. */

import { serve } from '@hono/node-server';
import { createHandler } from '@mcp-gen/sdk/http';
import { Hono } from 'hono';
import { server as countdown } from '../countdown.ts';

const app = new Hono();
app.post('/echo', async (context) => context.json(await context.req.json()));

const handler = createHandler(countdown);
app.all('/mcp', (context) => handler.fetch(context.req.raw));

export const server = serve({
  fetch: app.fetch,
  hostname: '127.0.0.1',
  port: Number(process.env['PORT'] ?? 3000),
});

export async function close(): Promise<void> {
  await handler.close();
  server.close();
}

process.once('SIGTERM', () => void close());
