/** A web server for one test, on this machine alone. */

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server, and stops it when the test is over. Resolves with its URL. */
export async function startServer(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  await once(server, 'listening');
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

/** Serves texts by path, and 404 for all others. */
export function serveFiles(files: { readonly [path: string]: string }): Promise<URL> {
  return startServer(({ url }, response) => {
    const text = files[(url ?? '').slice(1)];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
}
