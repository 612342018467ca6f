/** What is read of a message without parsing it. */

import { scanMessage } from '@mcp-gen/runtime/stdio';
import { expect, test } from 'vitest';

const scan = (text: string) => {
  const bytes = Buffer.from(`x${text}y`);
  return scanMessage(bytes, 1, bytes.length - 1);
};

test.each([
  ['{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"a"}}', { id: 12, method: 'tools/call' }],
  ['{ "method" : "ping" , "id" : "a b" , "jsonrpc" : "2.0" }\r', { id: 'a b', method: 'ping' }],
  ['{"jsonrpc":"2.0","method":"m","params":{}}', { method: 'm' }],
  ['{"jsonrpc":"2.0","id":0,"result":{"a":[{"b":"}\\"]"},null,-1.5e3]}}', { id: 0 }],
  ['{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"\\\\"}}', { id: 1 }],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":{"_meta":1},"b":true}}', { id: 1, method: 'm' }],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1, "_meta":{}}}', { id: 1, method: 'm', hasMeta: true }],
  [`{"jsonrpc":"2.0","id":1,"result":{"text":"${'ä\\"'.repeat(100)}\\\\"}}`, { id: 1 }],
  [`{"jsonrpc":"2.0","id":1,"result":{"text":"${'a'.repeat(100)}\\"}"}}`, { id: 1 }],
])('the members of a message in its usual form: %s', (text, expected) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
  expect(scan(text)).toEqual({ id: undefined, method: undefined, hasMeta: false, ...expected });
});

test.each([
  '',
  '[]',
  '{}',
  '{"id":1,"method":"m"}',
  '{"jsonrpc":"1.0","id":1,"method":"m"}',
  '{"jsonrpc":"2.0","id":1,"id":2,"method":"m"}',
  '{"jsonrpc":"2.0","id":1,"method":"m","method":"n"}',
  '{"jsonrpc":"2.0","id":1,"result":{},"result":{}}',
  '{"jsonrpc":"2.0","id":1,"result":{},"error":{}}',
  '{"jsonrpc":"2.0","id":1,"method":"m","result":{}}',
  '{"jsonrpc":"2.0","id":1}',
  '{"jsonrpc":"2.0","id":null,"error":{}}',
  '{"jsonrpc":"2.0","id":-1,"method":"m"}',
  '{"jsonrpc":"2.0","id":1.5,"method":"m"}',
  '{"jsonrpc":"2.0","id":01,"method":"m"}',
  '{"jsonrpc":"2.0","id":1234567890123456,"method":"m"}',
  '{"jsonrpc":"2.0","id":1,"method":"m","params":[]}',
  '{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}',
  '{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}}',
  '{"jsonrpc":"2.0","id":1,"method":"m","params":{"\\u005fmeta":{}}}',
  '{"jsonrpc":"2.0","id":1,"meth\\u006fd":"m"}',
  '{"jsonrpc":"2.0","id":1,"method":"m"} {}',
  '{"jsonrpc":"2.0","id":1,"method":"m","other":1}',
  '{"jsonrpc":"2.0","id":1,"result":{"a":"}}',
  '{"jsonrpc":"2.0","id":"\u0001","method":"m"}',
])('everything else is left to the parser: %s', (text) => {
  expect(scan(text)).toBeUndefined();
});

test.each(['5', '"\\n"', `"${'m'.repeat(100)}"`])('what stands before a message does not complete it: %s', (method) => {
  const before = 'x,"params":';
  const bytes = Buffer.from(`${before}{"jsonrpc":"2.0","method":${method}}}`);
  expect(scanMessage(bytes, before.length, bytes.length)).toBeUndefined();
});
