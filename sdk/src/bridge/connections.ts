/** Limits the connections of a bridge to its server for clients over HTTP: each may be a process. */

import { bridgeError } from './errors.js';

/** A connection to the server, for one client. */
export interface CountedConnection {
  /** The caller that it was opened for. */
  readonly caller: string;
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

/** The connections of a bridge, oldest first. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Set<CountedConnection>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /**
   * Counts a connection. At the limit of its caller, it replaces the oldest unused one of the caller. At the limit of all callers, it
   * replaces the oldest unused one of the caller with the most connections, or closes a connection of a caller that has at least two more.
   *
   * @throws {JsonRpcError} if there is none to replace. Nothing is counted then.
   */
  add(connection: CountedConnection): void {
    const { connectionLimit, callerConnectionLimit } = this.#limits;
    const own = this.#of(connection.caller);
    if (own.length >= callerConnectionLimit) {
      this.#replace(own.find(isUnused), `this caller has ${own.length}, as many as callerConnectionLimit allows`);
    } else if (this.#open.size >= connectionLimit) {
      const most = this.#largest();
      const oldest = most.length > own.length + 1 ? most[0] : undefined;
      const others = [...this.#open];
      this.#replace(
        most.find(isUnused) ?? oldest ?? others.find(isUnused),
        'as many as connectionLimit allows are in use',
      );
    }
    this.#open.add(connection);
  }

  /** Stops counting a connection that was closed, or could not be opened. */
  remove(connection: CountedConnection): void {
    this.#open.delete(connection);
  }

  #of(caller: string): readonly CountedConnection[] {
    return [...this.#open].filter((each) => each.caller === caller);
  }

  /** Returns the connections of the caller that has the most. */
  #largest(): readonly CountedConnection[] {
    const callers = new Set([...this.#open].map(({ caller }) => caller));
    return [...callers]
      .map((caller) => this.#of(caller))
      .reduce((most, each) => (each.length > most.length ? each : most), []);
  }

  #replace(connection: CountedConnection | undefined, reason: string): void {
    if (connection === undefined) {
      throw bridgeError(`The bridge has too many connections to its server: ${reason}. Try again later`);
    }
    this.#open.delete(connection);
    connection.close();
  }
}

function isUnused(connection: CountedConnection): boolean {
  return connection.isUnused();
}
