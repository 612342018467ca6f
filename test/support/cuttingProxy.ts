/** A proxy that breaks the connections which go through it. */

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface CuttingProxy {
  /** The address of the server, through the proxy. */
  readonly url: string;
  /** Connections that have been made. */
  readonly count: () => number;
  /** Breaks all connections. */
  cut(): void;
}

/**
 * Stands in front of a server until the test is over.
 *
 * @param limit the bytes after which the answers of the nth connection are cut off, wherever that is
 */
export async function startProxy(
  to: string,
  limit: (connection: number) => number = () => Infinity,
): Promise<CuttingProxy> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let connections = 0;
  const proxy = createServer((near) => {
    let left = limit(connections++);
    const far = connect(Number(target.port), target.hostname);
    const destroy = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', destroy).on('close', () => {
        sockets.delete(socket);
        destroy();
      });
    }
    near.pipe(far);
    far.on('data', (bytes) => {
      near.write(bytes.subarray(0, left), () => {
        if (left <= 0) destroy();
      });
      left -= bytes.length;
    });
  }).listen(0, '127.0.0.1');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    proxy.close();
  });
  await once(proxy, 'listening');
  const url = new URL(to);
  url.port = String((proxy.address() as AddressInfo).port);
  return { url: url.href, count: () => connections, cut };
}
