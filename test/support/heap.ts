/** How much memory the values of this process hold. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { keepNoConnections } from './leftovers/connections.js';
import { recordNoSignals } from './leftovers/listeners.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The bytes that are held, in and out of the heap, when nothing is left to be collected. */
export function heldBytes(): number {
  keepNoConnections();
  recordNoSignals();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
