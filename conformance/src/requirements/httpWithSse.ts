/** What the specification asks for in basic/transports. */

import type { Requirement } from './requirement.js';

export const HTTP_WITH_SSE = [
  {
    id: 'sse-two-endpoints',
    must: true,
    revisions: ['2024-11-05'],
    section: 'Transports, HTTP with SSE, HTTP with SSE',
    text: 'The server has an endpoint for a stream of events, and one for POST requests.',
    side: 'server',
  },
  {
    id: 'sse-endpoint-event',
    must: true,
    revisions: ['2024-11-05'],
    section: 'Transports, HTTP with SSE, HTTP with SSE',
    text: 'The first event of a stream tells the client where to send its messages.',
    side: 'server',
  },
  {
    id: 'sse-client-posts',
    must: true,
    revisions: ['2024-11-05'],
    section: 'Transports, HTTP with SSE, HTTP with SSE',
    text: 'The client sends all further messages to that address, as POST requests.',
    side: 'client',
  },
  {
    id: 'sse-origin',
    must: true,
    revisions: ['2024-11-05'],
    section: 'Transports, HTTP with SSE, Security Warning',
    text: 'The server checks where a connection comes from by its Origin header.',
    side: 'server',
  },
  {
    id: 'sse-localhost',
    must: false,
    revisions: ['2024-11-05'],
    section: 'Transports, HTTP with SSE, Security Warning',
    text: 'A server for one machine listens on the loopback address alone.',
    side: 'server',
  },
  {
    id: 'sse-authentication',
    must: false,
    revisions: ['2024-11-05'],
    section: 'Transports, HTTP with SSE, Security Warning',
    text: 'Connections are authenticated.',
    side: 'server',
  },
] as const satisfies readonly Requirement[];
