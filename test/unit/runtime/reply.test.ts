import { expect, test } from 'vitest';
import type { EventStream } from '../../../runtime/src/http/server/eventStream.js';
import { Reply, type ReplyOptions } from '../../../runtime/src/http/server/reply.js';
import type { HttpExchange } from '../../../runtime/src/http/shared/httpExchange.js';
import { classify } from '../../../runtime/src/jsonrpc/classify.js';
import type { AnswerMessage } from '../../../runtime/src/jsonrpc/messages.js';
import { pong, request } from '../../support/rpc.js';

/** The reply to two requests, and the statuses that it responds with. */
function replyToTwo(options: Pick<ReplyOptions, 'open' | 'streamAlways'>): {
  readonly reply: Reply;
  readonly statuses: readonly number[];
} {
  const statuses: number[] = [];
  const exchange = {
    respond: (status: number) => statuses.push(status),
    stream: () => undefined,
  } as unknown as HttpExchange;
  const posted = { value: [], items: [1, 2].map((id) => classify(request(id, 'ping'))) };
  const reply = new Reply(exchange, posted, { headers: () => ({}), streamAfter: 1_000, ...options }, () => 200);
  return { reply, statuses };
}

test('a reply that refuses what was posted waits for none of its requests: a session would keep them for good', () => {
  const never = (): never => {
    throw new Error('nothing is streamed');
  };
  const { reply, statuses } = replyToTwo({ open: never, streamAlways: false });
  reply.refuse({ code: -32600, message: 'no batches' });
  expect([...reply.waiting]).toEqual([]);
  reply.accept();
  expect(statuses).toEqual([400]);
});

test('a stream without an answer to one of its requests goes on until the other one is answered', () => {
  const ends: unknown[] = [];
  const stream = { end: () => ends.push('end'), endWith: (texts: readonly string[]) => ends.push(texts) };
  const { reply } = replyToTwo({ open: () => stream as unknown as EventStream, streamAlways: true });
  reply.accept();
  reply.leaveOut(1);
  expect(ends).toEqual([]);
  void reply.answer(pong(2) as AnswerMessage);
  expect(ends).toEqual([[JSON.stringify(pong(2))]]);
});
