/** What a connection keeps of what a server sends. */

import { expect, test } from 'vitest';
import { Connection } from '../../../conformance/src/wire/connection.js';
import type { Medium, Sink } from '../../../conformance/src/wire/medium.js';

test('each message of a batch, and what is none', async () => {
  let sink: Sink | undefined;
  const medium = {
    transport: 'stdio',
    start: (given: Sink) => {
      sink = given;
      return Promise.resolve();
    },
  } as unknown as Medium;
  const connection = new Connection(medium, '2025-03-26', { answer: 1_000, quiet: 1 });
  await connection.start();
  const message = { jsonrpc: '2.0', method: 'notifications/message' };
  const batch = JSON.stringify([1, message, null, message]);
  sink?.text(batch, 'line');
  sink?.text('Hello', 'line');
  expect(connection.noise).toEqual([batch, batch, 'Hello']);
  expect(connection.received).toEqual([
    { message, stream: 'line', isBatched: true },
    { message, stream: 'line', isBatched: true },
  ]);
});
