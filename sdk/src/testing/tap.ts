import type { Message, Receiver, RequestId, SendOptions, Transport } from '@mcp-gen/runtime';
import { otherThan, type Side } from './tokens.js';

/**
 * Returns a transport with which a function is told each message: before it is received, and before it is sent.
 *
 * @param seen called with what was sent or received: a message, or an array of them, as a batch is; what is received can be any value
 * @param side the side of the transport. Default `client`
 */
export function tap(
  transport: Transport,
  seen: (from: Side, value: unknown) => void,
  side: Side = 'client',
): Transport {
  return new Tap(transport, seen, side);
}

class Tap implements Transport {
  readonly #transport: Transport;
  readonly #seen: (from: Side, value: unknown) => void;
  readonly #side: Side;
  #isClosing = false;

  constructor(transport: Transport, seen: (from: Side, value: unknown) => void, side: Side) {
    this.#transport = transport;
    this.#seen = seen;
    this.#side = side;
  }

  get sessionId(): string | undefined {
    return this.#transport.sessionId;
  }

  get sendsHeaders(): boolean | undefined {
    return this.#transport.sendsHeaders;
  }

  start(receiver: Receiver): void | Promise<void> {
    return this.#transport.start(
      relay(receiver, (value, info) => {
        this.#seen(otherThan(this.#side), value);
        receiver.message(value, info);
      }),
    );
  }

  send(message: Message | readonly Message[], options?: SendOptions): void | Promise<void> {
    if (!this.#isClosing) this.#seen(this.#side, message);
    return this.#transport.send(message, options);
  }

  unanswered(id: RequestId): void {
    this.#transport.unanswered?.(id);
  }

  closeStream(id: RequestId): void {
    this.#transport.closeStream?.(id);
  }

  close(): void | Promise<void> {
    this.#isClosing = true;
    return this.#transport.close();
  }
}

/** Returns a receiver whose messages are passed to a function first. */
export function relay(receiver: Receiver, message: Receiver['message']): Receiver {
  return {
    message,
    malformed: (error, id) => receiver.malformed(error, id),
    failed: (id, cause) => receiver.failed(id, cause),
    ended: (cause) => receiver.ended(cause),
    closed: (cause) => receiver.closed(cause),
  };
}
