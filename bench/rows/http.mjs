import { DrivenHttpServer, servers } from '../httpDriver.mjs';
import { interleave } from '../statistics.mjs';

const CONNECTIONS = 16;
const SECONDS = 2;
const ROUNDS = 3;

async function measure(programs) {
  const running = Object.fromEntries(
    Object.entries(programs).map(([name, args]) => [name, new DrivenHttpServer(args)]),
  );
  try {
    for (const server of Object.values(running)) {
      await server.open();
      await server.callsPerSecond(CONNECTIONS, 1); // warm up
    }
    const contenders = Object.entries(running).map(([name, server]) => [
      name,
      () => server.callsPerSecond(CONNECTIONS, SECONDS),
    ]);
    return await interleave(Object.fromEntries(contenders), ROUNDS);
  } finally {
    await Promise.all(Object.values(running).map((server) => server.stop()));
  }
}

/** Calls of one tool over Streamable HTTP, in one session, over some connections. */
export const rows = [
  {
    row: 'HTTP, JSON answers, 16 connections',
    unit: 'calls/s',
    better: 'higher',
    target: { text: '>= 0.6 of the floor', met: ({ ours, floor }) => ours >= 0.6 * floor },
    measure: () => measure(servers.json),
  },
  {
    row: 'HTTP, SSE answers, 16 connections',
    unit: 'calls/s',
    better: 'higher',
    target: {
      text: '>= 4 x the better SDK',
      met: (values) => values.ours >= 4 * Math.max(values['SDK v1'], values['SDK v2']),
    },
    measure: () => measure(servers.sse),
  },
];
