// The one-tool echo server on our sdk, with default options but for how often the tool may be called.
import { Server } from '@mcp-gen/sdk';
import { plain } from './inputs.mjs';
import { rateLimits } from './limits.mjs';

/** @param input the schema of the tool's input; default: a plain JSON Schema */
export function echoServer(input = plain) {
  const server = new Server({ name: 'echo', version: '1.0.0' }, { rateLimits });
  server.tool('echo', { description: 'Says it again', input }, ({ text }) => text);
  return server;
}
