/**
 * The messages in the specification's own text are accepted. The text is read where MCP_SPECIFICATION names a folder that
 * holds it; it is not part of this project.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { revision as v20241105 } from '@mcp-gen/protocol/2024-11-05';
import { revision as v20250326 } from '@mcp-gen/protocol/2025-03-26';
import { describe, expect, test } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { checkMessages, examplesIn } from './examples.js';

const FOLDER = process.env['MCP_SPECIFICATION'];

interface Exception {
  /** A part of the example, without white space. */
  readonly part: string;
  readonly why: string;
}

const PLACEHOLDER_METHOD = { part: '"method":"some_method"', why: 'The name stands for any request.' };
const WITHOUT_ID = {
  part: '"2.0","method":"resources/list"',
  why: 'A request, printed without its id.',
};
const DOTS = { part: '"resources":[...]', why: 'The items are left out: this is not JSON.' };
const TYPES = [
  '"id":"string|number","method":"string"',
  '"id":"string|number","result"',
  '"2.0","method":"string"',
].map((part): Exception => ({ part, why: 'Types stand in place of values.' }));

const FILES = [
  {
    revision: v20241105,
    name: '2024-11-05-full-zh.md',
    exceptions: [PLACEHOLDER_METHOD, WITHOUT_ID, DOTS, ...TYPES],
  },
  {
    revision: v20250326,
    name: '2025-03-26-full-zh.txt',
    exceptions: [PLACEHOLDER_METHOD, WITHOUT_ID, DOTS],
  },
  { revision: v20250326, name: '2025-03-26-partial-en.md', exceptions: [] },
];

/** Why a file of the specification is not at hand; undefined if it is. */
function missingFile(name: string): string | undefined {
  if (FOLDER === undefined) return 'MCP_SPECIFICATION is not set';
  return existsSync(join(FOLDER, name)) ? undefined : `MCP_SPECIFICATION has no ${name}`;
}

describe.each(FILES)('$name', ({ revision, name, exceptions }) => {
  const missing = missingFile(name);
  const text = missing === undefined ? readFileSync(join(FOLDER ?? '', name), 'utf8') : '';
  const examples = examplesIn(text);
  const excepted = examples.filter((example) => exceptions.some(({ part }) => example.text.includes(part)));

  testUnless(missing, 'its messages are accepted', () => {
    const { checked, wrong } = checkMessages(
      examples.filter((example) => !excepted.includes(example)),
      revision,
    );
    expect(wrong).toEqual([]);
    expect(checked, 'none is overlooked').toBe(text.split('"jsonrpc"').length - 1 - excepted.length);
    expect(checked).toBeGreaterThan(30);
  });

  testUnless(missing, 'each exception is needed', () => {
    expect(excepted).toHaveLength(exceptions.length);
    for (const { part } of exceptions) {
      const meant = excepted.filter((example) => example.text.includes(part));
      expect(meant, part).toHaveLength(1);
      expect(checkMessages(meant, revision).wrong, part).toHaveLength(1);
    }
  });
});

describe('how examples are found and checked', () => {
  const TEXT = `Some text.
    { "jsonrpc": "2.0", "id": 1, "method": "ping" }
\`\`\`json
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": { "text": "a } in a text" }
}
\`\`\`
{
  [key: string]: unknown;
}
[1, 2]
In a line: { "jsonrpc": "2.0", "method": "notifications/initialized" }.
{ "never": "closed"`;

  test('at the beginning of a line, with their inner brackets', () => {
    const examples = examplesIn(TEXT);
    expect(examples.map(({ line }) => line)).toEqual([2, 4, 10, 13, 14]);
    expect(examples.map(({ value }) => typeof value)).toEqual(['object', 'object', 'undefined', 'object', 'object']);
    expect(checkMessages(examples, v20250326)).toEqual({ checked: 3, wrong: [] });
  });

  test.each([
    ['has an unknown method', [{ id: 1, method: 'no/such' }]],
    ['has an unknown method', [{ method: 'notifications/none' }]],
    ['has wrong params', [{ id: 1, method: 'tools/call', params: { arguments: {} } }]],
    ['has wrong params', [{ method: 'notifications/progress', params: {} }]],
    ['answers no request before it', [{ id: 1, result: {} }]],
    [
      'answers no request before it',
      [
        { id: 1, method: 'tools/list' },
        { id: 1, result: {} },
      ],
    ],
    ['a result must be an object', [{ id: 1, result: [] }]],
  ])('a message that %s', (problem, messages) => {
    const text = messages.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message })).join('\n');
    const { checked, wrong } = checkMessages(examplesIn(text), v20250326);
    expect(checked).toBe(messages.length);
    expect(wrong).toEqual([expect.stringContaining(`${messages.length}: ${problem}`)]);
  });

  test('a message that is not JSON', () => {
    expect(checkMessages(examplesIn('{ "jsonrpc": "2.0", "id": ... }'), v20250326).wrong).toEqual([
      '1: is not JSON: {"jsonrpc":"2.0","id":...}',
    ]);
  });
});
