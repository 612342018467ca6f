import { expect, test } from 'vitest';
import type { HttpExchange } from '../../../runtime/src/http/shared/httpExchange.js';
import { Reply } from '../../../runtime/src/http/server/reply.js';
import { classify } from '../../../runtime/src/jsonrpc/classify.js';
import { request } from '../../support/rpc.js';

test('a reply that refuses what was posted waits for none of its requests: a session would keep them for good', () => {
  const statuses: number[] = [];
  const exchange = { respond: (status: number) => statuses.push(status) } as unknown as HttpExchange;
  const never = (): never => {
    throw new Error('nothing is streamed');
  };
  const reply = new Reply(
    exchange,
    { value: [], items: [1, 2].map((id) => classify(request(id, 'ping'))) },
    { headers: () => ({}), open: never, streamAfter: 1_000, streamAlways: false },
    () => 200,
  );
  reply.refuse({ code: -32600, message: 'no batches' });
  expect([...reply.waiting]).toEqual([]);
  reply.accept();
  expect(statuses).toEqual([400]);
});
