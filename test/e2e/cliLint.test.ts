/** `mcp-gen lint`: inputs, formats, the config, and exit codes. */

import { expect, test } from 'vitest';
import { runCli } from '../support/runCli.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const SCHEMA = `
export interface Result { [key: string]: unknown }
export interface GoRequest { method: 'go'; params: { url: string } }
export interface GoResult extends Result { a: string | null }
export type ClientRequest = GoRequest;
export type ServerResult = GoResult;
`;

const FILES = { 's/2030-01-01/schema.ts': SCHEMA };
const ARGS = ['lint', '2030-01-01', '--schema', 's'];

test('findings by line, with the reasons, and the file', async () => {
  const folder = await temporaryFolder(FILES);
  const { code, stdout } = await runCli(folder, ...ARGS);
  expect(code).toBe(0);
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('s/2030-01-01/schema.ts');
  expect(lines).toContain(
    '  3:54  warning  GoRequest.params.url is a string without a format, but its name says uri [format-missing@GoRequest.params.url]',
  );
  expect(lines.at(-2)).toBe('Errors: 1, warnings: 1, notes: 0.');
});

test('the highest severity that is accepted', async () => {
  const folder = await temporaryFolder(FILES);
  const codes = [];
  for (const options of [
    ['--exit-code'],
    ['--max-severity', 'warning'],
    ['--max-severity', 'warning', '--rule', 'null-not-in-json-schema=warning'],
    ['--exit-code', '--allow', 'null-not-in-json-schema@GoResult.a', '--rule', 'format-missing=note'],
    ['--exit-code', '--allow', 'null-not-in-json-schema@GoResult.a'],
    ['--max-severity', 'off', '--allow', 'null-not-in-json-schema', '--rule', 'format-missing=note'],
  ]) {
    codes.push((await runCli(folder, ...ARGS, ...options)).code);
  }
  expect(codes).toEqual([1, 1, 0, 0, 1, 1]);
});

test('the config sets severities, and allows findings; the command line goes before it', async () => {
  const lint = { rules: { 'format-missing': 'error' }, allow: { 'null-not-in-json-schema@GoResult': 'Known.' } };
  const folder = await temporaryFolder({
    ...FILES,
    'mcp-gen.config.json': JSON.stringify({ schema: 's', lint }),
  });
  const { stdout } = await runCli(folder, 'lint', '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ counts: { error: 1, warning: 0 }, allowed: 1, unusedAllowances: [] });
  const other = await runCli(folder, 'lint', '--format', 'json', '--rule', 'format-missing=off');
  expect(JSON.parse(other.stdout)).toMatchObject({ counts: { error: 0 } });
});

test('one JSON object, twice the same', async () => {
  const folder = await temporaryFolder(FILES);
  const { stdout } = await runCli(folder, ...ARGS, '--format', 'json');
  const report = JSON.parse(stdout) as { readonly findings: readonly object[] };
  expect(Object.keys(report)).toEqual(['revisions', 'findings', 'counts', 'allowed', 'rules', 'unusedAllowances']);
  expect(report.findings[0]).toEqual({
    rule: 'format-missing',
    severity: 'warning',
    revision: '2030-01-01',
    at: 'GoRequest.params.url',
    message: 'GoRequest.params.url is a string without a format, but its name says uri',
    file: 's/2030-01-01/schema.ts',
    line: 3,
    column: 54,
  });
  expect((await runCli(folder, ...ARGS, '--format', 'json')).stdout).toBe(stdout);
});

test('a folder of examples that cannot be read is an error', async () => {
  const folder = await temporaryFolder({ ...FILES, 's/2030-01-01/examples': 'not a folder' });
  const { code, stdout, stderr } = await runCli(folder, ...ARGS);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^error: Cannot read s.2030-01-01.examples: ENOTDIR/m);
});

test('SARIF', async () => {
  const folder = await temporaryFolder(FILES);
  const { stdout } = await runCli(folder, ...ARGS, '--format', 'sarif');
  expect(JSON.parse(stdout)).toMatchObject({
    version: '2.1.0',
    runs: [{ results: [{ ruleId: 'format-missing' }, {}] }],
  });
});

test('a schema.json and examples beside a schema are checked, and a draft is compared with the newest revision', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    's/2029-01-01/schema.ts': SCHEMA,
    's/draft/schema.ts': SCHEMA.replace('url: string', 'url: string; more: string'),
    's/draft/schema.json': '{"definitions":{}}',
    's/draft/examples/GoResult/odd.json': '{"a":1}',
    's/draft/examples/GoResult/right.json': '{"a":null}',
  });
  const { stdout } = await runCli(folder, 'lint', 's/draft/schema.ts', '--schema', 's', '--format', 'json');
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly { rule: string; message: string }[] };
  const messages = findings.map(({ rule, message }) => `${rule}: ${message}`);
  expect(messages).toContain(
    'example-invalid: The example odd.json of GoResult is invalid: /a: expected string or null, got 1',
  );
  expect(messages.filter((each) => each.startsWith('example-invalid'))).toHaveLength(1);
  expect(messages.filter((each) => each.startsWith('json-schema-differs'))).toHaveLength(5);
  expect(messages.some((each) => each.startsWith('breaking-change: Once since 2030-01-01, required-field-added'))).toBe(
    true,
  );
});

test.each([
  [['--rule', 'format-mising=off'], 'Unknown rule "format-mising". Did you mean format-missing?'],
  [['--rule', 'format-missing=fatal'], 'Unknown severity "fatal" of the rule format-missing.'],
  [['--allow', 'format-mising@Tool'], 'Unknown rule "format-mising". Did you mean format-missing?'],
  [['--format', 'xml'], "option '--format <format>' argument 'xml' is invalid."],
])('%j is an error of usage', async (options, message) => {
  const folder = await temporaryFolder(FILES);
  const { code, stderr } = await runCli(folder, ...ARGS, ...options);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
});

test('only a schema.ts has the revision that its folder names', async () => {
  const folder = await temporaryFolder({ ...FILES, 's/draft/other.ts': SCHEMA });
  const { stdout } = await runCli(folder, 'lint', 's/draft/other.ts', '--schema', 's', '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ revisions: [''] });
});

test('an invalid config names its key', async () => {
  const folder = await temporaryFolder({ ...FILES, 'mcp-gen.config.json': '{"lint":{"rule":{}}}' });
  const { code, stderr } = await runCli(folder, 'lint');
  expect({ code, stderr }).toMatchObject({ code: 2 });
  expect(stderr).toContain('"lint" in mcp-gen.config.json is not { rules?, allow? }');
});
