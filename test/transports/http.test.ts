/** The contract over HTTP, in each way in which answers come. */

import { testContract } from './contract.js';
import { makeHttpPair } from './http.js';

const early = 'a session begins with its first message';
const requestOrder = 'each request travels alone';

const STREAMABLE = {
  early,
  requestOrder,
  serverClose: 'the client learns it with its next request',
};

testContract('Streamable HTTP, JSON', () => makeHttpPair('/mcp', { streamAfter: 60_000 }), { lacks: STREAMABLE });

testContract('Streamable HTTP, events', () => makeHttpPair('/mcp', { streamAfter: 0 }), { lacks: STREAMABLE });

testContract('HTTP with SSE', () => makeHttpPair('/sse', {}), { lacks: { early, requestOrder } });
