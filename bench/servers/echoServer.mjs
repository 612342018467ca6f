// The one-tool echo server on our sdk, its tool's input stated as a plain JSON Schema.
import { Server } from '@mcp-gen/sdk';

const input = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

/** Its calls are not limited, since those of the others are not. */
export function echoServer() {
  const server = new Server({ name: 'echo', version: '1.0.0' }, { limits: false });
  server.tool('echo', { description: 'Says it again', input }, ({ text }) => text);
  return server;
}
