// Sends each new message with a server and a client of the SDK in one revision, directly and through a bridge, and with a host.
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryPair } from '@mcp-gen/runtime';
import { capabilityAt, differenceOf, PATIENCE, sendEach, within } from './roundTrips.mjs';
import { INFO, Values } from './values.mjs';

/**
 * Connects a server and a client in the revision, and calls a tool.
 *
 * @param sdk the exports of the SDK, and of its tools for tests
 * @returns what goes wrong; undefined if nothing does
 */
export async function callBySdk({ Server, testClient }, revision) {
  const server = new Server(INFO);
  server.tool('greet', {}, () => 'hello');
  try {
    const client = await testClient(server, { revision, timeout: PATIENCE });
    const { text } = await client.callTool('greet', {}).finally(() => client.close());
    return text === 'hello' ? undefined : `The result of the tool arrived as ${JSON.stringify(text)}`;
  } catch (error) {
    return `tool call by the SDK: ${error.message}`;
  }
}

/**
 * Sends messages between a server and a client of the SDK, which have no interface for them; between both through a bridge; and between a server
 * and a host.
 *
 * @param sdk the exports of the SDK, of its bridge, of its host, and of its tools for tests
 * @param revision the generated tables
 * @param sampleOf returns a value of a definition, each time another one
 * @returns the messages, each with the `problem` that kept it from arriving unchanged; undefined if it arrived
 */
export async function sendBySdk(sdk, revision, messages, sampleOf) {
  const values = new Values(revision, sampleOf);
  const ways = {
    'by the SDK': (server, options) => sdk.connect(sdk.inProcess(server), options),
    'through the bridge': (server, options) => sdk.connect(bridged(sdk, server), options),
    'by the host': (server, options) => hosted(sdk, server, options),
  };
  const sent = [];
  for (const [way, connect] of Object.entries(ways)) {
    const each = await sendEach(messages, (message) => send(sdk, revision.id, values, message, connect));
    sent.push(...each.map(({ id, problem }) => ({ id: `${id} ${way}`, problem })));
  }
  return sent;
}

/**
 * Sends a message once, and returns what went wrong.
 *
 * @param connect connects to a server, and returns a client, or what is used like one
 */
async function send(sdk, id, values, message, connect) {
  const { kind, method, sender, types, filter } = message;
  const entry = values.entryOf(message);
  const params = values.params(types.params, entry);
  const result = kind === 'notification' ? undefined : values.result(types.result, entry);
  const capabilities = entry.capability === undefined ? {} : capabilityAt(entry.capability);
  const errors = [];
  const options = { revisions: [id], onError: (error) => errors.push(error) };
  let received;
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  const receive = (given) => {
    received = given;
    arrive();
    return result;
  };
  let answer;
  const server = new sdk.Server(INFO, { ...options, ...(sender === 'server' && { capabilities }) });
  server.tool('act', {}, async (_, context) => {
    if (kind === 'notification') await context.notify(method, params);
    else answer = await context.ask('asked', sdk.request(method, params));
    return 'done';
  });
  if (sender === 'client' && kind === 'notification') server.onNotification(method, receive);
  else if (sender === 'client') server.method(method, receive);
  const client = await connect(server, {
    ...options,
    timeout: PATIENCE,
    ...(sender === 'client' ? { capabilities } : kind !== 'notification' && { methods: { [method]: receive } }),
  });
  try {
    if (sender === 'server') {
      if (kind === 'notification') client.onNotification(method, receive);
      if (filter === undefined) await client.callTool('act');
      else await untilHeard(() => server.notify(method, params), arrived);
    } else if (kind === 'notification') await client.notify(method, params);
    else answer = await client.request(method, params);
    await within(PATIENCE, arrived);
  } catch (error) {
    // The other side only learns that there was an internal error.
    throw errors[0] ?? error;
  } finally {
    await client.close();
  }
  const isAnswered = kind !== 'notification';
  return differenceOf('params', received, params) ?? (isAnswered ? differenceOf('result', answer, result) : undefined);
}

/** Repeats a notification until it is heard: nobody is told when a client has begun to follow it. */
async function untilHeard(notify, heard) {
  let isHeard = false;
  void heard.then(() => (isHeard = true));
  for (const end = performance.now() + PATIENCE; !isHeard && performance.now() < end;) {
    notify();
    await sleep(20);
  }
}

/** Returns a target that reaches a server through a bridge. */
function bridged({ bridge, inProcess }, server) {
  const { serve } = bridge(inProcess(server), { onError: () => undefined });
  return () => {
    const [near, far] = memoryPair();
    serve({ transport: far });
    return near;
  };
}

/** Returns a host that is connected to a server, used like a client. */
async function hosted({ Host, inProcess }, server, { onError, ...options }) {
  const listeners = new Map();
  const host = new Host({
    ...options,
    servers: { one: inProcess(server) },
    consent: () => true,
    onError: (error) => onError(error),
    onEvent: (event) => {
      if (event.type === 'notification') listeners.get(event.method)?.(event.params);
    },
  });
  await host.start();
  return {
    request: (method, params) => host.request('one', method, params),
    notify: (method, params) => host.notify('one', method, params),
    callTool: (name) => host.callTool(`one__${name}`),
    onNotification: (method, listener) => void listeners.set(method, listener),
    close: () => host.close(),
  };
}
