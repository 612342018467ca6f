import { setImmediate as turn } from 'node:timers/promises';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { memoryPair, serve } from '@mcp-gen/runtime';
import { handlers, options } from '../servers/echo.mjs';
import { echoServer } from '../servers/echoServer.mjs';
import { echoServer as sdkV2Server } from '../servers/sdk-v2-echo.mjs';
import { interleave } from '../statistics.mjs';
import { callsPerSecond, residentMemory, start } from '../stdioContenders.mjs';

const CALLS = 20_000;

/** The one-tool servers that are written with an sdk, beside our runtime's handlers and the least that could do the work. */
const SERVERS = {
  floor: ['floor/stdio.mjs'],
  ours: ['servers/ours-sdk.mjs'],
  runtime: ['servers/ours.mjs'],
  'SDK v2': ['servers/sdk-v2.mjs'],
};

/** One end of a connection, from which messages are sent one after another, each when the last has been answered. */
class Wire {
  #answered;

  constructor(send) {
    this.send = send;
  }

  take(message) {
    this.#answered?.(message);
  }

  async ask(message) {
    const answered = new Promise((resolve) => (this.#answered = resolve));
    this.send(message);
    return answered;
  }

  async open() {
    const clientInfo = { name: 'bench', version: '1.0.0' };
    const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
    await this.ask({ jsonrpc: '2.0', id: 'init', method: 'initialize', params });
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await turn();
    return this;
  }

  async microsecondsPerCall() {
    const params = { name: 'echo', arguments: { text: 'hello' } };
    const started = performance.now();
    for (let id = 0; id < CALLS; id++) {
      const { result } = await this.ask({ jsonrpc: '2.0', id, method: 'tools/call', params });
      if (result.content[0].text !== 'hello') throw new Error('The server did not say it again');
    }
    return ((performance.now() - started) / CALLS) * 1000;
  }
}

/** @param run serves a transport */
function ours(run) {
  const [near, far] = memoryPair();
  const wire = new Wire((message) => near.send(message));
  near.start({ message: (message) => wire.take(message), malformed() {}, failed() {}, ended() {}, closed() {} });
  run(far);
  return wire.open();
}

async function sdkV2() {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const wire = new Wire((message) => void near.send(message));
  near.onmessage = (message) => wire.take(message);
  await near.start();
  await sdkV2Server().connect(far);
  return wire.open();
}

/** A tool called through what authors write servers with. Nothing limits how often. */
export const rows = [
  {
    row: 'sdk: a tool call in memory, the server alone, no rate limits',
    unit: 'us',
    better: 'lower',
    target: undefined,
    async measure() {
      const wires = {
        ours: await ours((transport) => echoServer().serve({ transport })),
        runtime: await ours((transport) => serve(handlers, { ...options, transport })),
        'SDK v2': await sdkV2(),
      };
      for (const wire of Object.values(wires)) await wire.microsecondsPerCall(); // warm up
      const contenders = Object.entries(wires).map(([name, wire]) => [name, () => wire.microsecondsPerCall()]);
      return interleave(Object.fromEntries(contenders), 7);
    },
  },
  {
    row: 'sdk: stdio, 64 requests in flight, no rate limits',
    unit: 'calls/s',
    better: 'higher',
    target: undefined,
    measure: () => callsPerSecond(SERVERS, 20_000, 64, 7),
  },
  {
    row: 'sdk: stdio, one at a time, no rate limits',
    unit: 'calls/s',
    better: 'higher',
    target: undefined,
    measure: () => callsPerSecond(SERVERS, 4_000, 1, 7),
  },
  {
    row: 'sdk: start to initialize answered',
    unit: 'ms',
    better: 'lower',
    target: { text: '<= 1.25 x the floor', met: ({ ours, floor }) => ours <= 1.25 * floor },
    measure: () => start(SERVERS, 15),
  },
  {
    row: 'sdk: memory after initialize',
    unit: 'MB resident, on Linux',
    better: 'lower',
    target: { text: '<= the floor + 6 MB', met: ({ ours, floor }) => ours <= floor + 6 },
    measure: () => residentMemory(SERVERS, 7),
  },
];
