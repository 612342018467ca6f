import { interleave } from '../statistics.mjs';
import { DrivenServer, servers } from '../stdioDriver.mjs';

async function measure(count, inFlight, rounds) {
  const running = Object.fromEntries(
    Object.entries(servers).map(([name, command]) => [name, new DrivenServer(command)]),
  );
  try {
    for (const server of Object.values(running)) {
      await server.initialize();
      await server.callsPerSecond(count, inFlight); // warm up
    }
    const contenders = Object.entries(running).map(([name, server]) => [
      name,
      () => server.callsPerSecond(count, inFlight),
    ]);
    return await interleave(Object.fromEntries(contenders), rounds);
  } finally {
    await Promise.all(Object.values(running).map((server) => server.stop()));
  }
}

/** Calls of one tool over stdio, many at once and one after another. */
export const rows = [
  {
    row: 'stdio, 64 requests in flight',
    unit: 'calls/s',
    better: 'higher',
    target: { text: '>= 0.65 of the floor', met: ({ ours, floor }) => ours >= 0.65 * floor },
    measure: () => measure(20_000, 64, 7),
  },
  {
    row: 'stdio, one at a time',
    unit: 'calls/s',
    better: 'higher',
    target: { text: '>= 0.9 of the floor', met: ({ ours, floor }) => ours >= 0.9 * floor },
    measure: () => measure(4_000, 1, 7),
  },
];
