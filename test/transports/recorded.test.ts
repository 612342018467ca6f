/** The contract where both sides are recorded. */

import { join } from 'node:path';
import { memoryPair } from '@mcp-gen/runtime';
import { record } from '@mcp-gen/sdk/testing';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { testContract } from './contract.js';

testContract(
  'recorded',
  async () => {
    const folder = await temporaryFolder();
    const [client, server] = memoryPair();
    return {
      client: record(client, join(folder, 'client.jsonl')),
      server: record(server, join(folder, 'server.jsonl'), { side: 'server' }),
    };
  },
  {
    lacks: {
      limit: 'messages are passed by reference',
      malformed: 'nothing but what was sent arrives',
      backpressure: 'messages are passed by reference',
    },
  },
);
