/** Limits the connections of a bridge to its server for clients over HTTP: each may be a process. */

import { bridgeError } from './errors.js';

/** A connection to the server, for one client. */
export interface CountedConnection {
  /** The caller that it was opened for. */
  readonly caller: string;
  /** Whether nobody waits for anything on it. */
  readonly isUnused: () => boolean;
  /** Closes it, and its client's session. */
  readonly close: () => void;
}

/** Maximum number of connections of one caller: one for each of its sessions, identities, revisions, and sets of capabilities. */
const MAX_OF_CALLER = 10;

/** The connections of a bridge, oldest first. */
export class Connections {
  readonly #limit: number;
  readonly #open = new Set<CountedConnection>();

  /** @param limit the connections of all callers */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Counts a connection. At the limit of its caller, the caller loses its oldest unused one. At the limit of all callers, the caller with the
   * most connections loses one: an unused one, or else its oldest.
   *
   * @throws {JsonRpcError} if nobody can lose one. Nothing is counted then.
   */
  add(connection: CountedConnection): void {
    const own = this.#of(connection.caller);
    if (own.length >= MAX_OF_CALLER) this.#replace(own.find(({ isUnused }) => isUnused()));
    else if (this.#open.size >= this.#limit) {
      const most = this.#largest();
      const unused = most.find(({ isUnused }) => isUnused());
      this.#replace(unused ?? (most.length > own.length + 1 ? most[0] : undefined));
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

  #replace(connection: CountedConnection | undefined): void {
    if (connection === undefined) {
      throw bridgeError('The bridge has too many connections to its server: try again later');
    }
    this.#open.delete(connection);
    connection.close();
  }
}
