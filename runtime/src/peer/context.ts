import type { PeerInfo, QuestionRequest, ReplayInfo, RequestTypes, SessionContext } from '../codegen/v1.js';
import type { AnswerMessage, RequestId } from '../jsonrpc/messages.js';
import type { Quota } from '../ledger/index.js';
import type { ErrorListener } from '../report.js';
import type { Profile } from './profile.js';

/** Questions to the other side, by their keys. */
export type Questions = { readonly [key: string]: QuestionRequest<RequestTypes> };

/** The answers to questions, by the keys of the questions. */
export type Answers = { readonly [key: string]: unknown };

/**
 * What a message is answered in. All messages of a conversation share one context; a message that stands alone brings its own, read
 * from its metadata and the headers of its HTTP request.
 */
export interface MessageContext {
  /** What the message is checked against, and who handles it. */
  readonly profile: Profile;
  /** The other side. */
  readonly peer: PeerInfo;
  /** The conversation, as handlers see it; nothing for a message that stands alone. */
  readonly session: SessionContext | undefined;
  /** Counts what running handlers and gathered answers hold. */
  readonly quota: Quota;
  /** The progress reports of one request that may be sent in a second. */
  readonly progressRate: number;
  /** How questions of handlers are answered. */
  readonly asking: Asking;
  /** Called for errors that the other side does not receive. */
  readonly report: ErrorListener;
  /** Sends a notification that belongs to a request. Does nothing once nothing can be sent. */
  notify(method: string, params: unknown, relatesTo: RequestId | undefined): Promise<void>;
  /** Closes the connection that the answer to a request would leave on, if the other side comes back for it. */
  closeStream(id: RequestId): void;
  /** Calls back when this side begins to close. Returns what takes the callback back. */
  onClosing(listener: () => void): () => void;
  /** Handles a notification that is about the conversation itself, with valid params. Returns false for any other. */
  handleLifecycle(method: string, params: unknown): boolean;
}

/**
 * How questions of a handler reach the other side: as requests of this side while the handler waits, or as the answer to the request,
 * after which the request comes again with the answers, and the handler runs from its beginning.
 */
export interface Asking {
  /**
   * Returns the answers to all questions. A strategy that cannot have them now ends the exchange with a result of its own
   * (`exchange.finish`) and rejects, so that the handler stops.
   */
  ask(questions: Questions, exchange: AskingExchange): Promise<Answers>;
  /** Does something once for the request, however often its handler runs. Resolves with its value, as JSON has it. */
  once(key: string, act: () => unknown): Promise<unknown>;
  /** What is known from earlier runs of the handler. */
  readonly replay: ReplayInfo | undefined;
}

/** Returns a value as it is after a journey as JSON. */
export function copyOf(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** What a strategy of asking knows of the request on whose behalf it asks, and may do with it. */
export interface AskingExchange {
  /** The id of the request; a notification has none. */
  readonly id: RequestId | undefined;
  /** The params of the request, as they came. */
  readonly params: unknown;
  /** What the request is answered in. */
  readonly context: MessageContext;
  /** Aborted when the result of the handler is no longer needed. */
  readonly signal: AbortSignal;
  /** Tells the handler to stop, and ignores what it returns or throws. The request is answered later. */
  abandon(): void;
  /** Answers the request now, and ignores what its handler returns or throws later. The handler need not end. */
  finish(result: object): void;
  /** The same with an error. */
  fail(error: unknown): void;
}

/** Where the answers to requests go. */
export interface AnswerSink {
  /** Takes the answer to one request. */
  answer(answer: AnswerMessage): void;
  /** A request gets no answer: it was cancelled. */
  leaveUnanswered(id: RequestId): void;
}
