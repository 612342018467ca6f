import { residentMemory, start } from '../stdioContenders.mjs';
import { servers } from '../stdioDriver.mjs';

/** From starting the process to the answer to `initialize`, and what the process takes then. */
export const rows = [
  {
    row: 'start to initialize answered',
    unit: 'ms',
    better: 'lower',
    target: { text: '<= 1.3 x the floor', met: ({ ours, floor }) => ours <= 1.3 * floor },
    measure: () => start(servers, 15),
  },
  {
    row: 'memory after initialize',
    unit: 'MB resident, on Linux',
    better: 'lower',
    target: { text: '<= the floor + 8 MB', met: ({ ours, floor }) => ours <= floor + 8 },
    measure: () => residentMemory(servers, 7),
  },
];
