import { commands, mapValues, measureOpened, rowsOf } from '../contenders.mjs';
import { DrivenHttpServer } from '../httpDriver.mjs';
import { interleave } from '../statistics.mjs';
import { DrivenServer } from '../stdioDriver.mjs';

const CONNECTIONS = 16;
const SECONDS = 2;

const ofFloor = (ofRuntime, ofSdk) => ({
  text: `runtime >= ${ofRuntime} and sdk >= ${ofSdk} of the floor`,
  met: ({ runtime, sdk, floor }) => runtime >= ofRuntime * floor && sdk >= ofSdk * floor,
});

/** Calls of the tool over stdio, with so many unanswered at any time. */
const overStdio = (count, inFlight) => (schema) =>
  measureOpened(
    mapValues(commands(schema, 'stdio'), (command) => async () => {
      const server = new DrivenServer(command);
      await server.initialize();
      return { measure: () => server.callsPerSecond(count, inFlight), close: () => server.stop() };
    }),
    7,
  );

/** Calls of the tool over Streamable HTTP, over some connections, in one session where there are sessions. */
const overHttp = (transport) => (schema) =>
  measureOpened(
    mapValues(commands(schema, transport), (command) => async () => {
      const server = new DrivenHttpServer(command);
      await server.open();
      return { measure: () => server.callsPerSecond(CONNECTIONS, SECONDS), close: () => server.stop() };
    }),
    3,
  );

/** Columns without revision 2026-07-28. */
const OLDER = { 'SDK v1': 'has no revision 2026-07-28', FastMCP: 'has no revision 2026-07-28' };

/** Servers of revision 2026-07-28 over HTTP, each opened and measured, but for those that lack it. */
const alone = (lacking, rounds, measure) => (schema) =>
  measureOpened(
    Object.fromEntries(
      Object.entries(commands(schema, 'alone'))
        .filter(([name]) => !(name in lacking))
        .map(([name, command]) => [
          name,
          async () => {
            const server = new DrivenHttpServer(command);
            await server.openAlone();
            return { measure: () => measure(server), close: () => server.stop() };
          },
        ]),
    ),
    rounds,
  );

/** Columns for which so many requests take too long, too. */
const SLOW = { ...OLDER, 'SDK v2': 'takes minutes' };

/** Requests whose memory is measured. */
const MANY = 100_000;

/** The megabytes that a server grows by in so many requests, after as many. */
async function growth(server) {
  await server.call(CONNECTIONS, MANY);
  const before = server.residentMemory();
  await server.call(CONNECTIONS, MANY);
  return server.residentMemory() - before;
}

/** What is measured once in the life of a server over stdio, when it has answered `initialize`. */
const onceInitialized = (rounds, measure) => (schema) =>
  interleave(
    mapValues(commands(schema, 'stdio'), (command) => async () => {
      const started = performance.now();
      const server = new DrivenServer(command);
      try {
        await server.initialize();
        return measure(server, started);
      } finally {
        await server.stop();
      }
    }),
    rounds,
  );

const calls = { unit: 'calls/s', better: 'higher' };

/** One tool called from outside, with as little work in the client as possible; and what it takes to start the server. */
export const rows = [
  ...rowsOf({ row: 'stdio, 64 requests in flight', ...calls, target: ofFloor(0.65, 0.55) }, overStdio(20_000, 64)),
  ...rowsOf({ row: 'stdio, one at a time', ...calls, target: ofFloor(0.9, 0.85) }, overStdio(4_000, 1)),
  ...rowsOf({ row: 'HTTP, JSON answers, 16 connections', ...calls, target: ofFloor(0.65, 0.5) }, overHttp('json')),
  ...rowsOf(
    {
      row: 'HTTP, answers as events, 16 connections',
      ...calls,
      target: {
        text: 'runtime >= 4 x the better official SDK',
        compares: 'SDK v1',
        met: (values) => values.runtime >= 4 * Math.max(values['SDK v1'], values['SDK v2']),
      },
    },
    overHttp('sse'),
  ),
  ...rowsOf({ row: 'HTTP without sessions, 16 connections', ...calls }, overHttp('stateless')),
  ...rowsOf(
    {
      row: 'HTTP, 2026-07-28, 16 connections',
      ...calls,
      lacking: OLDER,
      target: {
        text: 'runtime >= 0.55 and sdk >= 0.45 of the floor, and sdk >= 4 x SDK v2',
        met: ({ runtime, sdk, floor, 'SDK v2': official }) =>
          runtime >= 0.55 * floor && sdk >= 0.45 * floor && sdk >= 4 * official,
      },
    },
    alone(OLDER, 3, (server) => server.callsPerSecond(CONNECTIONS, SECONDS)),
  ),
  ...rowsOf(
    {
      row: `growth in ${MANY} requests of 2026-07-28`,
      unit: 'MB resident, on Linux',
      better: 'lower',
      lacking: SLOW,
      target: { text: 'sdk <= 10', met: ({ sdk }) => sdk <= 10 },
    },
    alone(SLOW, 1, growth),
    // How the input is stated makes no difference to what is kept.
  ).slice(0, 1),
  ...rowsOf(
    {
      row: 'start to initialize answered',
      unit: 'ms',
      better: 'lower',
      target: { text: 'sdk <= 1.25 x the floor', met: ({ sdk, floor }) => sdk <= 1.25 * floor },
    },
    onceInitialized(15, (_, started) => performance.now() - started),
  ),
  ...rowsOf(
    {
      row: 'memory after initialize',
      unit: 'MB resident, on Linux',
      better: 'lower',
      target: { text: 'sdk <= the floor + 6 MB', met: ({ sdk, floor }) => sdk <= floor + 6 },
    },
    onceInitialized(7, (server) => server.residentMemory() ?? NaN),
  ),
];
