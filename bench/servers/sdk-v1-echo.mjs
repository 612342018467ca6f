// The one-tool echo server on the official SDK v1, whose high-level server takes zod only.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { withEcho } from './official.mjs';

export function echoServer() {
  return withEcho(new McpServer({ name: 'echo', version: '1.0.0' }), { text: z.string() });
}
