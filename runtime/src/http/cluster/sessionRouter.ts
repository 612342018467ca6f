/** Where a session is, as a router knows it. */
export type SessionPlace =
  | {
      /** This node has it, under a claim of this number. */
      readonly claim: number;
    }
  | {
      /** Another node has it, and is alive: its id. */
      readonly node: string;
    }
  | {
      /** The node that had it is gone: any other may take it over. */
      readonly isOrphaned: true;
    };

/** What a router calls. None of these functions throws. */
export interface RouterMember {
  /** Called with each message of another node, in the order of sending. */
  readonly received: (from: string, text: string) => void;
  /** Called when messages of other nodes may have been lost on the way to this one. */
  readonly interrupted: () => void;
  /** Called when another node has claimed a session of this one. */
  readonly lost: (session: string) => void;
  /** Called when the router had lost a session of this node, and has claimed it again. */
  readonly forgotten: (session: string, claim: number) => void;
  /** Called with errors that no caller receives. */
  readonly report: (error: unknown) => void;
}

/**
 * One node: a process, or one of several endpoints in it. Its id is used once. Every method may return a promise, and throws or rejects if the
 * router cannot do, or know, what it is asked for.
 */
export interface RouterNode {
  /** Names the node; other nodes send messages by it. */
  readonly id: string;
  /**
   * Whether no other node can have claimed a session of this one: the router has confirmed within the time of a lease that this node is alive.
   * While it is false, requests are refused with 503.
   */
  readonly isCertain: boolean;
  /** Claims a new session. Returns the number of the claim. */
  open(session: string): number | Promise<number>;
  /** Returns where a session is, or undefined if it never was, or is over. */
  locate(session: string): SessionPlace | undefined | Promise<SessionPlace | undefined>;
  /**
   * Claims an orphaned session. Returns the number of the claim, which is larger than all before; undefined if another node was faster: of
   * several nodes that try, one succeeds.
   */
  takeOver(session: string): number | undefined | Promise<number | undefined>;
  /** A session of this node is over. */
  close(session: string): void | Promise<void>;
  /** Returns whether a node is alive. */
  isAlive(node: string): boolean | Promise<boolean>;
  /**
   * Sends a message. Returns false if the node does not listen. A message arrives once at most, and messages of one node in the order of
   * sending.
   */
  send(node: string, text: string): boolean | Promise<boolean>;
  /** Ends the node: its sessions are orphaned at once. Nothing is called from then on. */
  leave(): void | Promise<void>;
}

/**
 * Knows which node has which session, and carries messages between nodes, so that any of them can take any request. Implement it on a
 * database with messages; `sessionRouterContract` of `@mcp-gen/runtime/testing` checks an implementation.
 */
export interface SessionRouter {
  /** Adds a node. It is not certain before the router has confirmed that it is there. */
  join(member: RouterMember): RouterNode;
}
