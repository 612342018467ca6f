/** A poll of a task beside a plain call, in memory, with a thousand tasks that a hundred clients wait for. */

const CLIENTS = 100;
const TASKS_OF_A_CLIENT = 10;
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

async function measure() {
  const [{ Server }, { connect }, { tasks }, { inProcess }] = await Promise.all([
    import('@mcp-gen/sdk'),
    import('@mcp-gen/sdk/client'),
    import('@mcp-gen/sdk/tasks'),
    import('@mcp-gen/sdk/testing'),
  ]);
  const total = CLIENTS * TASKS_OF_A_CLIENT;
  const options = { tasks: tasks({ maxRunning: 2 * total, maxKept: 2 * total }), limits: false };
  const server = new Server({ name: 'tasks', version: '1.0.0' }, options);
  let end;
  const ended = new Promise((resolve) => (end = resolve));
  server.tool('echo', {}, () => 'hello');
  server.tool('wait', { task: 'optional' }, async () => {
    await ended;
    return 'done';
  });
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connect(inProcess(server)())));
  const detach = (client) => client.callTool('wait', {}, { task: 'detach' });
  const running = await Promise.all(
    clients.flatMap((client) => Array.from({ length: TASKS_OF_A_CLIENT }, () => detach(client))),
  );
  const results = running.map((task) => task.result());
  const [client] = clients;
  const [task] = running;
  const [poll, call] = await fastest([() => task.status(), () => client.callTool('echo')]);
  end();
  await Promise.all(results);
  const [stored] = await fastest([() => task.status()]);
  await Promise.all(clients.map((each) => each.close()));
  return { ours: poll, 'plain call': call, 'poll of the end': stored };
}

export const rows = [
  {
    row: 'tasks: a poll beside a plain call, 1,000 tasks of 100 clients',
    unit: 'microseconds',
    better: 'lower',
    target: undefined,
    measure,
  },
];
