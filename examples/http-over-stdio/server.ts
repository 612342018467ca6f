/** A server of stdio-v2. A client of the older stdio can use it, too. */

import { Server } from '@mcp-gen/sdk';
import { z } from 'zod';
import { serveStdioV2 } from './serve.ts';

const server = new Server({ name: 'echo', version: '1.0.0' });

server.tool('echo', { input: z.object({ text: z.string() }) }, ({ text }) => text);

server.tool('countdown', { input: z.object({ from: z.int().max(100) }) }, async ({ from }, context) => {
  for (let left = from; left > 0; left--) {
    context.progress(from - left, from);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return 'Go!';
});

await serveStdioV2(server);
