import type { Socket } from 'node:net';
import { Shares, type SharedLimit } from '../../ledger/index.js';
import { callerName } from './caller.js';

/** The limit on connections, which all callers share. */
export const OPEN_SOCKETS: SharedLimit = {
  what: 'open connections to `serveHttp`',
  option: 'limits.socketLimit',
  most: 20_000,
  loses: 'its oldest connection is closed',
  refused: 'its new connection is closed',
};

/** The holder of connections without an address. */
const ANYONE = 'anyone';

/** The open connections of a server, by network address. At the limit, the address with the most gives way. */
export class OpenSockets {
  readonly #shares: Shares<Socket>;
  #lastAddress: string | undefined;
  #lastHolder = ANYONE;

  /** @param limit the maximum number of connections */
  constructor(limit: number) {
    this.#shares = new Shares(limit);
  }

  /** Counts a connection until it is closed, or closes it if its place is refused. */
  add(socket: Socket): void {
    const holder = this.#holderOf(socket.remoteAddress);
    if (!this.#shares.makeRoom(holder, (lost) => lost.destroy())) return void socket.destroy();
    this.#shares.add(holder, socket);
    // Emitted once; `once` would take more memory for each connection.
    socket.on('close', () => this.#shares.delete(holder, socket));
  }

  /** The connections of one address have one string as their holder. */
  #holderOf(address: string | undefined): string {
    if (address !== this.#lastAddress) {
      this.#lastAddress = address;
      this.#lastHolder = callerName(undefined, { address }, ANYONE);
    }
    return this.#lastHolder;
  }

  /** Closes the connections on which nothing was received. */
  closeUnused(): void {
    for (const socket of this.#shares.items()) if (socket.bytesRead === 0) socket.destroy();
  }
}
