import { callsPerSecond } from '../stdioContenders.mjs';
import { servers } from '../stdioDriver.mjs';

/** Calls of one tool over stdio, many at once and one after another. */
export const rows = [
  {
    row: 'stdio, 64 requests in flight',
    unit: 'calls/s',
    better: 'higher',
    target: { text: '>= 0.65 of the floor', met: ({ ours, floor }) => ours >= 0.65 * floor },
    measure: () => callsPerSecond(servers, 20_000, 64, 7),
  },
  {
    row: 'stdio, one at a time',
    unit: 'calls/s',
    better: 'higher',
    target: { text: '>= 0.9 of the floor', met: ({ ours, floor }) => ours >= 0.9 * floor },
    measure: () => callsPerSecond(servers, 4_000, 1, 7),
  },
];
