import type { Identity } from '../codegen/v1.js';
import type { ConnectionClosedError } from '../errors.js';
import type { JsonRpcError } from '../jsonrpc/errors.js';
import type { Message, RequestId } from '../jsonrpc/messages.js';

/**
 * Carries messages between two peers. Implement it to run the protocol over a channel of your own (specification:
 * Transports, Custom Transports). One transport is one connection: it is started once, and not again after it has closed.
 */
export interface Transport {
  /** The id of the session that the transport carries, if it gives it one. */
  readonly sessionId?: string | undefined;
  /**
   * Opens the connection, and from then on hands what arrives to the receiver, in order. Messages that arrived earlier
   * are kept for it.
   *
   * @throws if the connection cannot be opened. The receiver is then told nothing.
   */
  start(receiver: Receiver): void | Promise<void>;
  /**
   * Sends one message, or several as one batch. Messages leave in the order of the calls.
   *
   * Returns a promise only under backpressure: it resolves when more may be sent. What is sent before that is kept, not
   * lost. After the connection has closed, sending does nothing.
   *
   * @throws {TypeError | RangeError} at once, without sending anything, if the message has no JSON form.
   */
  send(message: Message | readonly Message[], options?: SendOptions): void | Promise<void>;
  /** A request of the other side was cancelled and gets no answer: for transports that keep something open for it. */
  unanswered?(id: RequestId): void;
  /** A request of the other side takes long: what is open for it may be closed, if the other side can come back for the answer. */
  closeStream?(id: RequestId): void;
  /**
   * Sends what is still to be sent, then closes and releases everything the transport holds. Resolves when that is done.
   * A second call returns the outcome of the first. The receiver hears nothing more.
   */
  close(): void | Promise<void>;
}

/** Options of one message. */
export interface SendOptions {
  /** The request of the other side that this message belongs to, for transports that have a stream for each request. */
  readonly relatesTo?: RequestId | undefined;
}

/** Takes what a transport delivers. None of its functions throws. */
export interface Receiver {
  /** One message or batch, parsed but not yet checked, and who sent it, if the transport knows. */
  message(value: unknown, caller?: Identity): void;
  /**
   * Something arrived that is no message: not JSON, or too large. The receiver tells the other side, and whoever waits for an
   * answer there if the id of a request could be read.
   */
  malformed(error: JsonRpcError, id?: RequestId): void;
  /** A request could not be delivered, or its answer not be read: for transports that know such things of single messages. */
  failed(id: RequestId, cause: Error): void;
  /** Nothing more will arrive, but answers can still be sent. The receiver closes the transport when it has sent them. */
  ended(cause: ConnectionClosedError): void;
  /** The connection is gone. Called at most once, and not after `close`. */
  closed(cause: ConnectionClosedError): void;
}
