import type { PeerInfo, SessionContext } from '../codegen/v1.js';
import type { Link } from './link.js';
import type { Outgoing } from './outgoing.js';

/** A conversation as handlers see it: they can keep things by it and notify the other side, but not ask or close. */
export class Conversation implements SessionContext {
  readonly closed: Promise<Error>;
  readonly notify: (method: string, params?: unknown) => Promise<void>;
  readonly #link: Link;

  constructor(closed: Promise<Error>, link: Link, outgoing: Outgoing) {
    this.closed = closed;
    this.notify = (method, params) => outgoing.notify(method, params);
    this.#link = link;
  }

  get id(): string | undefined {
    return this.#link.sessionId;
  }

  get revision(): string {
    return this.#link.profile.revision;
  }

  get peer(): PeerInfo {
    return this.#link.info;
  }
}
