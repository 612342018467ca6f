import type { AuthInfo, HttpInfo } from '../codegen/v1.js';
import type { ConnectionClosedError } from '../errors.js';
import type { Classified } from '../jsonrpc/classify.js';
import type { JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import type { Quota } from '../ledger/index.js';
import type { Message, RequestId } from '../jsonrpc/messages.js';

/**
 * Carries messages between two peers. Implement it for a custom channel (specification: Transports, Custom Transports);
 * `docs/transports.md` shows an example, and `transportContract` of `@mcp-gen/runtime/testing` checks an implementation. One transport is
 * one connection: it can be started only once.
 */
export interface Transport {
  /** The id of the transport's session, if it has one. */
  readonly sessionId?: string | undefined;
  /** Whether the transport sends `SendOptions.headers`. Default false. */
  readonly sendsHeaders?: boolean | undefined;
  /** Counts the memory that the other side makes this process hold. Default: a separate account for the connection. */
  readonly quota?: Quota | undefined;
  /** The line channel of the connection, if each message is a line: for proxies that relay some lines unchanged. Default: none. */
  readonly lines?: LineChannel | undefined;
  /**
   * Opens the connection, and passes incoming messages to the receiver in order, including messages that arrived earlier.
   *
   * @throws {Error} if it has already been started, or the connection cannot be opened. The receiver is not called then.
   */
  start(receiver: Receiver): void | Promise<void>;
  /**
   * Sends one message, or several as one batch. Messages are sent in the order of the calls; the receiver is not called before `send` has
   * returned.
   *
   * Returns a promise only if the sender should wait: it resolves when more may be sent, or the connection is closed, and rejects if the
   * message was lost. Messages that are sent without waiting are queued. After `close`, or after the receiver was notified of the end,
   * sending does nothing, since answers may still be sent at that time.
   *
   * @throws {TypeError | RangeError} synchronously, without sending anything, if the message is not JSON-serializable.
   * @throws {JsonRpcError} synchronously, if it exceeds the maximum size. Instead of an answer, this error is sent to the other side.
   */
  send(message: Message | readonly Message[], options?: SendOptions): void | Promise<void>;
  /** Called when a request of the other side was cancelled and gets no answer: for transports that hold a resource for it. */
  unanswered?(id: RequestId): void;
  /** Called when a request of the other side takes long: its stream may be closed if the other side can reconnect for the answer. */
  closeStream?(id: RequestId): void;
  /** Adds or replaces facts in the session record: for transports that store records outside this process. */
  keep?(state: { readonly [name: string]: unknown }): void;
  /**
   * Sends pending messages, then closes the connection and releases all resources. Resolves when that is done. The receiver is not called
   * afterwards. Called for every transport, even if it could not be started or the other side has closed; a second call waits for the
   * first.
   */
  close(): void | Promise<void>;
}

/** The lines of a connection, for proxies that relay some of them unchanged. */
export interface LineChannel {
  /**
   * Passes each line to a function before it is processed otherwise.
   *
   * @param take returns whether it has handled the line: the bytes from `start` to `end`, which the line end may follow
   */
  intercept(take: (bytes: Buffer, start: number, end: number) => boolean): void;
  /**
   * Writes a line of another connection, after the messages sent so far.
   *
   * @returns a promise if the caller should wait for it before writing more.
   */
  write(bytes: Buffer, start: number, end: number): void | Promise<void>;
  /** Pauses reading lines until a promise has resolved. */
  pauseUntil(promise: Promise<unknown>): void;
}

/** Options of one message. */
export interface SendOptions {
  /** The request of the other side that this message belongs to, for transports with a stream for each request. */
  readonly relatesTo?: RequestId | undefined;
  /** Headers of the HTTP request, for transports that send one. */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** Facts about an incoming message, from the transport. */
export interface MessageInfo {
  /** The authenticated sender. */
  readonly auth?: AuthInfo | undefined;
  /** What code of the transport has added for handlers. */
  readonly locals?: ReadonlyMap<string, unknown> | undefined;
  /** The HTTP request of the message. */
  readonly http?: HttpInfo | undefined;
  /** The characters of the message, or of its batch. */
  readonly size?: number | undefined;
  /** Called with the error of a request before its answer is sent: for transports that derive a status from it. */
  failed?(error: unknown): void;
}

/**
 * Receives what a transport delivers. Its functions do not throw, and need not be awaited. After `ended` or `closed` the receiver calls
 * `close` of the transport.
 */
export interface Receiver {
  /**
   * Called with one message or batch, parsed but not validated.
   *
   * @param info facts about the message
   * @param items its messages, if the transport has already classified them; a single message is the only item. Default: the receiver
   *   classifies them.
   */
  message(value: unknown, info?: MessageInfo, items?: readonly Classified[]): void;
  /**
   * Called for an invalid message: not JSON, or too large. The other side receives the error, with the id of the request if it could be
   * read. Without an id, no error is sent to a server. Later messages are delivered as usual.
   */
  malformed(error: JsonRpcError, id?: RequestId): void;
  /** Called if a request of this side was not delivered, or its response cannot be read. Its caller receives the cause. */
  failed(id: RequestId, cause: Error): void;
  /** Called when nothing more will arrive, but answers can still be sent: for connections that close one direction at a time. */
  ended(cause: ConnectionClosedError): void;
  /** Called when the connection is closed. At most once, and not after `close`. Earlier messages are delivered first. */
  closed(cause: ConnectionClosedError): void;
}
