/** Checks of HTTP with SSE, of 2024-11-05. */

import type { Check } from '../../check.js';
import { must, notApplicable, quoted } from '../../violation.js';
import { isResponse } from '../../wire/message.js';
import { otherAddress, isReachable } from './network.js';

export const SSE_CHECKS: readonly Check[] = [
  {
    id: 'sse-endpoint-first',
    rows: ['sse-endpoint-event', 'sse-two-endpoints'],
    transports: ['sse'],
    async run(peer) {
      const { sse } = await peer.open();
      const [first] = sse.events;
      must(first?.event === 'endpoint', `Expected an event "endpoint" first, got ${quoted(first)}`);
      must(URL.canParse(first.data, sse.url), `Expected an address in the event "endpoint", got ${quoted(first.data)}`);
    },
  },
  {
    id: 'sse-answers-on-stream',
    rows: ['sse-two-endpoints'],
    transports: ['sse'],
    async run(peer) {
      const connection = await peer.connection();
      const from = connection.received.length;
      const { id, reply } = connection.send('ping');
      const status = (await reply)?.status ?? 0;
      must(status >= 200 && status < 300, `Expected the POST of a message to be taken, got ${status}`);
      await connection.waitFor(
        'the answer as an event',
        ({ message }) => message['id'] === id && isResponse(message),
        from,
      );
      const events = connection.sse.events.filter(({ event = 'message' }) => event !== 'endpoint');
      const other = events.find(({ event = 'message' }) => event !== 'message');
      must(other === undefined, `Expected messages as events of the type "message", got ${quoted(other)}`);
    },
  },
  {
    id: 'sse-clients-apart',
    rows: ['sse-endpoint-event'],
    transports: ['sse'],
    async run(peer) {
      const [one, other] = [await peer.open(), await peer.open()];
      must(
        one.sse.endpoint !== other.sse.endpoint,
        `Expected an address for each client, got ${one.sse.endpoint} twice`,
      );
      const from = other.received.length;
      await one.ask('ping', undefined, { id: 'only-one' });
      await other.settle();
      const stray = other.responses(from).find(({ id }) => id === 'only-one');
      must(stray === undefined, `A client got the answer to another one: ${quoted(stray)}`);
    },
  },
  {
    id: 'sse-origin',
    rows: ['sse-origin'],
    transports: ['sse'],
    async run(peer) {
      const connection = await peer.connection();
      const { sse } = connection;
      const controller = new AbortController();
      const { status } = await sse.open(controller.signal, { origin: 'http://evil.example' });
      controller.abort();
      must(status >= 400, `Expected a stream for a foreign Origin to be refused, got ${status}`);
    },
  },
  {
    id: 'sse-localhost',
    rows: ['sse-localhost'],
    transports: ['sse'],
    async run(peer) {
      const { sse } = await peer.connection();
      const address =
        otherAddress(sse.url) ??
        notApplicable('This machine has no address but the loopback one, or the server is elsewhere');
      must(
        !(await isReachable(address)),
        `Expected the server on the loopback address alone, and reached it at ${address.host}`,
      );
    },
  },
];
