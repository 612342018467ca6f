/** Servers of tests, on loopback, closed when the test is over. */

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that listens. */
export interface Listening {
  /** Where it is: `http://127.0.0.1:49152`, without a slash. */
  readonly origin: string;
  /** What it was asked for, oldest first: `GET /path?query`. */
  readonly requests: string[];
  /** Stops listening, and breaks connections. */
  close(): Promise<void>;
}

/** Starts a server. */
export async function listen(listener: RequestListener, server: Server = createServer()): Promise<Listening> {
  const requests: string[] = [];
  server.on('request', (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  onTestFinished(close);
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close };
}

/** The body of a request, as text. */
export async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}
