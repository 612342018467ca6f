/** A Fastify app with an MCP server at /mcp. PORT names its port; it closes on SIGTERM. */

import { createHandler } from '@mcp-gen/sdk/http';
import fastify from 'fastify';
import { server as countdown } from '../countdown.ts';

const app = fastify();
app.post('/echo', (request) => request.body);

const handler = createHandler(countdown);
app.all('/mcp', (request, reply) => {
  reply.hijack();
  handler.node(Object.assign(request.raw, { body: request.body }), reply.raw);
});
// Streams that clients hold open would keep the server from closing.
app.addHook('preClose', () => handler.close());

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) });
export const { server } = app;

export const close = (): Promise<void> => app.close();

process.once('SIGTERM', () => void close());
