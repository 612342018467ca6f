/** A transport that lives in another process, and is told over a socket what to do. */

import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import {
  ConnectionClosedError,
  JsonRpcError,
  type CloseReason,
  type Message,
  type Receiver,
  type RequestId,
  type SendOptions,
  type Transport,
} from '@mcp-gen/runtime';
import { deferred } from '../unit/runtime/support.js';

interface PlainError {
  readonly message: string;
  readonly reason?: CloseReason;
  readonly code?: number;
}

/** What the other process says: what the receiver is to be told, or that an order has been carried out. */
interface Said {
  readonly call?: keyof Receiver | 'closing';
  readonly args?: readonly unknown[];
  readonly done?: number;
  readonly error?: PlainError;
}

export class RemoteTransport implements Transport {
  readonly #server = createServer();
  readonly #socket = deferred<Socket>();
  readonly #orders = new Map<number, (error: PlainError | undefined) => void>();
  readonly #gone = deferred();
  #receiver: Receiver | undefined;
  #connected = false;
  #deaf = false;
  #count = 0;

  /** The port that the other process has to connect to. */
  async listen(): Promise<number> {
    this.#server.once('connection', (socket) => {
      this.#connected = true;
      socket.once('close', () => this.#gone.resolve());
      createInterface({ input: socket })
        .on('line', (line) => this.#hear(JSON.parse(line) as Said))
        // A process that has been killed breaks the connection.
        .on('error', () => undefined);
      this.#socket.resolve(socket);
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  async start(receiver: Receiver): Promise<void> {
    this.#receiver ??= receiver;
    await this.order('start');
  }

  send(message: Message | readonly Message[], options?: SendOptions): Promise<void> | undefined {
    void this.order('send', message, options).catch(() => undefined);
    return undefined;
  }

  async close(): Promise<void> {
    this.#server.close();
    if (!this.#connected) return;
    // What it had said before it took the order crossed with that.
    this.#deaf = true;
    void this.order('close');
    await this.#gone.promise;
  }

  /** Has the other process do something. Resolves when it has. */
  async order(order: string, ...args: readonly unknown[]): Promise<void> {
    const number = this.#count++;
    const { promise, resolve } = deferred<PlainError | undefined>();
    this.#orders.set(number, resolve);
    const line = JSON.stringify({ order, number, args });
    (await this.#socket.promise).write(`${line}\n`);
    const error = await promise;
    if (error !== undefined) throw new Error(error.message);
  }

  #hear({ call, args = [], done, error }: Said): void {
    if (done !== undefined) this.#orders.get(done)?.(error);
    else if (call === 'closing') this.#deaf = false;
    else if (!this.#deaf) this.#tell(call as keyof Receiver, args);
  }

  #tell(call: keyof Receiver, [first, second]: readonly unknown[]): void {
    switch (call) {
      case 'message':
        return this.#receiver?.message(first);
      case 'malformed': {
        const { code = 0, message } = first as PlainError;
        return this.#receiver?.malformed(new JsonRpcError(code, message), second as RequestId | undefined);
      }
      case 'failed':
        return this.#receiver?.failed(first as RequestId, new Error((second as PlainError).message));
      default: {
        const { reason = 'transport-error', message } = first as PlainError;
        return this.#receiver?.[call](new ConnectionClosedError(reason, message));
      }
    }
  }
}
