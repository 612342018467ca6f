// The one-tool echo server on the official SDK v2.
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { inputOf } from './inputs.mjs';
import { withEcho } from './official.mjs';

/** @param {string} schema `json` or `zod` */
export async function echoServers(schema) {
  const input = await inputOf(schema);
  const inputSchema = schema === 'json' ? fromJsonSchema(input) : input;
  return () => withEcho(new McpServer({ name: 'echo', version: '1.0.0' }), inputSchema);
}
