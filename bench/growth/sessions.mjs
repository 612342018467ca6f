import { Agent, request } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { startServer } from './program.mjs';

const IDLE = [1_250, 2_500, 5_000, 10_000];
const STREAMS = [125, 250, 500, 1_000];
const PARALLEL = 16;

const VERSION = '2025-11-25';
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: VERSION, capabilities: {}, clientInfo: { name: 'growth', version: '1.0.0' } },
};
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** Sends as little as a client can, so that this process does not take the server's time. */
class Sessions {
  #agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });
  #streams = [];
  #url;

  constructor(url) {
    this.#url = url;
  }

  async #send(method, session, message, agent = this.#agent) {
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': VERSION,
      ...(session && { 'mcp-session-id': session }),
    };
    const sent = request(this.#url, { method, headers, agent });
    sent.end(message && JSON.stringify(message));
    const [response] = await once(sent, 'response');
    if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${await text(response)}`);
    return response;
  }

  /** Opens a session, and its stream if it is to have one. */
  async open(withStream) {
    const opened = await this.#send('POST', undefined, initialize);
    const session = opened.headers['mcp-session-id'];
    await text(opened);
    await text(await this.#send('POST', session, initialized));
    if (withStream) this.#streams.push((await this.#send('GET', session, undefined, false)).resume());
  }

  close() {
    for (const stream of this.#streams) stream.destroy();
    this.#agent.destroy();
  }
}

/** What a server tells, and how it is shown. */
const UNITS = {
  heapUsed: { unit: 'kB of heap', divisor: 1000 },
  rss: { unit: 'kB resident', divisor: 1000 },
  milliseconds: { unit: "ms of the server's CPU", divisor: 1 },
};

/** What one server holds, and how long it takes to open, for so many sessions. A server for each size: memory is not given back at once. */
const measured = (withStream, quantity) => () => ({
  async measure(count) {
    const server = await startServer('json');
    const sessions = new Sessions(server.url);
    try {
      await sessions.open(withStream); // loads what the first one loads
      const before = await server.memory();
      let left = count;
      const worker = async () => {
        while (left-- > 0) await sessions.open(withStream);
      };
      await Promise.all(Array.from({ length: PARALLEL }, worker));
      const after = await server.memory();
      return (after[quantity] - before[quantity]) / UNITS[quantity].divisor;
    } finally {
      sessions.close();
      await server.stop();
    }
  },
  close() {},
});

const curvesOf = (curve, sizes, withStream) =>
  Object.entries(UNITS).map(([quantity, { unit }]) => ({
    curve,
    size: 'sessions',
    unit,
    sizes,
    rounds: 1,
    open: measured(withStream, quantity),
  }));

export const curves = [
  ...curvesOf('idle sessions', IDLE, false),
  ...curvesOf('sessions with an open stream', STREAMS, true),
];
