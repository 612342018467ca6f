/** `mcp-gen explain`. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/schemas.js';
import { runCli } from '../support/runCli.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

test('a method, as plain text where nobody looks', async () => {
  const { code, stdout, stderr } = await runCli('.', 'explain', 'tools/call', '--revision', '2025-03-26');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^tools\/call +request, revision 2025-03-26\n/);
  expect(stdout).toMatch(/^ {2}Sent by +the client$/m);
  expect(stdout).toMatch(/^ {2}Handler +callTool, of the server$/m);
  expect(stdout).toMatch(/^ {2}Capability +tools, of the server$/m);
  expect(stdout).toMatch(/^ {2}Since +2024-11-05$/m);
  expect(stdout).toMatch(/^ {2}Changed in +2025-03-26 \(result: content changed\)$/m);
  expect(stdout).toMatch(/^ {2}arguments\?: \{ \[key: string\]: unknown \}$/m);
  expect(stdout).not.toContain('\x1b');
});

test('one JSON object for programs', async () => {
  const { code, stdout } = await runCli(
    '.',
    'explain',
    'notifications/roots/list_changed',
    '--json',
    '--revision',
    '2024-11-05',
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    kind: 'notification',
    name: 'notifications/roots/list_changed',
    senders: ['client'],
    capability: { name: 'roots.listChanged', sides: ['client'] },
    handler: { name: 'rootsListChanged', sides: ['server'] },
    since: '2024-11-05',
  });
});

test('what the runtime handles itself', async () => {
  const { stdout } = await runCli('.', 'explain', 'initialize', '--revision', '2025-03-26', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    lifecycle: true,
    cancellable: false,
    handler: { name: 'initialize', sides: [] },
    stub: { name: 'initialize', sides: [] },
  });
});

test('a type, in the newest revision that has it', async () => {
  const schema = await temporaryFolder({
    'r1/schema.ts': 'export interface A { b: string }\nexport interface Gone { g: 1 }\n',
    'r2/schema.ts': 'export interface A { b?: string }\n',
  });
  const gone = await runCli('.', 'explain', 'Gone', '--schema', schema);
  expect(gone.stdout).toMatch(/^Gone +interface, revision r1\n/);
  expect(gone.stdout).toMatch(/^ {2}Removed in +r2$/m);
  const { stdout } = await runCli('.', 'explain', 'A', '--schema', schema);
  expect(stdout).toMatch(/^A +interface, revision r2\n/);
  expect(stdout).toMatch(/^ {2}Changed in +r2 \(b changed\)$/m);
});

test.each(['HeaderMismatch', '-32020'])('an error code: %s', async (name) => {
  const { code, stdout, stderr } = await runCli('.', 'explain', name);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^HeaderMismatch +error code, revision 2026-07-28\n/);
  expect(stdout).toMatch(/^ {2}Code +-32020$/m);
});

test('a header, as one JSON object', async () => {
  const { code, stdout } = await runCli('.', 'explain', 'Mcp-Method', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'header', value: 'Mcp-Method', since: '2026-07-28' });
});

describe('wrong usage', () => {
  test.each([
    [['tools/cal'], 'Unknown name tools/cal. Did you mean tools/call'],
    [['Tol', '--revision', '2024-11-05'], 'Revision 2024-11-05 does not have Tol. Did you mean Tool'],
    [
      ['AudioContent', '--revision', '2024-11-05'],
      'Revision 2024-11-05 does not have AudioContent. It is in 2025-03-26',
    ],
    [['Tool', '--revision', '1999-01-01'], 'Unknown revision 1999-01-01'],
    [['x\x1b[31mx'], 'Unknown name x[31mx.'],
    [[], 'missing required argument'],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await runCli(join(ROOT), 'explain', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

test('a bad schema exits with 3', async () => {
  const schema = await temporaryFolder({ 'r/schema.ts': 'export type A = keyof B;\n' });
  const { code, stderr } = await runCli('.', 'explain', 'A', '--schema', schema);
  expect(code).toBe(3);
  expect(stderr).toContain('schema.ts:1:');
});
