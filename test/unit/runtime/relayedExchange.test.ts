/** Requests that another node of a cluster has received. */

import { expect, test, vi } from 'vitest';
import type { RelayedRequest } from '../../../runtime/src/http/cluster/frames.js';
import { RelayedExchange } from '../../../runtime/src/http/cluster/relayedExchange.js';

const REQUEST: RelayedRequest = { method: 'GET', path: '/mcp', headers: {}, secure: false };

test('a stream that begins after its client has disconnected is notified asynchronously', async () => {
  const exchange = new RelayedExchange(
    'relay',
    REQUEST,
    () => Promise.resolve(true),
    () => undefined,
  );
  exchange.lose();
  const onGone = vi.fn<() => void>();
  exchange.stream({}).onGone(onGone);
  expect(onGone).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(onGone).toHaveBeenCalledTimes(1);
});
