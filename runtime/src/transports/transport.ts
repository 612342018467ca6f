import type { AuthInfo, HttpInfo } from '../codegen/v1.js';
import type { ConnectionClosedError } from '../errors.js';
import type { Classified } from '../jsonrpc/classify.js';
import type { JsonRpcError } from '../jsonrpc/errors.js';
import type { Quota } from '../ledger/index.js';
import type { Message, RequestId } from '../jsonrpc/messages.js';

/**
 * Carries messages between two peers. Implement it to run the protocol over a channel of your own (specification:
 * Transports, Custom Transports); `docs/transports.md` shows one, and `transportContract` of `@mcp-gen/runtime/testing` checks
 * it. One transport is one connection: it is started once, and not again after it has closed.
 */
export interface Transport {
  /** The id of the session that the transport carries, if it gives it one. */
  readonly sessionId?: string | undefined;
  /** Whether `SendOptions.headers` are sent. Default: they are not. */
  readonly sendsHeaders?: boolean | undefined;
  /** Counts what the other side makes this process hold. Default: the connection has an account of its own. */
  readonly quota?: Quota | undefined;
  /** The lines of the connection, if each message is one: for proxies that pass some on as they are. Default: it has none. */
  readonly lines?: LineChannel | undefined;
  /**
   * Opens the connection, and from then on hands what arrives to the receiver, in order: also what arrived earlier, where
   * the other side could send already.
   *
   * @throws {Error} if it has been started before, or the connection cannot be opened. The receiver is told nothing then.
   */
  start(receiver: Receiver): void | Promise<void>;
  /**
   * Sends one message, or several as one batch. Messages leave in the order of the calls; the receiver is not called before
   * `send` has returned.
   *
   * Returns a promise only where the sender should wait: it resolves when more may be sent, or the connection is gone, and
   * rejects if the message got lost. What is sent without waiting is kept, and sent in its turn. After `close`, or when the
   * receiver has been told the end, sending does nothing: answers may cross with it.
   *
   * @throws {TypeError | RangeError} at once, without sending anything, if the message has no JSON form.
   * @throws {JsonRpcError} at once, if it is larger than the connection takes. In the place of an answer the other side is
   *   sent this error.
   */
  send(message: Message | readonly Message[], options?: SendOptions): void | Promise<void>;
  /** A request of the other side was cancelled and gets no answer: for transports that keep something open for it. */
  unanswered?(id: RequestId): void;
  /** A request of the other side takes long: what is open for it may be closed, if the other side can come back for the answer. */
  closeStream?(id: RequestId): void;
  /** Adds facts to the record of the session, or replaces them: for transports that keep records outside of this process. */
  keep?(state: { readonly [name: string]: unknown }): void;
  /**
   * Sends what is still to be sent, then closes and releases everything the transport holds. Resolves when that is done. The
   * receiver is not called from then on. Called for every transport, also when it could not be started
   * or the other side has closed; a second call waits for the first.
   */
  close(): void | Promise<void>;
}

/** The lines of a connection, for proxies that pass some on as they are. */
export interface LineChannel {
  /**
   * Offers each line to a function before anything else is done with it.
   *
   * @param take returns whether it has taken the line: the bytes from `start` to `end`, behind which may be the line end
   */
  intercept(take: (bytes: Buffer, start: number, end: number) => boolean): void;
  /**
   * Writes a line that came on another connection, behind what has been sent.
   *
   * @returns a promise where no more should be written before it has resolved.
   */
  write(bytes: Buffer, start: number, end: number): void | Promise<void>;
  /** Reads no more lines until a promise has resolved. */
  pauseUntil(promise: Promise<unknown>): void;
}

/** Options of one message. */
export interface SendOptions {
  /** The request of the other side that this message belongs to, for transports that have a stream for each request. */
  readonly relatesTo?: RequestId | undefined;
  /** Headers of the HTTP request, for transports that send one. */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** What a transport knows of a message beside its text. */
export interface MessageInfo {
  /** Who sent it. */
  readonly auth?: AuthInfo | undefined;
  /** The HTTP request that it came in. */
  readonly http?: HttpInfo | undefined;
  /** The characters of the message, or of the batch that it is part of. */
  readonly size?: number | undefined;
  /** Called with the error that a request fails with, before its answer is sent: for transports that choose a status by it. */
  failed?(error: unknown): void;
}

/**
 * Takes what a transport delivers. None of its functions throws, and none has to be waited for. After `ended` or `closed`
 * the receiver calls `close` of the transport.
 */
export interface Receiver {
  /**
   * One message or batch, parsed but not yet checked.
   *
   * @param info what the transport knows of it beside
   * @param items its messages, if the transport has classified them itself; a single message is the only item. Default: the receiver
   *   classifies them.
   */
  message(value: unknown, info?: MessageInfo, items?: readonly Classified[]): void;
  /**
   * Something arrived that is not a message: not JSON, or too large. The other side receives the error, with the id of the request
   * where that could be read; a server receives none without an id. Later messages are delivered as usual.
   */
  malformed(error: JsonRpcError, id?: RequestId): void;
  /** A request of this side was not delivered, or its answer cannot be read. Its caller is told the cause. */
  failed(id: RequestId, cause: Error): void;
  /** Nothing more will arrive, but answers can still be sent: for connections that close one way at a time. */
  ended(cause: ConnectionClosedError): void;
  /** The connection is gone. Called at most once, and not after `close`. What has arrived is handed on before. */
  closed(cause: ConnectionClosedError): void;
}
