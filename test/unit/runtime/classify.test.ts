import { expect, test } from 'vitest';
import { classify } from '../../../runtime/src/jsonrpc/classify.js';
import type { RequirementId } from '../../../conformance/src/requirements/index.js';
import { covers } from '../../support/covers.js';

const valid: [kind: string, message: object][] = [
  ['request', { jsonrpc: '2.0', id: 1, method: 'm' }],
  ['request', { jsonrpc: '2.0', id: 0, method: 'm', params: {} }],
  ['request', { jsonrpc: '2.0', id: -7, method: 'm' }],
  ['request', { jsonrpc: '2.0', id: '', method: 'm' }],
  ['request', { jsonrpc: '2.0', id: 'x', method: 'm', params: { a: [1] }, extra: true }],
  ['notification', { jsonrpc: '2.0', method: 'm' }],
  ['notification', { jsonrpc: '2.0', method: 'm', params: {} }],
  ['result', { jsonrpc: '2.0', id: 1, result: {} }],
  ['error', { jsonrpc: '2.0', id: 1, error: { code: -1, message: '' } }],
  ['error', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no' } }],
];

test.each(valid)('%s: %j', (kind, message) => {
  expect(classify(message)).toEqual({ kind, message });
});

test('an error without an id belongs to no request', () => {
  covers('base-error-id-unreadable');
  const error = { code: -32700, message: 'no' };
  expect(classify({ jsonrpc: '2.0', error })).toEqual({ kind: 'error', message: { jsonrpc: '2.0', id: null, error } });
});

const invalid: [given: unknown, meant: string, id: unknown, reason: RegExp, shows?: RequirementId][] = [
  [null, 'request', null, /object/],
  [7, 'request', null, /object/],
  ['text', 'request', null, /object/],
  [[], 'request', null, /object/],
  [{}, 'request', null, /jsonrpc/],
  [{ id: 1, method: 'm' }, 'request', 1, /jsonrpc/],
  [{ jsonrpc: '1.0', id: 1, method: 'm' }, 'request', 1, /jsonrpc/],
  [{ jsonrpc: 2, id: 1, method: 'm' }, 'request', 1, /jsonrpc/],
  [{ jsonrpc: '2.0', id: 1 }, 'request', 1, /method, a result or an error/],
  [{ jsonrpc: '2.0' }, 'request', null, /method, a result or an error/],
  [{ jsonrpc: '2.0', id: null, method: 'm' }, 'request', null, /id/, 'base-request-id-null'],
  [{ jsonrpc: '2.0', id: 1.5, method: 'm' }, 'request', null, /id/, 'base-request-id-type'],
  [{ jsonrpc: '2.0', id: 1e21, method: 'm' }, 'request', null, /id/, 'base-request-id-type'],
  [{ jsonrpc: '2.0', id: 2 ** 53, method: 'm' }, 'request', null, /id/, 'base-request-id-type'],
  [{ jsonrpc: '2.0', id: {}, method: 'm' }, 'request', null, /id/, 'base-request-id-type'],
  [{ jsonrpc: '2.0', id: true, method: 'm' }, 'request', null, /id/, 'base-request-id-type'],
  [{ jsonrpc: '2.0', id: 1, method: 5 }, 'request', 1, /method/],
  [{ jsonrpc: '2.0', method: 5 }, 'request', null, /method/],
  [{ jsonrpc: '2.0', id: 1, method: null }, 'request', 1, /method/],
  [{ jsonrpc: '2.0', id: 1, method: 'm', params: [] }, 'request', 1, /params/],
  [{ jsonrpc: '2.0', id: 1, method: 'm', params: null }, 'request', 1, /params/],
  [{ jsonrpc: '2.0', method: 'm', params: [] }, 'notification', null, /params/],
  [{ jsonrpc: '1.0', method: 'm' }, 'notification', null, /jsonrpc/],
  [{ jsonrpc: '2.0', id: 1, method: 'm', result: {} }, 'request', 1, /neither/],
  [
    { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } },
    'response',
    1,
    /both/,
    'base-response-one-outcome',
  ],
  [{ jsonrpc: '2.0', result: {} }, 'response', null, /id/],
  [{ jsonrpc: '2.0', id: null, result: {} }, 'response', null, /id/],
  [{ jsonrpc: '2.0', id: 1, result: [] }, 'response', 1, /result/],
  [{ jsonrpc: '2.0', id: 1, result: null }, 'response', 1, /result/],
  [{ jsonrpc: '2.0', id: 1, error: 'bad' }, 'response', 1, /error/, 'base-error-shape'],
  [{ jsonrpc: '2.0', id: 1, error: { code: 1.5, message: '' } }, 'response', 1, /code/, 'base-error-code-integer'],
  [{ jsonrpc: '2.0', id: 1, error: { code: '1', message: '' } }, 'response', 1, /code/, 'base-error-code-integer'],
  [{ jsonrpc: '2.0', id: 1, error: { code: 1 } }, 'response', 1, /message/, 'base-error-shape'],
  [{ jsonrpc: '2.0', id: 1, error: { message: 'no' } }, 'response', 1, /code/, 'base-error-shape'],
  [{ jsonrpc: '2.0', id: 1, error: {} }, 'response', 1, /code/, 'base-error-shape'],
  [{ jsonrpc: '2.0', id: 1.5, error: { code: 1, message: '' } }, 'response', null, /id/],
];

test.each(invalid)('refused: %j', (given, meant, id, reason, shows = 'base-json-rpc') => {
  covers(shows);
  expect(classify(given)).toEqual({ kind: 'invalid', meant, id, reason: expect.stringMatching(reason) });
});

test('names from a prototype are not fields of a message', () => {
  const parsed: unknown = JSON.parse('{"__proto__":{"method":"m","id":1},"jsonrpc":"2.0"}');
  expect(classify(parsed)).toMatchObject({ kind: 'invalid', id: null });
});
