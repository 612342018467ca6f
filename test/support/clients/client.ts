/** What tests need of a client, whichever package it is from. */

import type { Mailbox } from '../mailbox.js';

/** Where a server is, and which transport reaches it. */
export type Address = { readonly over: 'stdio'; readonly args: readonly string[] } | HttpAddress;

export interface HttpAddress {
  readonly over: 'HTTP' | 'HTTP with SSE';
  readonly url: string;
  /** Sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Answers the server's requests, by method, given their params. */
export type Answers = { readonly [method: string]: (params: unknown) => object | Promise<object> };

export interface OpenOptions {
  /** The revision to ask for. Default: the newest session revision that the client knows. */
  readonly revision?: string;
  readonly answers?: Answers;
  /** Whether the connection outlives the test: the caller closes it. Default false. */
  readonly stays?: boolean;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (report: object) => void;
}

export interface ReceivedNotification {
  readonly method: string;
  readonly params?: unknown;
}

type Call<Params, Result> = (params: Params) => Promise<Result>;

/** The levels of the log that tests ask for. */
export type Level = 'critical' | 'debug';

/** A client that is connected. Requests go through the package's own methods for them. */
export interface TestClient {
  /** The revision that was negotiated. */
  readonly revision: string | undefined;
  /** How the server introduced itself. */
  readonly server: { readonly name?: string; readonly version?: string; readonly capabilities?: object };
  readonly instructions: string | undefined;
  /** The session of Streamable HTTP. */
  readonly sessionId: string | undefined;
  /** What the server has notified of. */
  readonly notifications: Mailbox<ReceivedNotification>;
  /** What was reported, since nobody waited for it. */
  readonly errors: Mailbox<unknown>;
  /** Whether it reads a list to its end where no cursor is given. */
  readonly readsAllPages: boolean;

  ping(): Promise<object>;
  listTools(): Promise<{ readonly tools: readonly unknown[] }>;
  callTool(
    params: { readonly name: string; readonly arguments?: { [name: string]: unknown } },
    options?: CallOptions,
  ): Promise<object>;
  listResources(params?: { readonly cursor?: string }): Promise<{
    readonly resources: readonly { readonly name: string }[];
    readonly nextCursor?: string | undefined;
  }>;
  listResourceTemplates(): Promise<object>;
  readResource: Call<{ readonly uri: string }, object>;
  subscribe: Call<{ readonly uri: string }, object>;
  unsubscribe: Call<{ readonly uri: string }, object>;
  listPrompts(): Promise<object>;
  getPrompt: Call<{ readonly name: string; readonly arguments: { [name: string]: string } }, object>;
  complete: Call<
    {
      readonly ref:
        | { readonly type: 'ref/prompt'; readonly name: string }
        | { readonly type: 'ref/resource'; readonly uri: string };
      readonly argument: { readonly name: string; readonly value: string };
    },
    object
  >;
  setLevel: Call<{ readonly level: Level }, object>;
  /** Notifies the server that the roots have changed. */
  rootsListChanged(): Promise<void>;
  /** Ends the session, where the transport has some, and the connection. */
  close(): Promise<void>;
}

/** Connects, and closes the connection when the test is over, unless it stays. */
export type Connect = (address: Address, options?: OpenOptions) => Promise<TestClient>;
