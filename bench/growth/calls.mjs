import { connect } from '@mcp-gen/sdk/client';
import { timeOf } from './cpu.mjs';
import { connected, startServer } from './program.mjs';

const AT_ONCE = [100, 200, 400, 800];
const SESSIONS = [25, 50, 100, 200, 400];

/** A server and a client for each measurement: connections that are left from the last one may be closed at any time. */
const atOnce = (transport) => ({
  curve: `calls at once that wait 5 ms, ${transport}`,
  size: 'calls',
  unit: 'ms of CPU',
  sizes: AT_ONCE,
  open: () => ({
    async measure(count) {
      const { client, close } = await connected(transport);
      await client.callTool('wait', {}); // loads what the first call loads
      const call = () => client.callTool('wait', {});
      const taken = await timeOf(() => Promise.all(Array.from({ length: count }, call)), client);
      await close();
      return taken;
    },
    close() {},
  }),
});

/** Calls at once in one session, and a session for each call. */
export const curves = [
  ...['stdio', 'json', 'sse'].map(atOnce),
  {
    curve: 'new session for each call, json',
    size: 'sessions',
    unit: 'ms of CPU',
    sizes: SESSIONS,
    open: async () => {
      const server = await startServer('json');
      const watching = await connect(server.url);
      const oneCall = async () => {
        const client = await connect(server.url);
        await client.callTool('take', { value: 1 });
        await client.close();
      };
      const measure = (count) =>
        timeOf(async () => {
          for (let index = 0; index < count; index++) await oneCall();
        }, watching);
      return { measure, close: () => watching.close().then(() => server.stop()) };
    },
  },
];
