import { requestRelay } from './cluster.js';
import type { RouterRelay, RouterMember, RouterNode, SessionPlace, SessionRouter } from './sessionRouter.js';

/** The router's state of a session. */
interface Claimed {
  readonly node: string;
  readonly claim: number;
}

/** Routes the sessions of several endpoints in one process: for tests, and for programs that serve one server in several ways. */
export class MemorySessionRouter implements SessionRouter {
  /** {@link requestRelay}. */
  readonly relay: RouterRelay = requestRelay;
  readonly #nodes = new Map<string, RouterMember>();
  readonly #sessions = new Map<string, Claimed>();

  join(member: RouterMember): RouterNode {
    const id = crypto.randomUUID();
    const nodes = this.#nodes;
    nodes.set(id, member);
    return {
      id,
      get isCertain() {
        return nodes.has(id);
      },
      open: (session) => this.#claim(session, id),
      locate: (session) => this.#locate(session, id),
      takeOver: (session) => this.#takeOver(session, id),
      close: (session) => {
        if (this.#sessions.get(session)?.node === id) this.#sessions.delete(session);
      },
      isAlive: (node) => nodes.has(node),
      send: (node, text) => this.#send(id, node, text),
      leave: () => void nodes.delete(id),
    };
  }

  #claim(session: string, node: string): number {
    if (!this.#nodes.has(node)) throw new Error('This node has left');
    const claim = (this.#sessions.get(session)?.claim ?? 0) + 1;
    this.#sessions.set(session, { node, claim });
    return claim;
  }

  #locate(session: string, node: string): SessionPlace | undefined {
    const claimed = this.#sessions.get(session);
    if (claimed === undefined) return undefined;
    if (claimed.node === node) return { claim: claimed.claim };
    return this.#nodes.has(claimed.node) ? { node: claimed.node } : { isOrphaned: true };
  }

  #takeOver(session: string, node: string): number | undefined {
    const place = this.#locate(session, node);
    return place !== undefined && 'isOrphaned' in place ? this.#claim(session, node) : undefined;
  }

  #send(from: string, to: string, text: string): boolean {
    if (!this.#nodes.has(from)) throw new Error('This node has left');
    if (!this.#nodes.has(to)) return false;
    queueMicrotask(() => this.#nodes.get(to)?.received(from, text));
    return true;
  }
}
