import type { Transport } from '../transports/transport.js';

/**
 * Features that only some transports have. The contract requires all of them, except those in `ContractOptions.lacks`:
 *
 * - `limit`: messages have a maximum size.
 * - `malformed`: invalid messages can arrive.
 * - `backpressure`: a sender that is faster than the receiver must wait.
 * - `batches`: several messages are sent as one.
 * - `requestOrder`: requests arrive in the order in which they were sent.
 * - `early`: messages that are sent before the server's end is started are delivered later.
 * - `serverClose`: the client is notified when the server's end closes.
 */
export type TransportFeature =
  | 'limit'
  | 'malformed'
  | 'backpressure'
  | 'batches'
  | 'requestOrder'
  | 'early'
  | 'serverClose';

/** The two ends of one connection, not started, with functions that cases need. */
export interface TransportPair {
  /** The end that opens the conversation. */
  readonly client: Transport;
  /** The other end. It may be in another process, or created with the client's first message. */
  readonly server: Transport;
  /** For `limit`: the maximum bytes of a message as JSON, the same in both directions. At least 1,000. */
  readonly messageLimit?: number | undefined;
  /** For `malformed`: makes an invalid message arrive at one end, such as text that is not JSON. */
  readonly garble?: ((at: 'client' | 'server') => void | Promise<void>) | undefined;
  /**
   * For `backpressure`: stops the server's end from reading, until the returned function is called. If the end is in another process, the
   * promise resolves when it has stopped.
   */
  readonly stall?: (() => (() => void) | Promise<() => void>) | undefined;
  /** Releases resources of the pair other than its transports. Called after each case, when both have been closed. */
  readonly dispose?: (() => void | Promise<void>) | undefined;
}
