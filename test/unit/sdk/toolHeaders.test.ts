/** The memory that annotations of tools take in a client. */

import { Ledger, weigh } from '@mcp-gen/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { covers } from '../../support/covers.js';
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
  const headers = new ToolHeaders(account, (error) => reports.push(error));
  onTestFinished(() => {
    headers.forget();
    expect(account.held('retained')).toBe(0);
  });
  return { headers, account, reports };
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

test.each<[value: unknown, header: string | undefined, shown?: string]>([
  ['eu', 'eu'],
  [-(2 ** 53) + 1, '-9007199254740991'],
  [false, 'false'],
  [null, undefined],
  [undefined, undefined],
  [2 ** 53, undefined, '9007199254740992'],
  [1.5, undefined, '1.5'],
  [{ a: 1 }, undefined, 'an object'],
  [['a'], undefined, 'an array'],
])('an argument %j has the header %j, or the call is refused', (value, header, shown) => {
  covers('headers-annotation-range', 'headers-param-absent');
  const { headers } = open(Infinity);
  headers.learn([annotated]);
  const headersOf = () => headers.headersOf('forecast', { place: value });
  if (shown === undefined) expect(headersOf()).toEqual(header === undefined ? {} : { 'mcp-param-place': header });
  else
    expect(headersOf).toThrow(
      `The header mcp-param-place cannot mirror an argument of the tool forecast: expected a string, a boolean, or an integer from -(2^53 - 1) to 2^53 - 1, got ${shown}`,
    );
});
