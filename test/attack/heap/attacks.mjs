/** What an attacker without credentials does over HTTP. Each attack goes on until its signal aborts. */
import { arrayOf, BODY, head, initialize, rpc } from './wire.mjs';

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const empty = (bytes) => JSON.parse(arrayOf('{}', bytes));

const call = (id, name, given = {}) => rpc(id, 'tools/call', { name, arguments: given });

/** The ways in which `initialize` is refused, or nobody waits for its answer. */
const REFUSED = [
  { body: rpc(1, 'initialize', {}) },
  { body: rpc(1, 'initialize') },
  { body: rpc(1, 'initialize', { protocolVersion: 7, capabilities: {}, clientInfo: {} }) },
  { body: rpc({}, 'initialize', {}) },
  { body: rpc(null, 'initialize', {}) },
  { body: `[${initialize()}]` },
  { body: initialize([]) },
  { body: initialize(), headers: { accept: 'text/html' } },
  { body: initialize(), leaveAfter: 0 },
  { body: initialize(), leaveAfter: 1 },
  { body: initialize(), leaveAfter: 5 },
  { body: initialize() },
];

/** Returns a request of the newest revision, with head and body. */
function ahead(body) {
  const { id, method, params } = JSON.parse(body);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'attacker', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const text = rpc(id, method, { ...params, _meta });
  const more = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': params.name };
  return head('POST', { length: text.length, more }) + text;
}

/** Repeats an act on each connection. What is refused at once must not become a busy loop of the attacker alone. */
async function repeat({ connections, signal }, act) {
  const one = async (connection) => {
    for (let count = 0; !signal.aborted; count++) {
      await act(connection, count);
      await pause(1);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => one(connection)));
}

/** Lets each caller attack, with its part of the connections. */
function byEachCaller(attack) {
  return (context) => {
    const { callers } = context;
    const connections = Math.ceil(context.connections / callers.length);
    return Promise.all(callers.map((caller) => attack({ ...context, caller, connections })));
  };
}

/** Returns what gives each connection a session of its own, opened at its first use and again when it is gone. */
function sessions(caller, revision) {
  const open = new Map();
  return async (connection, isGone = false) => {
    if (isGone) open.delete(connection);
    if (!open.has(connection)) open.set(connection, caller.open(revision));
    return open.get(connection);
  };
}

/** Posts in a session of each connection. */
async function inSessions(context, revision, makeBody) {
  const session = sessions(context.caller, revision);
  let isGone = false;
  await repeat(context, async (connection, count) => {
    const { status } = await context.caller.post(makeBody(count), { session: await session(connection, isGone) });
    isGone = status === 404;
  });
}

/** Calls that never end, from all addresses: each connection has one, in a session of its own. */
async function waitWith({ callers, signal, connections }, makeArguments, more = {}) {
  const open = callers.map((caller) => caller.open());
  let count = 0;
  const one = async (connection) => {
    for (; !signal.aborted; await pause(50)) {
      const at = connection % callers.length;
      const session = await open[at];
      const params = { name: 'wait', arguments: makeArguments(count), ...more };
      const { status } = await callers[at].post(rpc(++count, 'tools/call', params), { session });
      if (status === 404) open[at] = callers[at].open();
    }
  };
  await Promise.all(Array.from({ length: Math.max(connections, 16) }, (_, connection) => one(connection)));
}

/** Connections of all addresses that send and never read; closed ones are opened again. */
async function neverRead({ callers, signal, connections }, open) {
  const sockets = new Set();
  for (let count = 0; !signal.aborted; await pause(5)) {
    for (const socket of sockets) if (socket.destroyed) sockets.delete(socket);
    if (sockets.size < Math.max(60, connections)) sockets.add(await open(callers[count % callers.length], count++));
  }
  for (const socket of sockets) socket.destroy();
}

