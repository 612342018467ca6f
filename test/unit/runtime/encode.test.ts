import { expect, test } from 'vitest';
import { encode } from '../../../runtime/src/codec/encode.js';
import { EMPTY_RESULT, errorMessage, type Message } from '../../../runtime/src/jsonrpc/messages.js';
import { covers } from '../../support/covers.js';

const odd = 'quote " backslash \\ newline \n nul \0 separators \u2028\u2029 lone \ud800 emoji 😀';

const messages: Message[] = [
  { jsonrpc: '2.0', id: 0, method: 'ping' },
  { jsonrpc: '2.0', id: -1, method: 'ping', params: undefined },
  { jsonrpc: '2.0', id: odd, method: odd, params: { [odd]: odd, none: undefined, list: [undefined, NaN, 1e21, -0] } },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', method: 'n', params: { date: new Date(0), nested: { deep: [[{}]] } } },
  { jsonrpc: '2.0', id: 2 ** 53 - 1, result: {} },
  { jsonrpc: '2.0', id: 1, result: EMPTY_RESULT },
  { jsonrpc: '2.0', id: 'x', result: { text: odd } },
  { jsonrpc: '2.0', id: null, error: { code: -32700, message: odd } },
  { jsonrpc: '2.0', id: 7, error: { code: 1, message: '', data: { odd } } },
  errorMessage(8, { code: -1, message: 'no data' }),
];

test.each(messages)('equals JSON.stringify: %j', (message) => {
  expect(encode(message)).toBe(JSON.stringify(message));
});

test('a batch is one array', () => {
  expect(encode(messages)).toBe(JSON.stringify(messages));
});

test('the text is one line', () => {
  covers('transports-stdio-lines', 'stdio-lines');
  expect(encode(messages)).not.toMatch(/[\n\r]/);
});

const cycle: { self?: object } = {};
cycle.self = cycle;

test.each([
  ['a bigint', { n: 1n }],
  ['a cycle', cycle],
  ['a value that hides itself', { toJSON: () => undefined }],
])('%s is refused', (_name, value) => {
  expect(() => encode({ jsonrpc: '2.0', id: 1, result: value })).toThrow(TypeError);
});
