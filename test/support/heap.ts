/** How much memory the values of this process hold. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { keepNothing } from './leftovers/keeping.js';

setFlagsFromString('--expose-gc');
export const collectGarbage = runInNewContext('gc') as () => void;

/** The platform's, which tests replace. */
const { setImmediate } = globalThis;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Bytes. A collection that frees less than this has nothing left to free. */
const SETTLED = 65_536;

/**
 * The bytes that are held, in and out of the heap, when nothing is left to be collected. Files before this one leave garbage that goes only when
 * finalizers have run and the event loop has turned: it is collected until no more goes.
 */
export async function heldBytes(): Promise<number> {
  keepNothing();
  let held = Infinity;
  for (;;) {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    const now = heapUsed + external;
    if (now > held - SETTLED) return Math.min(now, held);
    held = now;
    await turn();
  }
}
