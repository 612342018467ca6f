import type { Receiver } from '@mcp-gen/runtime';
import { expect, test, vi } from 'vitest';
import { relay } from '../../../sdk/src/testing/tap.js';

test('everything but messages reaches the receiver, with its arguments', () => {
  const receiver = {
    message: vi.fn(),
    malformed: vi.fn(),
    failed: vi.fn(),
    ended: vi.fn(),
    closed: vi.fn(),
  } satisfies Receiver;
  const message = vi.fn();
  const between = relay(receiver, message);
  const [error, cause] = [new Error('malformed'), new Error('cause')];
  const close = { reason: 'end-of-input' } as unknown as Parameters<Receiver['closed']>[0];
  between.message({ jsonrpc: '2.0', method: 'a' });
  between.malformed(error as unknown as Parameters<Receiver['malformed']>[0], 1);
  between.failed(2, cause);
  between.ended(close);
  between.closed(close);
  expect(message).toHaveBeenCalledOnce();
  expect(receiver.message).not.toHaveBeenCalled();
  expect(receiver.malformed.mock.calls).toEqual([[error, 1]]);
  expect(receiver.failed.mock.calls).toEqual([[2, cause]]);
  expect(receiver.ended.mock.calls).toEqual([[close]]);
  expect(receiver.closed.mock.calls).toEqual([[close]]);
});
