/** An Express app with an MCP server at /mcp. PORT names its port; it closes on SIGTERM. */

import { createHandler } from '@mcp-gen/sdk/http';
import express from 'express';
import { server as countdown } from '../countdown.ts';

const app = express();
app.use(express.json());
app.post('/echo', (request, response) => void response.json(request.body));

const handler = createHandler(countdown);
app.all('/mcp', handler.node);

export const server = app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1');

export async function close(): Promise<void> {
  await handler.close();
  server.close();
}

process.once('SIGTERM', () => void close());
