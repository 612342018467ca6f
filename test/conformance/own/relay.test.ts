/** The relay of a client over stdio lives no longer than the suite that it belongs to. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../support/schemas.js';
import { untilEnd } from '../../support/untilEnd.js';

const RELAY = join(ROOT, 'conformance/dist/relay.js');

test.each(['obedient', 'stubborn', 'immortal'])('%s: it ends when a connection to the suite does', async (mode) => {
  const server = untilEnd(createServer().listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const relay = spawn(process.execPath, [RELAY, `${port}`, mode], { stdio: ['pipe', 'ignore', 'inherit'] });
  onTestFinished(() => void relay.kill('SIGKILL'));
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket.resume()));
  await expect.poll(() => sockets.length).toBe(2);
  sockets[0]?.destroy();
  expect(await once(relay, 'exit')).toEqual([0, null]);
  sockets[1]?.destroy();
});
