import type { RelayedRequest } from './frames.js';
import type { Refusal } from '../http/server/refusals.js';
import type { ServedExchange } from '../http/server/servedExchange.js';
import type { SessionRecord, SessionStore } from '../http/server/sessions/sessionStore.js';
import type { HttpExchange } from '../http/shared/httpExchange.js';
import type { ErrorListener } from '../report.js';

/** The location of a session. */
export type SessionPlace =
  | {
      /** This node has it, with this claim number. */
      readonly claim: number;
    }
  | {
      /** The id of the other node that has it, and is alive. */
      readonly node: string;
    }
  | {
      /** The node that had it has stopped: any other node may take it over. */
      readonly isOrphaned: true;
    };

/** Callbacks of a router. They do not throw. */
export interface RouterMember {
  /** Called with each message of another node, in the order of sending. */
  readonly received: (from: string, text: string) => void;
  /** Called when messages of other nodes to this one may have been lost. */
  readonly interrupted: () => void;
  /** Called when another node has claimed a session of this one. */
  readonly lost: (session: string) => void;
  /** Called when the router has lost a session of this node and claimed it again. */
  readonly forgotten: (session: string, claim: number) => void;
  /** Called with errors that no caller receives. */
  readonly report: (error: unknown) => void;
}

/**
 * One node: a process, or one of several endpoints in it. Its id is unique. Every method may return a promise, and throws or rejects if the
 * router fails.
 */
export interface RouterNode {
  /** The id of the node, to which other nodes send messages. */
  readonly id: string;
  /**
   * Whether no other node can have claimed a session of this one: the router has confirmed within the time of a lease that this node is alive.
   * While it is false, requests are refused with 503.
   */
  readonly isCertain: boolean;
  /** Claims a new session. Returns the number of the claim. */
  open(session: string): number | Promise<number>;
  /** Returns the location of a session; undefined if it does not exist. */
  locate(session: string): SessionPlace | undefined | Promise<SessionPlace | undefined>;
  /**
   * Claims an orphaned session. Returns the number of the claim, which is larger than all before; undefined if another node was faster: of
   * several nodes that try, only one succeeds.
   */
  takeOver(session: string): number | undefined | Promise<number | undefined>;
  /** Called when a session of this node has ended. */
  close(session: string): void | Promise<void>;
  /** Returns whether a node is alive. */
  isAlive(node: string): boolean | Promise<boolean>;
  /**
   * Sends a message. Returns false if the node is not reachable. A message arrives at most once, and messages of one node in the order of
   * sending.
   */
  send(node: string, text: string): boolean | Promise<boolean>;
  /** Ends the node: its sessions are orphaned at once. No callback is called afterwards. */
  leave(): void | Promise<void>;
}

/**
 * Tracks which node has which session, and carries messages between nodes, so that any node can receive any request. Implement it on a
 * database with messaging; `sessionRouterContract` of `@mcp-gen/runtime/testing` checks an implementation.
 */
export interface SessionRouter {
  /**
   * Relays requests between nodes: `requestRelay` of `@mcp-gen/sdk/cluster`. A router brings it, so that only programs with a router load
   * its code.
   */
  readonly relay: RouterRelay;
  /** Adds a node. It is not certain before the router has confirmed it. */
  join(member: RouterMember): RouterNode;
}

/** Serves the sessions of several nodes. There is one, `requestRelay`. */
export interface RouterRelay {
  /** @internal */
  readonly start: (router: SessionRouter, host: ClusterHost) => ClusterNode;
}

/** One node, for its endpoint. */
export interface ClusterNode {
  /** Claims a new session. Resolves with a refusal if that cannot be done now. */
  open(session: string): Promise<number | Refusal>;
  /** Called when a session of this node has ended. */
  ended(session: string): Promise<void>;
  /**
   * Answers the request of a session on the node that has the session.
   *
   * @param here answers it in this process
   */
  take(exchange: ServedExchange, session: string, here: () => void | Promise<void>): void | Promise<void>;
  /**
   * Answers a relayed request of another node, if this node has the session. Otherwise that node must look it up again.
   *
   * @param arrived the exchange of the other node
   * @param exchange the exchange within the endpoint
   */
  takeRelayed(
    arrived: HttpExchange,
    exchange: ServedExchange,
    session: string | undefined,
    here: () => void | Promise<void>,
  ): void | Promise<void>;
  /** Releases all sessions, so that other nodes can take them over. */
  leave(): Promise<void>;
}

/** The functions that a node needs from its endpoint. */
export interface ClusterHost {
  readonly sessionStore: SessionStore;
  readonly bodyLimit: number;
  readonly report: ErrorListener;
  /** Whether this process has a session. */
  readonly has: (session: string) => boolean;
  /** Answers a request that another node has relayed. */
  readonly handle: (exchange: HttpExchange, request: Pick<RelayedRequest, 'auth' | 'locals'>) => void;
  /**
   * Restores a session from its record.
   *
   * @param exchange the request that needs it
   * @throws if it cannot be continued here.
   */
  readonly restore: (session: string, claim: number, record: SessionRecord, exchange: ServedExchange) => void;
  /** Drops a session that another node has claimed. */
  readonly drop: (session: string) => void;
  /** Writes the record of a session again, under another claim. */
  readonly rewrite: (session: string, claim: number) => void;
}