const newKeys = (count, at) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${at}.${key}`, 1]));

/** Nested objects, each with a key that no other one has. */
const nestedKeys = (depth, at) =>
  JSON.parse(Array.from({ length: depth }, (_, key) => `{"k${at}.${key}":`).join('') + '1' + '}'.repeat(depth));

/** What each caller does on its own. */
const alone = {
  async 'large capabilities'(context) {
    const body = initialize({ x: empty(BODY - 500) });
    await repeat(context, () => context.caller.post(body));
  },

  async 'refused initialize'(context) {
    await repeat(context, (_, count) => {
      const { body, ...options } = REFUSED[count % REFUSED.length];
      return context.caller.post(body, options);
    });
  },

  async 'batches of large results'(context) {
    const body = `[${Array.from({ length: 100 }, (_, id) => call(id, 'large')).join()}]`;
    await inSessions(context, '2025-03-26', () => body);
  },

  async 'batches of invalid items'(context) {
    const body = arrayOf('1', BODY);
    const session = sessions(context.caller, '2025-03-26');
    await repeat(context, async (connection, count) =>
      context.caller.post(body, count % 2 === 0 ? {} : { session: await session(connection) }),
    );
  },

  async subscriptions(context) {
    const path = 'y'.repeat(8_000);
    const session = sessions(context.caller, '2025-11-25');
    await repeat(context, async (connection, count) => {
      const { status, text } = await context.caller.post(
        rpc(count, 'resources/subscribe', { uri: `file:///${path}${connection}.${count}` }),
        { session: await session(connection) },
      );
      // One more session, when this one has as many as it may.
      if (status !== 200 || text.includes('"error"')) await session(connection, true);
    });
  },

  async 'large progress tokens'(context) {
    const progressToken = 't'.repeat(BODY - 1_000);
    await inSessions(context, '2025-11-25', (count) =>
      rpc(count, 'tools/call', { name: 'report', arguments: {}, _meta: { progressToken } }),
    );
  },

  async 'unread streams'(context) {
    const sockets = [];
    await repeat(context, async (_, count) => {
      if (count > 20) return;
      const session = await context.caller.open();
      if (session === undefined) return;
      sockets.push(context.caller.unread(head('GET', { session })));
      for (const name of ['notify', 'large', 'large', 'large']) {
        const body = call(name, name);
        sockets.push(context.caller.unread(head('POST', { session, length: body.length }), body));
      }
    });
    for (const socket of sockets) socket.destroy();
  },

  async 'waiting calls with large arguments'(context) {
    const body = call(1, 'wait', { x: empty(BODY - 500) });
    const session = sessions(context.caller);
    // Calls that wait for a connection are held by the attacker alone.
    let unanswered = 0;
    await repeat(context, async (connection, count) => {
      if (unanswered < 2 * context.connections) {
        unanswered++;
        const sent = context.caller.post(body.replace('"id":1', `"id":${count}`), {
          session: await session(connection),
        });
        void sent.then(() => unanswered--);
      }
      await pause(50);
    });
  },
};

