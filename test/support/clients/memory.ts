/** A server in this process, reached by the official clients: their transports, as transports of ours. */

import { ConnectionClosedError, type Message, type Transport } from '@mcp-gen/runtime';

/** A server in this process. */
export interface MemoryAddress {
  readonly over: 'memory';
  /** Serves one client. */
  readonly serve: (transport: Transport) => unknown;
}

/** What the transports of both official packages have in common. */
interface OfficialTransport {
  onmessage?: ((message: never) => void) | undefined;
  onclose?: (() => void) | undefined;
  start(): Promise<void>;
  send(message: never): Promise<void>;
  close(): Promise<void>;
}

/** One of ours that sends and receives by one of theirs. */
export function fromOfficial(official: OfficialTransport): Transport {
  return {
    start(receiver) {
      official.onmessage = (message: unknown) => {
        receiver.message(message);
      };
      official.onclose = () => {
        receiver.closed(new ConnectionClosedError('end-of-input', 'The client closed the connection'));
      };
      return official.start();
    },
    async send(message: Message | readonly Message[]) {
      for (const each of [message].flat()) await official.send(each as never);
    },
    async close() {
      official.onclose = undefined;
      await official.close();
    },
  };
}
