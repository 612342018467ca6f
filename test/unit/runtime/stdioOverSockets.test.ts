/** The framing of stdio over another stream of bytes: a connection of TCP. */

import { once } from 'node:events';
import { connect as openSocket, createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../../../runtime/src/index.js';
import { StdioServerTransport } from '../../../runtime/src/stdio.js';
import { covers } from '../../support/covers.js';
import { GENERATED } from '../../support/generated.js';
import { notification, request, rpc } from '../../support/rpc.js';
import { initialize } from './httpSupport.js';

test('a server reads and writes a message a line on a socket, and ends with it', async () => {
  covers('stdio-framing-reused', 'transports-custom-framing');
  const reasons: Promise<string>[] = [];
  const listener = createServer((socket) => {
    const server = serve(
      { listTools: () => ({ tools: [] }) },
      {
        serverInfo: { name: 'test', version: '1.0.0' },
        revisions: [GENERATED['2025-11-25'].revision],
        transport: new StdioServerTransport({ input: socket, output: socket }),
      },
    );
    reasons.push(server.closed.then(({ reason }) => reason));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void listener.close());
  await once(listener, 'listening');
  const socket: Socket = openSocket((listener.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse(String((await lines.next()).value)) as unknown;
  const ask = `${JSON.stringify(request(2, 'tools/list'))}\n`;
  socket.write(`${JSON.stringify(initialize('2025-11-25'))}\n`);
  expect(await next()).toMatchObject({ id: 'first', result: { protocolVersion: '2025-11-25' } });
  socket.write(`${JSON.stringify(notification('notifications/initialized'))}\n${ask.slice(0, 20)}`);
  socket.write(ask.slice(20));
  expect(await next()).toEqual(rpc({ id: 2, result: { tools: [] } }));
  socket.end();
  expect(await Promise.all(reasons)).toEqual(['end-of-input']);
});