/** What the callers do together. */
const together = {
  async 'stalled bodies'(context) {
    const body = Buffer.alloc(BODY - 1, 'x');
    await neverRead(context, (caller) => {
      const socket = caller.unread(head('POST', { length: BODY }));
      socket.write(body);
      return socket;
    });
  },

  async 'unread pipelines'({ callers, signal, connections }) {
    const stateless = Array.from({ length: 2_000 }, (_, id) => ahead(call(id, 'echo', { text: 'x' }))).join('');
    const minimal = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(20_000);
    const sockets = new Set();
    while (!signal.aborted) {
      for (const socket of sockets) if (socket.destroyed) sockets.delete(socket);
      if (sockets.size < Math.max(60, connections)) {
        const caller = callers[sockets.size % callers.length];
        sockets.add(caller.unread('', sockets.size % 4 === 0 ? minimal : stateless));
      }
      await pause(5);
    }
    for (const socket of sockets) socket.destroy();
  },

  async 'waiting calls with wide characters'(context) {
    const text = `${'x'.repeat(BODY - 500)}\u4e2d`;
    await waitWith(context, () => ({ text }));
  },

  async 'waiting calls with nested new keys'(context) {
    await waitWith(context, (at) => ({ x: Array.from({ length: 50 }, (_, part) => nestedKeys(200, `${at}.${part}`)) }));
  },

  async 'waiting calls with very many keys'(context) {
    await waitWith(context, (at) => ({ x: newKeys(30_000, at) }));
  },

  async 'waiting calls with objects of one index'(context) {
    await waitWith(context, () => ({ x: Array.from({ length: 30_000 }, () => ({ 9_000_000: 1 })) }));
  },

  async 'waiting calls with keys in random order'(context) {
    const keys = [...'abcdefghijkl'];
    const shuffled = () => Object.fromEntries(keys.map((key) => [key, Math.random()]).sort(([, a], [, b]) => a - b));
    await waitWith(context, () => ({ x: Array.from({ length: 3_000 }, shuffled) }));
  },

  async 'tasks with large arguments'(context) {
    const text = 'x'.repeat(BODY - 500);
    const { callers } = context;
    const open = callers.map((caller) => caller.open());
    await repeat(context, async (connection, count) => {
      const at = connection % callers.length;
      const params = { name: 'wait', arguments: { text }, task: { ttl: 3_600_000 } };
      await callers[at].post(rpc(`${connection}.${count}`, 'tools/call', params), { session: await open[at] });
    });
  },

  async 'unread answers'(context) {
    const body = call(1, 'large');
    const open = context.callers.map((caller) => caller.open());
    await neverRead(context, async (caller) => {
      const session = await open[context.callers.indexOf(caller)];
      return caller.unread((head('POST', { session, length: body.length }) + body).repeat(20));
    });
  },

  async 'unread wide answers'(context) {
    const body = Buffer.from(call(1, 'echo', { text: '\u4e2d'.repeat(BODY / 4) }));
    const open = context.callers.map((caller) => caller.open());
    await neverRead(context, async (caller) => {
      const session = await open[context.callers.indexOf(caller)];
      const socket = caller.unread(head('POST', { session, length: body.length }));
      socket.write(body);
      return socket;
    });
  },

  async 'slow bodies'(context) {
    const part = Buffer.alloc(1_000, 'x');
    await neverRead(context, (caller) => {
      const socket = caller.unread(head('POST', { length: BODY }));
      const timer = setInterval(() => socket.write(part), 20);
      socket.on('close', () => clearInterval(timer));
      return socket;
    });
  },

  async 'slow heads'(context) {
    await neverRead(context, (caller) => {
      const socket = caller.unread('POST /mcp HTTP/1.1\r\nhost: localhost\r\n');
      let count = 0;
      const timer = setInterval(() => socket.write(`x-${count++}: ${'y'.repeat(500)}\r\n`), 200);
      socket.on('close', () => clearInterval(timer));
      return socket;
    });
  },

  async 'delayed refusals'({ callers, signal, connections }) {
    const body = rpc(1, 'ping');
    const one = async (at) => {
      for (; !signal.aborted; await pause(0)) {
        await Promise.all(
          Array.from({ length: 50 }, () => callers[at % callers.length].post(body, { leaveAfter: 600 })),
        );
      }
    };
    await Promise.all(Array.from({ length: Math.max(connections, callers.length) }, (_, at) => one(at)));
  },

  async 'streams opened again and again'(context) {
    const open = context.callers.map((caller) => caller.open());
    await repeat(context, async (connection) => {
      const at = connection % context.callers.length;
      const socket = context.callers[at].unread(head('GET', { session: await open[at] }));
      await pause(10);
      socket.destroy();
    });
  },

  async 'cancelled calls that leave large arguments'(context) {
    const x = Array.from({ length: 20_000 }, () => ({}));
    const { callers } = context;
    const open = callers.map((caller) => caller.open());
    await repeat(context, async (connection, count) => {
      const at = connection % callers.length;
      const session = await open[at];
      const id = `${connection}.${count}`;
      const sent = callers[at].post(call(id, 'wait', { x }), { session, leaveAfter: 2_000 });
      await callers[at].post(
        JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }),
        { session },
      );
      await sent;
    });
  },
};

/** Each is called with `{ callers, connections, signal }`. */
export const attacks = {
  ...Object.fromEntries(Object.entries(alone).map(([name, attack]) => [name, byEachCaller(attack)])),
  ...together,
};
