import { fileURLToPath } from 'node:url';
import { COLUMNS, commands, lacking, mapValues, measureOpened, rowsOf } from '../contenders.mjs';
import { HttpProgram } from '../httpDriver.mjs';

const CALLS = 20_000;
const IN_FLIGHT = 16;
const MILLISECONDS = 2_000;
const ROUNDS = 5;

// Loaded when a row is measured: the names of the rows are needed where no library is.
const library = () => import('../clients.mjs');

async function callAndCheck(call) {
  const { content } = await call('hello');
  if (content?.[0]?.text !== 'hello') throw new Error(`The server answered ${JSON.stringify(content)}`);
}

/** Calls one after another, in microseconds each. */
async function microsecondsPerCall(call) {
  await callAndCheck(call);
  const started = performance.now();
  for (let count = 0; count < CALLS; count++) await call('hello');
  return ((performance.now() - started) / CALLS) * 1000;
}

/** Calls for a while, with so many unanswered at any time. */
async function callsPerSecond(call, inFlight) {
  await callAndCheck(call);
  let count = 0;
  const started = performance.now();
  const worker = async () => {
    for (; performance.now() - started < MILLISECONDS; count++) await call('hello');
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return count / ((performance.now() - started) / 1000);
}

/** What is called in this process, opened on the servers in memory that take the schema. */
const inMemory = (open) => async (schema) => {
  const { inMemory: servers } = await import('../servers/inMemory.mjs');
  const unable = lacking(schema);
  const able = Object.entries(servers).filter(([name]) => unable[name] === undefined);
  return measureOpened(
    mapValues(Object.fromEntries(able), (serve, name) => async () => {
      const { call, close } = await open(await serve(schema), name);
      return { measure: () => microsecondsPerCall(call), close };
    }),
    ROUNDS,
  );
};

/** The client that a library has, or that its users take, with its server in another process. */
const withServer = (transport, open) => async (schema) => {
  const { clients } = await library();
  return measureOpened(
    mapValues(commands(schema, transport), (command, name) => async () => {
      const { call, close } = await open(command, clients[name]);
      return { measure: () => callsPerSecond(call, IN_FLIGHT), close };
    }),
    ROUNDS,
  );
};

const overStdio = withServer('stdio', ([script, ...args], client) =>
  client.stdio([process.execPath, fileURLToPath(new URL(`../${script}`, import.meta.url)), ...args]),
);

/** A client over HTTP with its server. */
async function openOverHttp(command, client) {
  const server = new HttpProgram(command);
  const { call, close } = await client.http(await server.url());
  return {
    call,
    async close() {
      await close();
      await server.stop();
    },
  };
}

const overHttp = (transport) => withServer(transport, openOverHttp);

/** The clients over HTTP, each with a server of its own that costs as little as can be. FastMCP has none. */
const clientsAlone = (inFlight) => async () => {
  const { clients } = await library();
  const { FastMCP: _, ...own } = clients;
  return measureOpened(
    mapValues(own, (client) => async () => {
      const { call, close } = await openOverHttp(['floor/http.mjs', 'json'], client);
      return { measure: () => callsPerSecond(call, inFlight), close };
    }),
    ROUNDS,
  );
};

const clientOf = async (transport, name) => (await library()).clients[name].memory(transport);
const wireOf = async (transport) => {
  const { Wire } = await import('../wire.mjs');
  return new Wire(transport).open();
};

const calls = { unit: 'calls/s', better: 'higher' };
const clientAlone = (row, inFlight) => ({
  row,
  ...calls,
  columns: COLUMNS,
  lacking: { FastMCP: 'has no client' },
  target: {
    text: 'sdk >= 4 x the better official SDK',
    met: (values) => values.sdk >= 4 * Math.max(values['SDK v1'], values['SDK v2']),
  },
  measure: clientsAlone(inFlight),
});
const time = { unit: 'µs', better: 'lower', lacking: { FastMCP: 'has no transport in memory' } };

/** One tool called through client and server of each library, in memory one call after another, elsewhere 16 at a time. */
export const rows = [
  ...rowsOf({ row: 'in memory, the server alone', ...time }, inMemory(wireOf)),
  ...rowsOf(
    {
      row: 'in memory, client and server',
      ...time,
      target: {
        text: 'runtime <= a sixth of SDK v1',
        compares: 'SDK v1',
        met: (values) => values.runtime <= values['SDK v1'] / 6,
      },
    },
    inMemory(clientOf),
  ),
  ...rowsOf({ row: 'stdio, client and server', ...calls }, overStdio),
  ...rowsOf({ row: 'HTTP, JSON answers, client and server', ...calls }, overHttp('json')),
  ...rowsOf({ row: 'HTTP, answers as events, client and server', ...calls }, overHttp('sse')),
  ...rowsOf({ row: 'HTTP without sessions, client and server', ...calls }, overHttp('stateless')),
];

/** The clients over HTTP, beside each other. */
export const httpClientRows = [
  clientAlone('HTTP client, one at a time', 1),
  clientAlone(`HTTP client, ${IN_FLIGHT} requests in flight`, IN_FLIGHT),
];
