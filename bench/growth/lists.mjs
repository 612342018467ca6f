import { memoryPair } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { connect } from '@mcp-gen/sdk/client';
import { ledger, rateLimits, unreachedBudgets } from '../servers/limits.mjs';
import { timeOf } from './cpu.mjs';
import { addTools } from './tools.mjs';

const TOOLS = [1_250, 2_500, 5_000, 10_000];
const CALLS = 2_000;

/** A client of a server with so many tools, which is kept for the next round. */
function pairs() {
  const kept = new Map();
  const open = async (count) => {
    const server = new Server({ name: 'growth', version: '1.0.0' }, { rateLimits });
    addTools(server, count);
    const [near, far] = memoryPair();
    server.serve({ transport: far });
    return connect(near, { ledger: ledger(unreachedBudgets) });
  };
  return {
    async of(count) {
      if (!kept.has(count)) kept.set(count, await open(count));
      return kept.get(count);
    },
    close: () => Promise.all([...kept.values()].map((client) => client.close())),
  };
}

const overPairs = (act) => () => {
  const kept = pairs();
  return {
    async measure(count) {
      const client = await kept.of(count);
      return timeOf(() => act(client, count));
    },
    close: kept.close,
  };
};

async function callOne(client, count) {
  for (let index = 0; index < CALLS; index++)
    await client.callTool(`tool${count - 1 - (index % 10)}`, { text: 'hello' });
}

/** A server with many tools, in this process. */
export const curves = [
  {
    curve: 'adding tools to a server',
    size: 'tools',
    unit: 'ms of CPU',
    sizes: TOOLS,
    open: () => ({
      measure(count) {
        const server = new Server({ name: 'growth', version: '1.0.0' });
        return timeOf(() => addTools(server, count));
      },
      close() {},
    }),
  },
  {
    curve: 'listing all tools, page after page',
    size: 'tools',
    unit: 'ms of CPU',
    sizes: TOOLS,
    open: overPairs(async (client, count) => {
      const { length } = await client.tools().all();
      if (length !== count) throw new Error(`Listed ${length} tools of ${count}`);
    }),
  },
  {
    curve: `${CALLS} calls of one tool among many`,
    size: 'tools',
    unit: 'ms of CPU',
    expected: 0,
    sizes: TOOLS,
    open: overPairs(callOne),
  },
];
