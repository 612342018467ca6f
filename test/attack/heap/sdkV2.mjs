// The server of the attacks on the official SDK v2, as its guides write it: `node sdkV2.mjs`.
import { setTimeout as sleep } from 'node:timers/promises';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { Server } from '@modelcontextprotocol/server';
import { serveOfficial } from '../../../bench/servers/official.mjs';
import { tellHeap } from './tellHeap.mjs';

const LARGE = 'x'.repeat(5_000_000);

/** Milliseconds of a call that takes long. */
const LONG = 20_000;

const TOOLS = {
  echo: ({ text }) => text,
  large: () => LARGE,
  wait: async (_, { mcpReq }) => {
    await sleep(LONG, undefined, { signal: mcpReq.signal, ref: false }).catch(() => {});
    return '';
  },
};

function makeServer() {
  const server = new Server({ name: 'attacked', version: '1.0.0' }, { capabilities: { tools: {}, resources: {} } });
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }, context) => ({
    content: [{ type: 'text', text: String(await TOOLS[name]?.(given, context)) }],
  }));
  return server;
}

process.on('unhandledRejection', () => {});
tellHeap();
serveOfficial(makeServer, NodeStreamableHTTPServerTransport, 'json');
