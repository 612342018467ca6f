import type { Transport } from '../transports/transport.js';

/**
 * What some media can do and others cannot. The contract asks for all of it, but for what `ContractOptions.lacks` names:
 *
 * - `limit`: messages have a size that they must not exceed.
 * - `malformed`: something can arrive that is not a message.
 * - `backpressure`: a sender that is faster than the other side reads is asked to wait.
 * - `batches`: several messages travel as one.
 * - `requestOrder`: requests arrive in the order in which they were sent.
 * - `early`: what is sent before the server's end has been started is kept for it.
 * - `serverClose`: the client is told when the server's end closes.
 */
export type TransportFeature =
  | 'limit'
  | 'malformed'
  | 'backpressure'
  | 'batches'
  | 'requestOrder'
  | 'early'
  | 'serverClose';

/** The two ends of one connection, neither of them started, and what a case needs to make trouble between them. */
export interface TransportPair {
  /** The end that opens the conversation. */
  readonly client: Transport;
  /** The other end. It may live in another process, or come to be when the client has said its first message. */
  readonly server: Transport;
  /** For `limit`: the bytes of JSON text that one message may have, the same in both directions. At least 1,000. */
  readonly messageLimit?: number | undefined;
  /** For `malformed`: makes something arrive at one end that is not a message, such as text that is not JSON. */
  readonly garble?: ((at: 'client' | 'server') => void | Promise<void>) | undefined;
  /**
   * For `backpressure`: keeps the server's end from reading what the client sends, until the function it returns is
   * called. Where the end lives in another process, the promise resolves when it has stopped.
   */
  readonly stall?: (() => (() => void) | Promise<() => void>) | undefined;
  /** Releases what the pair holds beside its two transports. Called behind each case, when both have been closed. */
  readonly dispose?: (() => void | Promise<void>) | undefined;
}
