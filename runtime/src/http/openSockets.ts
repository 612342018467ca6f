import type { Socket } from 'node:net';
import { Shares, type SharedLimit } from '../ledger/index.js';
import { callerName } from './caller.js';

/** The limit on connections, which all callers share. */
export const OPEN_SOCKETS: SharedLimit = {
  what: 'open connections to `serveHttp`',
  option: 'socketLimit',
  most: 20_000,
  loses: 'its oldest connection is closed',
  refused: 'its new connection is closed',
};

/** The open connections of a server, by network address. At the limit, the address with the most gives way. */
export class OpenSockets {
  readonly #shares: Shares<Socket>;
  readonly #open = new Set<Socket>();

  /** @param limit the maximum number of connections */
  constructor(limit: number = OPEN_SOCKETS.most) {
    this.#shares = new Shares(limit);
  }

  /** Counts a connection until it is closed, or closes it if there is no room. */
  add(socket: Socket): void {
    const { remoteAddress: address } = socket;
    const holder = callerName(undefined, { address }, 'anyone');
    if (!this.#shares.makeRoom(holder, (lost) => lost.destroy())) return void socket.destroy();
    this.#shares.add(holder, socket);
    this.#open.add(socket);
    socket.once('close', () => {
      this.#shares.delete(holder, socket);
      this.#open.delete(socket);
    });
  }

  /** Closes the connections on which nothing was received. */
  closeUnused(): void {
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
  }
}
