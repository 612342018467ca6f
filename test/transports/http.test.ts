/** The contract over HTTP, in each way in which answers come, on `node:http` and on the web's own requests. */

import type { HttpEndpoint, HttpEndpointOptions } from '@mcp-gen/runtime/http/server';
import { fetchOnNode } from '../support/fetchServer.js';
import { testContract } from './contract.js';
import { makeHttpPair } from './http.js';

const early = 'a session begins with its first message';
const requestOrder = 'each request travels alone';

const STREAMABLE = {
  early,
  requestOrder,
  serverClose: 'the client learns it with its next request',
};

const PLATFORMS = { 'node:http': ({ node }: HttpEndpoint) => node, fetch: fetchOnNode };

for (const [platform, listenerOf] of Object.entries(PLATFORMS)) {
  const testHttp = (medium: string, path: string, options: HttpEndpointOptions, lacks: object): void =>
    testContract(`${medium}, on ${platform}`, () => makeHttpPair(path, options, listenerOf), { lacks });

  testHttp('Streamable HTTP, JSON', '/mcp', { streams: { streamAfter: 60_000 } }, STREAMABLE);
  testHttp('Streamable HTTP, events', '/mcp', { streams: { responses: 'stream' } }, STREAMABLE);
  testHttp('HTTP with SSE', '/sse', {}, { early, requestOrder });
}
