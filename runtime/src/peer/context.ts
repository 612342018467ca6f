import type { PeerInfo, QuestionRequest, ReplayInfo, RequestTypes, SessionHandle } from '../codegen/v1.js';
import type { AnswerMessage, RequestId } from '../jsonrpc/messages.js';
import type { Quota } from '../ledger/index.js';
import type { ErrorListener } from '../report.js';
import type { Profile } from './profile.js';

/** Questions to the other side, by key. */
export type Questions = { readonly [key: string]: QuestionRequest<RequestTypes> };

/** The answers to questions, by key of the question. */
export type Answers = { readonly [key: string]: unknown };

/**
 * The context for handling a message. All messages of a session share one context; in revisions without sessions, each request has its
 * own, from its metadata and HTTP headers.
 */
export interface MessageContext {
  /** The revision, and the handlers. */
  readonly profile: Profile;
  /** The other side. */
  readonly peer: PeerInfo;
  /** The session for handlers; undefined in revisions without sessions. */
  readonly session: SessionHandle | undefined;
  /** Counts the memory of running handlers and collected answers. */
  readonly quota: Quota;
  /** Maximum number of progress notifications of one request in a second. */
  readonly progressRate: number;
  /** The strategy for asking questions. */
  readonly asking: Asking;
  /** Called for errors that the other side does not receive. */
  readonly report: ErrorListener;
  /** Sends a notification that belongs to a request. Does nothing if the connection is closed. */
  notify(method: string, params: unknown, relatesTo: RequestId | undefined): Promise<void>;
  /** Closes the connection of the response to a request, if the other side will reconnect for it. */
  closeStream(id: RequestId): void;
  /** Calls the listener when this side begins to close. Returns a function that removes the listener. */
  onClosing(listener: () => void): () => void;
  /** Handles a lifecycle notification with valid params. Returns false for other notifications. */
  handleLifecycle(method: string, params: unknown): boolean;
}

/**
 * The strategy for asking the other side. Either sends requests while the handler waits; or answers the request with the questions, after
 * which the other side repeats the request with the answers, and the handler runs again.
 */
export interface Asking {
  /**
   * Returns the answers to all questions. A strategy that cannot answer now ends the exchange with its own result (`exchange.finish`) and
   * rejects, so that the handler stops.
   */
  ask(questions: Questions, exchange: AskingExchange): Promise<Answers>;
  /** Runs a function once for the request, even if its handler runs several times. Resolves with its value after a JSON round trip. */
  once(key: string, act: () => unknown): Promise<unknown>;
  /** Information from earlier runs of the handler. */
  readonly replay: ReplayInfo | undefined;
}

/** Returns a value after a JSON round trip. */
export function copyOf(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** The parts of a request that a strategy for asking needs. */
export interface AskingExchange {
  /** The id of the request; undefined for a notification. */
  readonly id: RequestId | undefined;
  /** The params of the request, unchanged. */
  readonly params: unknown;
  /** The context of the request. */
  readonly context: MessageContext;
  /** Aborted when the result of the handler is no longer needed. */
  readonly signal: AbortSignal;
  /** Aborts the handler, and ignores its result. The request is answered later. */
  abandon(): void;
  /** Answers the request now, and ignores the later result of its handler, which need not end. */
  finish(result: object): void;
  /** Like `finish`, with an error. */
  fail(error: unknown): void;
}

/** Receives the answers to requests. */
export interface AnswerSink {
  /** Called with the answer to one request. */
  answer(answer: AnswerMessage): void;
  /** Called for a request without an answer: it was cancelled. */
  leaveUnanswered(id: RequestId): void;
}
