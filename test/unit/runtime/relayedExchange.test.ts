/** Requests that another node of a cluster has received. */

import { expect, test, vi } from 'vitest';
import type { AnswerFrame, RelayedRequest } from '../../../runtime/src/cluster/frames.js';
import { RelayedExchange } from '../../../runtime/src/cluster/relayedExchange.js';

const REQUEST: RelayedRequest = { method: 'GET', path: '/mcp', headers: {}, secure: false };

/** An exchange, the kinds of the frames that it has sent, and the listener for its end. */
function openExchange() {
  const kinds: string[] = [];
  const onEnd = vi.fn<() => void>();
  const send = ({ kind }: AnswerFrame): Promise<boolean> => {
    kinds.push(kind);
    return Promise.resolve(true);
  };
  return { exchange: new RelayedExchange('relay', REQUEST, send, onEnd), kinds, onEnd };
}

test('a stream that begins after its client has disconnected is notified asynchronously', async () => {
  const { exchange } = openExchange();
  exchange.lose();
  const onGone = vi.fn<() => void>();
  exchange.stream({}).onGone(onGone);
  expect(onGone).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(onGone).toHaveBeenCalledTimes(1);
});

test('a client that disconnects aborts the signal, and nothing more is sent to it', () => {
  const { exchange, kinds, onEnd } = openExchange();
  const onGone = vi.fn<() => void>();
  const { signal } = exchange;
  exchange.stream({}).onGone(onGone);
  expect(signal.aborted).toBe(false);
  exchange.lose();
  exchange.lose();
  expect([signal.aborted, onGone.mock.calls.length, onEnd.mock.calls.length]).toEqual([true, 1, 1]);
  expect(exchange.write('x'.repeat(100_000))).toBeUndefined();
  exchange.end();
  exchange.destroy();
  expect([kinds, exchange.unsent, onEnd.mock.calls.length]).toEqual([['stream'], 0, 1]);
});

test('a request is answered once', () => {
  const { exchange, kinds } = openExchange();
  exchange.respond(202, {});
  expect(() => exchange.respond(202, {})).toThrow('The request has been answered already');
  expect(kinds).toEqual(['respond']);
});

test.each<readonly [title: string, act: (exchange: RelayedExchange) => void]>([
  ['has received enough', (exchange) => exchange.taken(10_000)],
  ['disconnects', (exchange) => exchange.lose()],
])('writes wait while much is unsent, until the client %s', async (_, act) => {
  const { exchange } = openExchange();
  exchange.stream({});
  expect(exchange.write('x'.repeat(65_536))).toBeUndefined();
  const done = vi.fn<() => void>();
  const waiting = [1, 2].map(() => Promise.resolve(exchange.write('x'.repeat(5_000))));
  void Promise.all(waiting).then(done);
  exchange.taken(9_999);
  await new Promise(setImmediate);
  expect(done).not.toHaveBeenCalled();
  act(exchange);
  await Promise.all(waiting);
  exchange.taken(1_000_000);
  expect(exchange.unsent).toBe(0);
});
