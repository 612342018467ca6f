import type { ConnectionClosedError } from '../errors.js';
import type { Classified } from '../jsonrpc/classify.js';
import type { JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import type { RequestId } from '../jsonrpc/messages.js';
import type { MessageInfo, Receiver } from './transport.js';

/** A receiver that is notified of the end of its connection once, and receives nothing after that. */
export class GuardedReceiver implements Receiver {
  readonly #receiver: Receiver;
  #over = false;

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  message(value: unknown, info?: MessageInfo, items?: readonly Classified[]): void {
    if (!this.#over) this.#receiver.message(value, info, items);
  }

  malformed(error: JsonRpcError, id?: RequestId): void {
    if (!this.#over) this.#receiver.malformed(error, id);
  }

  failed(id: RequestId, cause: Error): void {
    if (!this.#over) this.#receiver.failed(id, cause);
  }

  ended(cause: ConnectionClosedError): void {
    if (!this.#over) this.#receiver.ended(cause);
  }

  closed(cause: ConnectionClosedError): void {
    if (this.#over) return;
    this.#over = true;
    this.#receiver.closed(cause);
  }

  /** Stops delivery. Called when this side closes. */
  silence(): void {
    this.#over = true;
  }
}
