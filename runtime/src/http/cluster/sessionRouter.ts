/** Where a session is. */
export type SessionPlace =
  | {
      /** This node has it, under a claim of this number. */
      readonly claim: number;
      /** Whether another node had it, which is gone: this node has nothing of it but what stores have. */
      readonly isTakenOver: boolean;
    }
  | {
      /** Another node has it, and is alive: its id. */
      readonly node: string;
    };

/** What a router calls. None of these functions throws. */
export interface RouterMember {
  /** Called with each message of another node, in the order of sending. */
  readonly received: (from: string, text: string) => void;
  /** Called when messages of other nodes may have been lost on the way to this one. */
  readonly interrupted: () => void;
  /** Called when another node has claimed a session of this one. */
  readonly lost: (session: string) => void;
  /** Called when the router no longer knows a session of this node, and has claimed it again. */
  readonly forgotten: (session: string, claim: number) => void;
  /** Called with errors that no caller receives. */
  readonly report: (error: unknown) => void;
}

/** One node: a process, or one of several endpoints in it. Its id is used once. */
export interface RouterNode {
  /** Names the node; other nodes send messages by it. */
  readonly id: string;
  /**
   * Whether no other node can have claimed a session of this one: the router has confirmed within the time of a lease that this node is alive.
   * While it is false, requests are refused with 503.
   */
  readonly isCertain: boolean;
  /** Claims a new session. Rejects if that cannot be confirmed. */
  open(session: string): number | Promise<number>;
  /**
   * Returns where a session is, and claims it if the node that had it is gone: of several nodes that try, one succeeds. Undefined for a
   * session that never was, or is over. Rejects if that cannot be told now.
   */
  locate(session: string): SessionPlace | undefined | Promise<SessionPlace | undefined>;
  /** A session of this node is over. */
  close(session: string): void | Promise<void>;
  /** Returns whether a node is alive. Rejects if that cannot be told now. */
  isAlive(node: string): boolean | Promise<boolean>;
  /**
   * Sends a message. Resolves with false if the node does not listen. A message arrives once at most, and messages of one node in the order of
   * sending. Rejects if it could not be sent.
   */
  send(node: string, text: string): boolean | Promise<boolean>;
  /** Ends the node: others may claim its sessions at once. Nothing is called from then on. */
  leave(): void | Promise<void>;
}

/**
 * Knows which node has which session, and carries messages between nodes, so that any of them can take any request. Implement it on a
 * database with messages; `sessionRouterContract` of `@mcp-gen/runtime/testing` checks an implementation. Each claim of a session has a number
 * that is larger than that of the one before: stores refuse writes under an older one.
 */
export interface SessionRouter {
  /** Adds a node. It is not certain before the router has confirmed that it is there. */
  join(member: RouterMember): RouterNode;
}
