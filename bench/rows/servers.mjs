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
