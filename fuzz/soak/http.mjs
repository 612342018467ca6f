/** An HTTP server in a process of its own, with a good client, and callers that are slow, go away, do not read, or are revoked. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Caller, head, initialize, rpc } from '../../test/attack/heap/wire.mjs';

const PROGRAM = fileURLToPath(new URL('goodServer.mjs', import.meta.url));

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const call = (id, name) => rpc(id, 'tools/call', { name, arguments: { text: 'hello' } });

export async function soakHttp() {
  const child = spawn(process.execPath, ['--expose-gc', PROGRAM, 'http'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value: url } = await lines.next();
  const good = new Caller(url, '127.0.0.1', { headers: { authorization: 'good' } });
  let session = await good.open();
  const evil = (name, address) => new Caller(url, address, { headers: { authorization: name }, connections: 10 });
  const callers = [
    evil('slow', '127.0.0.2'),
    evil('leaves', '127.0.0.3'),
    evil('unread', '127.0.0.4'),
    evil('revoked', '127.0.0.5'),
  ];
  return {
    name: 'http',
    async good() {
      const { status, text } = await good.post(call(1, 'echo'), { session });
      if (status === 404) session = await good.open();
      if (!text.includes('"text":"hello"')) throw new Error(`status ${status}`);
    },
    async attack(signal) {
      await Promise.all(callers.map((caller, at) => disturb(caller, [slow, leave, unread, revoked][at], signal)));
    },
    async read() {
      child.stdin.write('\n');
      return JSON.parse((await lines.next()).value);
    },
    async close() {
      for (const caller of [good, ...callers]) caller.close();
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function disturb(caller, act, signal) {
  while (!signal.aborted) {
    await act(caller);
    await pause(20);
  }
}

/** Sends a body a few bytes at a time, and goes away. */
async function slow(caller) {
  const body = initialize();
  const socket = caller.unread(head('POST', { length: body.length }));
  for (let at = 0; at < 50; at += 10) {
    socket.write(body.slice(at, at + 10));
    await pause(50);
  }
  socket.destroy();
}

/** Opens sessions, starts calls, and goes away. */
async function leave(caller) {
  const session = await caller.open();
  await Promise.all([
    caller.post(call(1, 'slow'), { session, leaveAfter: 20 }),
    caller.post(initialize(), { leaveAfter: 2 }),
  ]);
}

/** Opens streams, has much sent to them, and does not read. */
async function unread(caller) {
  const session = await caller.open();
  const sockets = [caller.unread(head('GET', { session }))];
  for (const name of ['notify', 'large', 'large']) {
    const body = call(name, name);
    sockets.push(caller.unread(head('POST', { session, length: body.length }), body));
  }
  await pause(200);
  for (const socket of sockets) socket.destroy();
}

/** Loses access in the middle of its session. */
async function revoked(caller) {
  const session = await caller.open();
  for (let count = 0; count < 5; count++) await caller.post(call(count, 'echo'), { session });
}
