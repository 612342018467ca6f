// The one-tool echo server on our sdk, for one revision: `node echoOf.mjs <revision>`.
import { Server } from '@mcp-gen/sdk';
import { rateLimits } from './limits.mjs';

const server = new Server({ name: 'echo', version: '1.0.0' }, { rateLimits, revisions: [process.argv[2]] });
const input = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
server.tool('echo', { description: 'Says it again', input }, ({ text }) => text);
server.serve();
