/** The memory that annotations of tools take in a client. */

import { Ledger, weigh } from '@mcp-gen/runtime';
import { expect, test } from 'vitest';
import { ToolHeaders } from '../../../sdk/src/client/toolHeaders.js';
import { paramHeadersOf } from '../../../sdk/src/schema/paramHeaders.js';

const annotated = {
  name: 'forecast',
  inputSchema: { type: 'object', properties: { place: { type: 'string', 'x-mcp-header': 'Place' } } },
} as const;
const SIZE = 200 + annotated.name.length + weigh(paramHeadersOf(annotated.inputSchema), Infinity);

function open(limit: number) {
  const account = new Ledger({ retained: { caller: limit } }).account('ada');
  const reports: unknown[] = [];
  return { headers: new ToolHeaders(account, (error) => reports.push(error)), account, reports };
}

test('a tool counts 200 bytes, its name, and its annotations, until the tools change', () => {
  const { headers, account, reports } = open(SIZE);
  const plain = { name: 'plain', inputSchema: { type: 'object' } } as const;
  const invalid = { type: 'object', properties: { place: { type: 'object', 'x-mcp-header': 'Place' } } } as const;
  headers.learn([plain, { name: 'invalid', inputSchema: invalid }, annotated, annotated]);
  expect([account.held('retained'), reports]).toEqual([SIZE, []]);
  expect(headers.headersOf('forecast', { place: 'Rome' })).toEqual({ 'mcp-param-place': 'Rome' });
  headers.learn([{ ...plain, name: 'forecast' }]);
  expect(account.held('retained')).toBe(0);
  headers.learn([annotated]);
  headers.forget();
  expect([account.held('retained'), headers.headersOf('forecast', { place: 'Rome' })]).toEqual([0, undefined]);
});

test('tools beyond the limit are not remembered, and the first of them is reported, once for each list', () => {
  const { headers, reports } = open(SIZE);
  const later = ['later1', 'later2'].map((name) => ({ ...annotated, name }));
  headers.learn([annotated, ...later]);
  headers.learn(later);
  expect(reports.map(String)).toEqual([expect.stringContaining('the tool later1 and of later tools')]);
  expect(headers.headersOf('later1', { place: 'Rome' })).toBeUndefined();
  headers.forget();
  headers.learn([annotated, ...later]);
  expect(reports).toHaveLength(2);
});
