/** The contract in memory. */

import { memoryPair } from '@mcp-gen/runtime';
import { testContract } from './contract.js';

testContract(
  'memory',
  () => {
    const [client, server] = memoryPair();
    return { client, server };
  },
  {
    lacks: {
      limit: 'messages are passed by reference',
      malformed: 'nothing but what was sent arrives',
      backpressure: 'messages are passed by reference',
    },
  },
);
