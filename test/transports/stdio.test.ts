/** The contract over stdio: the client's end here, the server's end in a process of its own. */

import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@mcp-gen/runtime/stdio';
import type { TransportPair } from '@mcp-gen/runtime/testing';
import { testContract } from './contract.js';
import { RemoteTransport } from './remote.js';

const LIMIT = 20_000;

async function makePair(): Promise<TransportPair> {
  const server = new RemoteTransport();
  const port = await server.listen();
  const client = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('far.mjs', import.meta.url)), String(port), String(LIMIT)],
    limits: { messageLimit: LIMIT },
  });
  return {
    client,
    server,
    messageLimit: LIMIT,
    async garble(at) {
      if (at === 'client') return server.order('garble');
      // The codec takes ids as they are.
      void client.send({ jsonrpc: '2.0', id: NaN, method: 'garbled' });
    },
    async stall() {
      await server.order('stall');
      return () => void server.order('resume');
    },
  };
}

testContract('stdio', makePair);
