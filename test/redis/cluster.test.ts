/** Everything works with a Redis cluster, whose keys are on different servers. */

import { testContracts } from './contracts.js';
import { describeWithCluster } from './support.js';
import { nodesWith, testNodes } from './testNodes.js';

describeWithCluster('in a Redis cluster', (redis) => {
  testContracts(redis);
  testNodes(nodesWith(redis));
});
