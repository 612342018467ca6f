import type { PeerInfo } from '@mcp-gen/runtime';
import type { AuthorRequests } from '@mcp-gen/protocol/author';

/** What is known when a server asks something. */
export interface AnswerContext {
  /** The server that asks, by its own account: show it to the user. */
  readonly server: PeerInfo;
  /** The negotiated revision. */
  readonly revision: string;
  /** Aborted when the server no longer waits, or the connection ends. */
  readonly signal: AbortSignal;
}

/** A value, or a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>;

/** What servers ask of clients. */
export type AskedMethod = 'sampling/createMessage' | 'elicitation/create' | 'roots/list';

/** Answers one kind of question. A `JsonRpcError` that it throws is sent as it is. */
export type Answering<Method extends AskedMethod> = (
  params: AuthorRequests[Method]['params'],
  context: AnswerContext,
) => Awaitable<AuthorRequests[Method]['result']>;

/** What a client answers, and nothing where it does not. */
export type Answers = { readonly [Method in AskedMethod]: Answering<Method> | undefined };
