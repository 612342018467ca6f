/** The server that an app mounts in each of the examples: one tool, which reports its progress. */

import { Server } from '@mcp-gen/sdk';

export const server = new Server({ name: 'countdown', version: '1.0.0' });

server.tool('countdown', { description: 'Counts to three' }, (_, { progress }) => {
  for (const count of [1, 2, 3]) progress(count, 3);
  return 'Lift-off!';
});
