/** Whether a server can be reached from outside of its machine. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface Address {
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const CONNECT_TIMEOUT = 1_000;

/** The same port at an address of this machine that others can reach. Undefined: there is none, or the server is elsewhere. */
export function otherAddress(url: string): Address | undefined {
  const { hostname, port } = new URL(url);
  if (!LOOPBACK.includes(hostname) || port === '') return undefined;
  const outer = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal);
  return outer && { host: outer.address, port: Number(port) };
}

/** Resolves with whether anything listens there. */
export async function isReachable({ host, port }: Address): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
