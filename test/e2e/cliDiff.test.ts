/** `mcp-gen diff` inputs, formats, exit codes. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/runCli.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const SCHEMA = fileURLToPath(new URL('../../schema/2025-03-26/schema.ts', import.meta.url));

const was = 'export interface A { a?: string }\n';
const compatible = 'export interface A { a?: string; b?: string }\n';
const breaking = `
export interface GoRequest { method: 'go'; params?: A }
export interface GoResult {}
export type ClientRequest = GoRequest;
`;

test('two revisions, the summary by method first', async () => {
  const { code, stdout, stderr } = await runCli('.', 'diff', '2024-11-05', '2025-03-26');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('2024-11-05 → 2025-03-26');
  expect(lines).toContain('!   ~ result: PromptMessage (breaks old clients)');
  expect(lines.indexOf('Methods')).toBeLessThan(lines.indexOf('Definitions'));
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
});

test('a file and its revision are equal', async () => {
  const { code, stdout } = await runCli('.', 'diff', '2025-03-26', SCHEMA, '--exit-code');
  expect({ code, stdout }).toEqual({ code: 0, stdout: `2025-03-26 → ${SCHEMA} (2025-03-26)\nNo difference.\n` });
});

test('another schema folder', async () => {
  const folder = await temporaryFolder({ 's/2030-01-01/schema.ts': was, 's/2030-02-02/schema.ts': compatible });
  const { code, stdout } = await runCli(folder, 'diff', '2030-01-01', '2030-02-02', '--schema', 's');
  expect(code).toBe(0);
  expect(stdout).toContain('+ b?: string');
});

test('one JSON object, twice the same', async () => {
  const args = ['diff', '2024-11-05', '2025-03-26', '--format', 'json'];
  const { code, stdout } = await runCli('.', ...args);
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { [key: string]: unknown };
  expect(stdout).toBe(`${JSON.stringify(report, null, 2)}\n`);
  expect(Object.keys(report)).toEqual(
    ['old', 'new', 'equal', 'breaking', 'allowed', 'compatible', 'protocol', 'methods', 'added', 'removed'].concat([
      'definitions',
      'routes',
      'reasons',
      'unusedAllowances',
    ]),
  );
  expect(report).toMatchObject({
    old: { name: '2024-11-05', revision: '2024-11-05' },
    equal: false,
    removed: ['Annotated'],
  });
  expect((await runCli('.', ...args)).stdout).toBe(stdout);
});

test.each([
  [
    'markdown',
    '## `2024-11-05 → 2025-03-26`',
    '| `CallToolResult` | `~ content[]: also AudioContent` | member-added | **old clients** |',
  ],
  [
    'html',
    '<!doctype html>',
    '<code>~ content[]: also AudioContent</code> <strong>breaks old clients</strong> <small>member-added</small>',
  ],
])('%s', async (format, start, part) => {
  const { code, stdout } = await runCli('.', 'diff', '2024-11-05', '2025-03-26', '--format', format);
  expect(code).toBe(0);
  expect(stdout.startsWith(start)).toBe(true);
  expect(stdout).toContain(part);
});

describe('--exit-code', () => {
  test.each([
    ['was.ts', 'compatible.ts', 0],
    ['was.ts', 'breaking.ts', 1],
  ])('%s → %s: %i', async (a, b, expected) => {
    const folder = await temporaryFolder({ 'was.ts': was, 'compatible.ts': compatible, 'breaking.ts': was + breaking });
    expect((await runCli(folder, 'diff', a, b, '--exit-code')).code).toBe(expected);
    expect((await runCli(folder, 'diff', a, b)).code).toBe(0);
  });
});

test('--for: what a maintainer has to do', async () => {
  const { code, stdout } = await runCli('.', 'diff', '2024-11-05', '2025-03-26', '--for', 'client', '--format', 'json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    for: 'client',
    compatible: 0,
    added: [],
    protocol: [
      {
        rule: 'batches-allowed',
        path: 'batches',
        breaks: ['old client', 'old server'],
        advice: [{ side: 'client', source: '2025-03-26/basic/index: batching' }],
      },
    ],
  });
});

describe('--allow', () => {
  test.each([
    [['--allow', 'request-added'], 0, '1 breaking (1 allowed)'],
    [['--allow', 'request-added@go'], 0, '1 breaking (1 allowed)'],
    [['--allow', 'request-added@other'], 1, 'Allowed, but not found: request-added@other.'],
    [['--allow', 'member-added', '--allow', 'request-added'], 0, 'Allowed, but not found: member-added.'],
  ])('%j: %i', async (args, expected, text) => {
    const folder = await temporaryFolder({ 'was.ts': was, 'breaking.ts': was + breaking });
    const { code, stdout } = await runCli(folder, 'diff', 'was.ts', 'breaking.ts', ...args);
    expect(code).toBe(expected);
    expect(stdout).toContain(text);
  });
});

describe('wrong usage', () => {
  test.each([
    [['2024-11-05'], "missing required argument 'new'"],
    [['2024-11-05', '1999-01-01'], 'Unknown revision 1999-01-01'],
    [['2024-11-05', 'none.ts'], 'File not found: none.ts'],
    [['2024-11-05', '2025-03-26', '--for', 'host'], 'Allowed choices are server, client'],
    [['2024-11-05', '2025-03-26', '--allow', 'nothing'], 'Unknown rule "nothing". Valid rules: era-changed, batches-'],
    [['2024-11-05', '2025-03-26', '--allow', 'deprecated'], 'Unknown rule "deprecated".'],
    [['2024-11-05', '2025-03-26', '--format', 'xml'], 'Allowed choices are text, json, markdown, html'],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await runCli(await temporaryFolder(), 'diff', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

test('a bad schema exits with 3', async () => {
  const folder = await temporaryFolder({ 'bad.ts': 'export type A = keyof B;\n' });
  const { code, stderr } = await runCli(folder, 'diff', '2024-11-05', 'bad.ts');
  expect(code).toBe(3);
  expect(stderr).toContain('bad.ts:1:');
});
