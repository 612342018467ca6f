/** Pairs over HTTP: a real server on a free port, whose session is handed out as it is. */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message, Receiver, RequestId, SendOptions, Transport } from '@mcp-gen/runtime';
import { HttpClientTransport } from '@mcp-gen/runtime/http/client';
import { HttpEndpoint, type HttpEndpointOptions } from '@mcp-gen/runtime/http/server';
import type { TransportPair } from '@mcp-gen/runtime/testing';
import { deferred } from '../unit/runtime/support.js';

const LIMIT = 20_000;

/** The one session of a server, which comes to be when its client opens it. */
class Session implements Transport {
  #receiver: Receiver | undefined;
  #session: Transport | undefined;

  /** Begins: the first message follows at once. */
  async begin(session: Transport): Promise<void> {
    this.#session = session;
    if (this.#receiver !== undefined) await session.start(this.#receiver);
  }

  start(receiver: Receiver): void | Promise<void> {
    if (this.#session !== undefined) return this.#session.start(receiver);
    this.#receiver = receiver;
  }

  send(message: Message | readonly Message[], options?: SendOptions): void | Promise<void> {
    return this.#session?.send(message, options);
  }

  unanswered(id: RequestId): void {
    this.#session?.unanswered?.(id);
  }

  close(): void | Promise<void> {
    return this.#session?.close();
  }
}

/**
 * @param path where the client goes: that of the endpoint, or that of the older transport's stream.
 * @param listenerOf what the server runs on. Default: `node:http`.
 */
export async function makeHttpPair(
  path: string,
  options: HttpEndpointOptions,
  listenerOf: (handler: HttpEndpoint) => RequestListener = ({ node }) => node,
): Promise<TransportPair> {
  const session = new Session();
  const handler = new HttpEndpoint(
    (opened) => ({ start: () => session.begin(opened), close: async () => opened.close() }),
    { limits: { bodyLimit: LIMIT }, sse: { stream: '/sse', messages: '/messages' }, ...options },
  );
  let open = Promise.resolve();
  const listener = listenerOf(handler);
  const server = createServer((request, response) => void open.then(() => listener(request, response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new HttpClientTransport({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    limits: { messageLimit: LIMIT },
  });
  return {
    client,
    server: session,
    messageLimit: LIMIT,
    garble(at) {
      const end = at === 'server' ? client : session;
      // The codec takes ids as they are.
      void end.send({ jsonrpc: '2.0', id: NaN, method: 'garbled' });
    },
    stall() {
      const { promise, resolve } = deferred();
      open = promise;
      return resolve;
    },
    async dispose() {
      await handler.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
