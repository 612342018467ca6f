/** A server that listens at every address of its machine. */

import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

export interface Exposed {
  readonly url: string;
  close(): void;
}

/** Passes everything on to a server at the loopback address. */
export async function expose(url: string): Promise<Exposed> {
  const inner = new URL(url);
  const server = createServer((socket) => {
    const onward = connect(Number(inner.port), inner.hostname);
    socket.pipe(onward).pipe(socket);
    for (const each of [socket, onward]) each.on('error', () => each.destroy());
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: url.replace(`:${inner.port}`, `:${port}`), close: () => void server.close() };
}
