/** A client over stdio, whose server is a child process that plays the hostile one. */
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@mcp-gen/runtime/stdio';
import { driveClient, serverSteps } from '../client.mjs';
import { SESSION_REVISIONS } from '../shapes.mjs';

const PROGRAM = fileURLToPath(new URL('../programs/hostile.mjs', import.meta.url));

export const stdioClient = {
  name: 'stdio-client',
  // Starting the child takes as long as many messages.
  make: (random) => ({
    ...serverSteps(random, SESSION_REVISIONS, 600),
    // Messages that are sent unasked, and the bytes in a chunk.
    burst: random.pick([0, 10, 1_000]),
    chunk: random.pick([0, 0, 7]),
    end: random.pick(['wait', 'wait', 'exit']),
  }),
  async run(round, probe) {
    const { seed, revision, opens, burst, chunk, end } = round;
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, JSON.stringify({ seed, revision, opens, burst, chunk, end })],
      limits: { messageLimit: 1_000_000 },
      shutdownTimeout: 500,
      stderr: 'ignore',
    });
    // What the child says is not known here: a message is a call, and what is sent unasked.
    probe.messages += burst + round.steps.filter((step) => 'call' in step).length;
    await driveClient(round, { probe, options: { timeout: 2_000 } }, transport);
  },
};
