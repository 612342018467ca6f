/** A poll of a task beside a plain call, in memory, with a thousand tasks that a hundred clients wait for. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CLIENTS = 100;
const TASKS_OF_A_CLIENT = 10;
const TOTAL = CLIENTS * TASKS_OF_A_CLIENT;
const CALLS = 2_000;
const ROUNDS = 5;

async function microseconds(act) {
  const started = performance.now();
  for (let count = 0; count < CALLS; count++) await act();
  return ((performance.now() - started) / CALLS) * 1_000;
}

/** The fastest round of each, in turns. */
async function fastest(acts) {
  const times = acts.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, act] of acts.entries()) times[index] = Math.min(times[index], await microseconds(act));
  }
  return times;
}

/** A server, and clients of it. */
async function start(options, revision = '2026-07-28') {
  const [{ Server }, { connect }, { MemoryTaskStore, tasks }, { tasks: clientTasks }, { inProcess }] =
    await Promise.all([
      import('@mcp-gen/sdk'),
      import('@mcp-gen/sdk/client'),
      import('@mcp-gen/sdk/tasks'),
      import('@mcp-gen/sdk/tasks/client'),
      import('@mcp-gen/sdk/testing'),
    ]);
  const store = new MemoryTaskStore();
  const limits = { maxRunning: 2 * TOTAL, maxKept: 2 * TOTAL };
  const server = new Server(
    { name: 'tasks', version: '1.0.0' },
    { extensions: [tasks({ ...limits, store, ...options })], rateLimits: false },
  );
  server.tool('echo', {}, () => 'hello');
  const gate = { end: undefined, ended: undefined };
  const close = () => (gate.ended = new Promise((resolve) => (gate.end = resolve)));
  close();
  server.tool('wait', { task: 'optional' }, async () => {
    await gate.ended;
    return 'done';
  });
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () =>
      connect(inProcess(server)(), { revisions: [revision], extensions: [clientTasks()] }),
    ),
  );
  const detach = (client) => client.extension(clientTasks).start('wait');
  const run = () =>
    Promise.all(clients.flatMap((client) => Array.from({ length: TASKS_OF_A_CLIENT }, () => detach(client))));
  return { store, clients, gate, close, run };
}

async function measure() {
  const { clients, gate, run } = await start({});
  const running = await run();
  const results = running.map((task) => task.result());
  const [client] = clients;
  const [task] = running;
  const [poll, call] = await fastest([() => task.status(), () => client.callTool('echo')]);
  gate.end();
  await Promise.all(results);
  const [stored] = await fastest([() => task.status()]);
  await Promise.all(clients.map((each) => each.close()));
  return { ours: poll, 'plain call': call, 'poll of the end': stored };
}

/** KiB of the heap that are in use, after the garbage was collected. */
function heap() {
  for (let round = 0; round < 3; round++) globalThis.gc();
  return process.memoryUsage().heapUsed / 1024;
}

/** What a thousand tasks leave on the heap when they have ended and were dropped. */
async function measureHeap(revision) {
  setFlagsFromString('--expose-gc');
  globalThis.gc ??= runInNewContext('gc');
  const { store, clients, gate, close, run } = await start({ ttl: 6_000, lease: 300, pollInterval: 100 }, revision);
  const round = async () => {
    close();
    const running = await run();
    const results = running.map((task) => task.result());
    const most = heap();
    gate.end();
    await Promise.all(results);
    while (store.size > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    return most;
  };
  // The first rounds load what is loaded on demand.
  await round();
  await round();
  const before = heap();
  const most = await round();
  for (let count = 0; count < ROUNDS - 1; count++) await round();
  const after = heap();
  await Promise.all(clients.map((each) => each.close()));
  return { ours: (after - before) / ROUNDS, 'while they run': most - before };
}

export const rows = [
  {
    row: 'tasks: a poll beside a plain call, 1,000 tasks of 100 clients',
    unit: 'microseconds',
    better: 'lower',
    target: undefined,
    measure,
  },
  ...['2026-07-28', '2025-11-25'].map((revision) => ({
    row: `tasks: heap that 1,000 tasks of 100 clients leave behind, for each round, in ${revision}`,
    unit: 'KiB',
    better: 'lower',
    target: { text: 'less than 50 KiB: 50 bytes a task', met: ({ ours }) => ours < 50 },
    measure: () => measureHeap(revision),
  })),
];
