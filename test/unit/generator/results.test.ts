/** Params and results without names of their own, and results in another order or behind an alias. */

import { describe, expect, test } from 'vitest';
import { buildProtocol } from '../../../generator/model/buildProtocol.js';
import type { Protocol, RequestMessage } from '../../../generator/model/protocol.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { schemaText } from '../../support/schemas.js';
import { TABLES } from '../../support/tables.js';

const NEWEST = '2026-07-28';

function compiled(change: (text: string) => string): Protocol {
  const text = schemaText(NEWEST);
  const changed = change(text);
  expect(changed).not.toBe(text);
  return buildProtocol(readTypeScript(changed, 'schema.ts'), NEWEST, TABLES, 'draft');
}

function request(protocol: Protocol, method: string): RequestMessage | undefined {
  return protocol.requests.find((each) => each.method === method);
}

describe('a type in place whose name would be taken is refused', () => {
  test('params', () => {
    const change = (text: string) =>
      text.replace('params: CallToolRequestParams;', 'params: CallToolRequestParams & { priority?: string };');
    expect(() => compiled(change)).toThrow(
      'The params of CallToolRequest would be named CallToolRequestParams, which is already declared',
    );
  });

  test('a result', () => {
    const change = (text: string) =>
      text.replace('result: ListToolsResult;', 'result: ListToolsResult & { total: number };');
    expect(() => compiled(change)).toThrow(
      'A result of ListToolsRequest without a name would be named ListToolsResult, which is already declared',
    );
  });
});

test('the order of results does not decide whether they may be cached', () => {
  const [one, other] = ['ReadResourceResult', 'InputRequiredResult'];
  const protocol = compiled((text) => text.replace(`result: ${one} | ${other};`, `result: ${other} | ${one};`));
  expect(request(protocol, 'resources/read')).toMatchObject({ cacheable: true, question: other });
});

test('a response may be an alias of an intersection', () => {
  const protocol = compiled(
    (text) => `${text.replace('export type ClientRequest =', '$&\n  | PreviewToolRequest')}
      export interface PreviewToolRequest extends JSONRPCRequest { method: 'tools/preview'; params: RequestParams; }
      export interface PreviewToolResult extends Result { text: string; }
      export type PreviewToolResultResponse = JSONRPCResultResponse & { result: PreviewToolResult | InputRequiredResult };`,
  );
  expect(request(protocol, 'tools/preview')).toMatchObject({
    results: ['PreviewToolResult', 'InputRequiredResult'],
    question: 'InputRequiredResult',
  });
});

test('a declaration cannot be hidden from the JSON Schema', () => {
  const change = (text: string) => `${text}\nexport interface Hidden {\n  /** @ignore */\n  a?: string;\n}\n`;
  expect(() => compiled(change)).toThrow('@ignore would remove it from the JSON Schema only');
});
