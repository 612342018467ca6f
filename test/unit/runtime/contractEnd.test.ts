import { expect, test } from 'vitest';
import { describeArrival } from '../../../runtime/src/testing/end.js';

test('the contract says what arrived instead of what was expected', () => {
  const error = new Error('lost');
  const arrivals = [
    { kind: 'message', value: { jsonrpc: '2.0', method: 'a' } },
    { kind: 'failed', id: 'a', error },
    { kind: 'unsent', error },
    { kind: 'closed', error },
  ] as unknown as Parameters<typeof describeArrival>[0][];
  expect(arrivals.map(describeArrival)).toEqual([
    "{ jsonrpc: '2.0', method: 'a' }",
    'failed("a", Error: lost)',
    'a rejection of what it sent: Error: lost',
    'closed(Error: lost)',
  ]);
});
