/** A raw server over stdio: the client starts a relay, which passes on what it reads and what happens to it. */

import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { RawServer } from './rawServer.js';
import type { Served } from './served.js';

/** How long the relay may take to say what has happened to it. Milliseconds. */
const SETTLE_TIMEOUT = 2_000;

/** Serves a client that starts the command. */
export async function overStdio(server: RawServer, relay: string): Promise<Served> {
  const sockets = new Set<Socket>();
  const { isStubborn = false, isImmortal = false } = server.script;
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const lines = createInterface({ input: socket });
    lines.once('line', (kind) => {
      if (kind === 'events') {
        lines.on('line', (event) => server.events.push(event));
        if (isImmortal) lines.on('close', () => server.events.push('gone'));
      } else lines.on('line', (line) => void take(server, socket, line));
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const mode = isImmortal ? 'immortal' : isStubborn ? 'stubborn' : 'obedient';
  return {
    command: [process.execPath, relay, String(port), mode],
    async settle() {
      const deadline = Date.now() + SETTLE_TIMEOUT;
      while (sockets.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

async function take(server: RawServer, socket: Socket, line: string): Promise<void> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    server.noise.push(line);
    return;
  }
  await server.take(value, (message) => {
    socket.write(`${JSON.stringify(server.inBatch(message) ? [message] : message)}\n`);
  });
}
