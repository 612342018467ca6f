/** Limits the connections of a bridge to its server for clients over HTTP: each may be a process. */

import { busyWith, callerName, LimitError, Shares, type HandlerContext, type SharedLimit } from '@mcp-gen/runtime';

/** The limit on connections, which all callers share. */
export const BRIDGE_CONNECTIONS: SharedLimit = {
  what: 'connections of a bridge to its server',
  option: 'limits.connectionLimit',
  of: 'bridge',
  most: 100,
  loses: 'an unused connection without a session, or else its oldest one, whose session ends',
  refused: 'an error, unless it has an unused connection without a session, which is replaced',
};

/** The holder of the connections of callers that cannot be identified. */
const ANYONE = 'anyone';

/** Returns the caller of a request, for limits. Callers that cannot be identified are one. */
export function holderOf({ auth, http }: Pick<HandlerContext, 'auth' | 'http'>): string {
  return callerName(auth, http, ANYONE);
}

/** A connection to the server, for one client. */
export interface CountedConnection {
  /** The caller that it was opened for, as `holderOf` returns it. */
  readonly holder: string;
  /** Returns whether it can be opened again at the next request, without a loss for the client. */
  readonly isUnused: () => boolean;
  /** Closes it. */
  readonly close: () => void;
}

/** The limits of the connections. */
export interface ConnectionLimits {
  /** For all callers. */
  readonly connectionLimit: number;
  /** For one caller. */
  readonly callerConnectionLimit: number;
}

/** The connections of a bridge. At the limit, the caller with the most gives way. */
export class Connections {
  readonly #callerLimit: number;
  readonly #shares: Shares<CountedConnection>;

  constructor({ connectionLimit, callerConnectionLimit }: ConnectionLimits) {
    this.#callerLimit = callerConnectionLimit;
    this.#shares = new Shares(connectionLimit);
  }

  /**
   * Counts a connection. At the limit of its caller, it replaces an unused one of the caller.
   *
   * @throws {JsonRpcError} if there is none to replace. Nothing is counted then.
   */
  add(connection: CountedConnection): void {
    const { holder } = connection;
    const own = this.#shares.of(holder);
    if (holder !== ANYONE && own.length >= this.#callerLimit) {
      const replaced = unusedIn(own);
      if (replaced === undefined) {
        throw new LimitError(
          `The bridge has too many connections to its server: this caller has ${own.length}. Try again later`,
          'limits.callerConnectionLimit of bridge',
        );
      }
      this.remove(replaced);
      replaced.close();
    }
    const close = (lost: CountedConnection): void => lost.close();
    const hasRoom =
      this.#shares.makeRoom(holder, close, 1, (open) => unusedIn(open) ?? open[0]) ||
      this.#shares.displace(holder, close, 1, unusedIn);
    if (!hasRoom) throw busyWith('The bridge', BRIDGE_CONNECTIONS);
    this.#shares.add(holder, connection);
  }

  /** Stops counting a connection that was closed, or could not be opened. */
  remove(connection: CountedConnection): void {
    this.#shares.delete(connection.holder, connection);
  }
}

function unusedIn(connections: readonly CountedConnection[]): CountedConnection | undefined {
  return connections.find(({ isUnused }) => isUnused());
}
