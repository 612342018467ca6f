/** The client that is fuzzed, and the calls of the application that uses it. */
import { connect } from '@mcp-gen/sdk/client';

/** What an application calls, by name. Each returns a promise that has to settle once the client is closed. */
export const CALLS = {
  tools: (client) => client.tools({ limit: 20 }).all(),
  resources: (client) => client.resources({ limit: 20 }).all(),
  templates: (client) => client.resourceTemplates({ limit: 20 }).all(),
  prompts: (client) => client.prompts({ limit: 20 }).all(),
  callTool: (client) => client.callTool('echo', { text: 'x' }, { onProgress() {} }),
  aborted: (client) => {
    const controller = new AbortController();
    setImmediate(() => controller.abort());
    return client.callTool('echo', {}, { signal: controller.signal });
  },
  readResource: (client) => client.readResource('note:///kitchen'),
  getPrompt: (client) => client.getPrompt('tidy', { room: 'attic' }),
  complete: (client) => client.complete({ prompt: 'tidy' }, 'room', 'a'),
  subscribe: async (client) => {
    await client.subscribe('note:///kitchen').next();
  },
  setLogLevel: (client) => client.setLogLevel('info'),
  ping: (client) => client.ping(),
};

/** Makes the steps of a round of a client: `{ call }`, `{ unasked }` (a seed), and `{ wait }`. */
export function serverSteps(random, revisions, count) {
  const names = Object.keys(CALLS);
  const steps = [];
  while (steps.length < count) {
    if (random.chance(0.2)) steps.push({ wait: 1 + random.below(5) });
    else if (random.chance(0.4)) steps.push({ unasked: random.below(2 ** 30) });
    else steps.push({ call: random.pick(names) });
  }
  const opens = random.chance(0.85);
  return { seed: random.below(2 ** 30), revision: random.pick(revisions), opens, patient: random.chance(0.005), steps };
}

/**
 * Connects a client to a hostile server, and makes the calls of a round. A round that is not patient stops connecting after some turns
 * instead of after the timeout.
 *
 * @param {{ probe: import('./probe.mjs').Probe, say?: (text: string) => void, options?: object, patience?: number }} context
 *   `say` sends a message that answers nothing; without it such steps are left out. `patience`: turns for connecting
 * @returns {Promise<boolean>} whether a session was opened
 */
export async function driveClient(round, { probe, say, options, patience = 50, beforeClose = () => {} }, target) {
  const givingUp = new AbortController();
  const opening = connect(target, {
    signal: givingUp.signal,
    sampling: { model: () => ({ text: 'It.', model: 'fuzz' }) },
    elicitation: { form: () => ({ action: 'decline' }), url: () => 'decline' },
    roots: { list: [] },
    onLog() {},
    onListChanged() {},
    onError: probe.reported,
    // Calls that are never answered end when the client closes.
    timeout: 4_000,
    ...options,
  });
  let client;
  let failed = false;
  opening.then(
    (opened) => (client = opened),
    () => (failed = true),
  );
  for (let left = patience; left > 0 && client === undefined && !failed; left--) await probe.turn();
  if (!round.patient) givingUp.abort();
  if (!(await probe.until(() => client !== undefined || failed))) probe.fail('connecting did not end');
  if (client === undefined) return false;
  const calls = [];
  for (const step of round.steps) {
    if ('wait' in step) for (let left = step.wait; left > 0; left--) await probe.turn();
    else if ('call' in step) calls.push([step.call, settle(CALLS[step.call](client))]);
    else say?.(step.unasked);
  }
  for (let left = 4; left > 0; left--) await probe.turn();
  await beforeClose(client);
  await probe.settles('closing the client', client.close());
  for (const [name, call] of calls) await probe.settles(`the call ${name}`, call);
  return true;
}

function settle(promise) {
  return promise.then(
    () => undefined,
    () => undefined,
  );
}
