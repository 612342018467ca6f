/** A Fastify app with an MCP server at /mcp. PORT names its port; it closes on SIGTERM. */

import { HttpHandler, nodeListener } from '@mcp-gen/runtime/http/server';
import fastify from 'fastify';
import { handlers, options } from '../countdown.ts';

const app = fastify();
app.post('/echo', (request) => request.body);

const handler = new HttpHandler(handlers, options);
const listener = nodeListener(handler);
app.all('/mcp', (request, reply) => {
  reply.hijack();
  listener(Object.assign(request.raw, { body: request.body }), reply.raw);
});
// Streams that clients hold open would keep the server from closing.
app.addHook('preClose', () => handler.close());

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) });
export const { server } = app;

export const close = (): Promise<void> => app.close();

process.once('SIGTERM', () => void close());
