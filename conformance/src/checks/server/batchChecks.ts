/** Checks of batches: arrays of messages, which 2025-03-26 alone has. */

import type { Check } from '../../check.js';
import { must, quoted } from '../../violation.js';
import { isResponse } from '../../wire/message.js';

export const BATCH_CHECKS: readonly Check[] = [
  {
    id: 'batch-requests',
    rows: ['base-batch-received', 'http-body-batch'],
    async run(peer) {
      const connection = await peer.connection();
      const from = connection.received.length;
      const ids = ['batch-1', 'batch-2'];
      connection.ids.push(...ids);
      await connection.sendRaw([
        connection.request('ping', undefined, { id: ids[0] }),
        { jsonrpc: '2.0', method: 'notifications/unknown' },
        connection.request('unknown/method', {}, { id: ids[1] }),
      ]);
      const [first, second] = await Promise.all(
        ids.map((id) =>
          connection.waitFor(
            `the answer to ${id} in a batch`,
            ({ message }) => message['id'] === id && isResponse(message),
            from,
          ),
        ),
      );
      must(
        'result' in (first?.message ?? {}),
        `Expected a result for a ping in a batch, got ${quoted(first?.message)}`,
      );
      must(
        'error' in (second?.message ?? {}),
        `Expected an error for an unknown method in a batch, got ${quoted(second?.message)}`,
      );
    },
  },
  {
    id: 'batch-notifications',
    rows: ['base-batch-received', 'base-notification-unanswered'],
    revisions: ['2025-03-26'],
    async run(peer) {
      const connection = await peer.connection();
      const from = connection.received.length;
      const notification = { jsonrpc: '2.0', method: 'notifications/unknown' };
      await connection.sendRaw([notification, notification]);
      await connection.settle();
      const stray = connection.responses(from).find(({ id }) => !connection.ids.includes(id));
      must(stray === undefined, `Expected no answer to a batch of notifications, got ${quoted(stray)}`);
    },
  },
  {
    id: 'batch-accepted',
    rows: ['http-accepted', 'base-batch-received'],
    revisions: ['2025-03-26'],
    transports: ['http'],
    async run(peer) {
      const connection = await peer.connection();
      const notification = {
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 1, progress: 1 },
      };
      const reply = await connection.sendRaw([notification, notification]);
      must(reply?.status === 202, `Expected 202 for a batch of notifications, got ${reply?.status}`);
      must((await reply.body) === '', `Expected no body with 202, got ${quoted(await reply.body)}`);
    },
  },
  {
    id: 'batch-refused',
    rows: ['http-body-single', 'http-alone-body'],
    isLenience: true,
    transports: ['http'],
    async run(peer) {
      const connection = await peer.connection();
      const from = connection.received.length;
      const method = connection.hasSessions ? 'ping' : 'server/discover';
      const batch = [connection.request(method, undefined, { id: 'single-1' })];
      const reply = await connection.sendRaw(batch, connection.headersFor(method, {}));
      const isRefused = (reply?.status ?? 0) >= 400;
      const answered = connection.responses(from).find((message) => 'result' in message);
      must(
        isRefused && answered === undefined,
        `Expected an array to be refused, got status ${reply?.status} ${quoted(answered)}`,
      );
    },
  },
];
