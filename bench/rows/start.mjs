import { interleave } from '../statistics.mjs';
import { DrivenServer, servers } from '../stdioDriver.mjs';

async function start(command) {
  const started = performance.now();
  const server = new DrivenServer(command);
  try {
    await server.initialize();
    return performance.now() - started;
  } finally {
    await server.stop();
  }
}

async function residentMemory(command) {
  const server = new DrivenServer(command);
  try {
    await server.initialize();
    return server.residentMemory() ?? NaN;
  } finally {
    await server.stop();
  }
}

/** From starting the process to the answer to `initialize`, and what the process takes then. */
export const rows = [
  {
    row: 'start to initialize answered',
    unit: 'ms',
    better: 'lower',
    target: { text: '<= 1.3 x the floor', met: ({ ours, floor }) => ours <= 1.3 * floor },
    measure() {
      const contenders = Object.entries(servers).map(([name, command]) => [name, () => start(command)]);
      return interleave(Object.fromEntries(contenders), 15);
    },
  },
  {
    row: 'memory after initialize',
    unit: 'MB resident, on Linux',
    better: 'lower',
    target: { text: '<= the floor + 8 MB', met: ({ ours, floor }) => ours <= floor + 8 },
    measure() {
      const contenders = Object.entries(servers).map(([name, command]) => [name, () => residentMemory(command)]);
      return interleave(Object.fromEntries(contenders), 7);
    },
  },
];
