/** The server under test, as a check gets it. */

import type { Offer } from './offer.js';
import type { CheckedRevision, CheckedTransport } from './revisions.js';
import type { Protection, Target } from './target.js';
import type { Connection } from './wire/connection.js';
import type { Fetch } from './wire/httpMedium.js';

/** A server in one revision over one transport. */
export class Peer {
  readonly revision: CheckedRevision;
  readonly transport: CheckedTransport;
  /** How long an answer may take. Milliseconds. */
  readonly answerTimeout: number;
  /** A variant of the server that requires tokens. */
  readonly protection: (Protection & { readonly fetch: Fetch }) | undefined;
  readonly #makeConnection: () => Connection;
  readonly #open: Connection[] = [];
  #shared: Connection | undefined;
  #offer: Offer | undefined;

  /** @param makeConnection makes connections that are not started, all of one revision and one transport */
  constructor(makeConnection: () => Connection, { protection, fetch = globalThis.fetch }: Target = {}) {
    const { revision, transport, timing } = makeConnection();
    this.revision = revision;
    this.transport = transport;
    this.answerTimeout = timing.answer;
    this.protection = protection && { ...protection, fetch };
    this.#makeConnection = makeConnection;
  }

  /** What the server has. */
  get offer(): Offer {
    if (this.#offer === undefined) throw new Error('The server has not been surveyed yet');
    return this.#offer;
  }

  set offer(offer: Offer) {
    this.#offer = offer;
  }

  /** A connection that is open already, and that checks share. */
  async connection(): Promise<Connection> {
    if (this.#shared === undefined || this.#shared.closedBy !== undefined) this.#shared = await this.open();
    return this.#shared;
  }

  /** Opens a connection of the check's own. */
  async open(prepare: (connection: Connection) => void = () => undefined): Promise<Connection> {
    const connection = await this.start();
    prepare(connection);
    await connection.open();
    return connection;
  }

  /** Starts a connection on which nothing has been said. */
  async start(): Promise<Connection> {
    const connection = this.#makeConnection();
    this.#open.push(connection);
    await connection.start();
    return connection;
  }

  /** Closes all connections but the shared one, or that one, too. */
  async release(withShared = false): Promise<void> {
    const closing = this.#open.splice(0).filter((each) => withShared || each !== this.#shared);
    if (withShared) this.#shared = undefined;
    else if (this.#shared !== undefined) this.#open.push(this.#shared);
    await Promise.all(closing.map((connection) => connection.close()));
  }
}
