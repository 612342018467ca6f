import { ConnectionClosedError } from '../errors.js';
import type { Message } from '../jsonrpc/messages.js';
import type { Receiver, Transport } from './transport.js';

/**
 * Creates two connected transports in one process. Messages are passed by reference, in order, and asynchronously.
 *
 * @example
 * ```ts
 * import { revision } from '@mcp-gen/protocol/2025-11-25';
 * import { connectSession, memoryPair, serve } from '@mcp-gen/runtime';
 *
 * const [near, far] = memoryPair();
 * const revisions = [revision];
 * serve({ listTools: () => ({ tools: [] }) }, { serverInfo: { name: 'a', version: '1' }, revisions, transport: far });
 * const session = await connectSession(near, { clientInfo: { name: 'b', version: '1' }, revisions });
 * console.log(await session.request('tools/list'));
 * ```
 */
export function memoryPair(): [Transport, Transport] {
  const left = new MemoryTransport();
  const right = new MemoryTransport();
  left.other = right;
  right.other = left;
  return [left, right];
}

class MemoryTransport implements Transport {
  other!: MemoryTransport;
  #receiver: Receiver | undefined;
  #arrived: unknown[] = [];
  #otherClosed = false;
  #closed = false;

  start(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('The transport has already been started');
    this.#receiver = receiver;
    queueMicrotask(() => this.#deliver());
  }

  send(message: Message | readonly Message[]): void {
    if (this.#closed) return;
    queueMicrotask(() => {
      this.other.#arrived.push(message);
      this.other.#deliver();
    });
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    queueMicrotask(() => {
      this.other.#otherClosed = true;
      this.other.#deliver();
    });
  }

  #deliver(): void {
    if (this.#receiver === undefined) return;
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const message of arrived) {
      if (!this.#closed) this.#receiver.message(message);
    }
    if (!this.#otherClosed || this.#closed) return;
    this.#closed = true;
    this.#receiver.closed(new ConnectionClosedError('end-of-input', 'The other side closed the connection'));
  }
}
