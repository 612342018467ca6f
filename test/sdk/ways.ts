/** The ways from a client of the sdk to a server of the sdk. */

import { memoryPair, type Transport } from '@mcp-gen/runtime';
import { HttpClientTransport } from '@mcp-gen/runtime/http/client';
import { StdioClientTransport } from '@mcp-gen/runtime/stdio';
import type { Server } from '@mcp-gen/sdk';
import { serveHttp, type ServeHttpOptions } from '@mcp-gen/sdk/http';
import { fileURLToPath } from 'node:url';

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}.mjs`, import.meta.url));

const { featuresServer } = (await import(fixture('featuresServer'))) as { featuresServer: () => Server };

/** A way to the server: makes transports to it, until it is stopped. */
export interface Way {
  readonly transport: () => Transport;
  readonly stop: () => Promise<void>;
}

const inMemory = (): Promise<Way> => {
  const server = featuresServer();
  const transport = (): Transport => {
    const [near, far] = memoryPair();
    server.serve({ transport: far });
    return near;
  };
  return Promise.resolve({ transport, stop: () => Promise.resolve() });
};

const overStdio = (): Promise<Way> =>
  Promise.resolve({
    transport: () => new StdioClientTransport({ command: process.execPath, args: [fixture('features')] }),
    stop: () => Promise.resolve(),
  });

const overHttp =
  (options: ServeHttpOptions, path = '/mcp') =>
  async (): Promise<Way> => {
    const { url, close } = await serveHttp(featuresServer(), { port: 0, ...options });
    return { transport: () => new HttpClientTransport({ url: new URL(path, url) }), stop: close };
  };

/** Each way, by its name. */
export const WAYS: { readonly [name: string]: () => Promise<Way> } = {
  memory: inMemory,
  stdio: overStdio,
  'HTTP, in JSON': overHttp({}),
  'HTTP, in events': overHttp({ streams: { responses: 'stream' } }),
  'HTTP with SSE': overHttp({}, '/sse'),
};
