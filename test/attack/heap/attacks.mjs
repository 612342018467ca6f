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

export const attacks = {
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

  async 'stalled bodies'({ caller, signal, connections }) {
    const body = Buffer.alloc(BODY - 1, 'x');
    const sockets = new Set();
    while (!signal.aborted) {
      for (const socket of sockets) if (socket.destroyed) sockets.delete(socket);
      if (sockets.size < Math.max(80, connections)) {
        const socket = caller.unread(head('POST', { length: BODY }));
        socket.write(body);
        sockets.add(socket);
      }
      await pause(5);
    }
    for (const socket of sockets) socket.destroy();
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
