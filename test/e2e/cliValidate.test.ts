/** `mcp-gen validate`: exit codes, output, streams of any length. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { CLI, runCli } from '../support/runCli.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const good = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":1,"result":{}}\n';
const bad = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":7}}\n';

test('a recording without faults', async () => {
  const folder = await temporaryFolder({ 'traffic.jsonl': good });
  const finished = await runCli(folder, 'validate', 'traffic.jsonl', '--revision', '2025-03-26');
  expect(finished).toEqual({ code: 0, stdout: '2 lines, all valid.\n', stderr: '' });
});

test('bad lines are explained, and the exit code is 1', async () => {
  const folder = await temporaryFolder({ 'traffic.jsonl': `${good}\n${bad}not json\n` });
  const { code, stdout } = await runCli(folder, 'validate', 'traffic.jsonl', '--revision', '2024-11-05');
  expect(code).toBe(1);
  expect(stdout.split('\n')).toEqual([
    'traffic.jsonl:4  /params/name: expected string, got 7',
    expect.stringMatching(/^traffic.jsonl:5 {2}expected JSON, got something else: /),
    '4 lines, 2 invalid.',
    '',
  ]);
});

test('one JSON object for programs', async () => {
  const folder = await temporaryFolder({ 'traffic.jsonl': bad });
  const { code, stdout } = await runCli(folder, 'validate', 'traffic.jsonl', '--revision', '2025-03-26', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    file: 'traffic.jsonl',
    revision: '2025-03-26',
    lines: 1,
    invalid: 1,
    shown: [{ line: 1, findings: ['/params/name: expected string, got 7'] }],
  });
});

test('of many bad lines, 1,000 are listed', async () => {
  const folder = await temporaryFolder({ 'traffic.jsonl': bad.repeat(1_001) });
  const args = ['validate', 'traffic.jsonl', '--revision', '2025-03-26'];
  const { invalid, shown } = JSON.parse((await runCli(folder, ...args, '--json')).stdout) as {
    readonly invalid: number;
    readonly shown: readonly object[];
  };
  expect([invalid, shown.length]).toEqual([1_001, 1_000]);
  const { stdout } = await runCli(folder, ...args);
  expect(stdout.split('\n').slice(-3)).toEqual([
    expect.stringContaining('traffic.jsonl:1000  '),
    '1001 lines, 1001 invalid. Only the first 1000 are shown.',
    '',
  ]);
});

test('the revision is the one that the recording states', async () => {
  const opening = JSON.stringify({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  });
  const folder = await temporaryFolder({ 'traffic.jsonl': `${opening}\n${good}`, 'silent.jsonl': good });
  const { code, stdout } = await runCli(folder, 'validate', 'traffic.jsonl', '--json');
  expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 0, revision: '2024-11-05', lines: 3 });

  const silent = await runCli(folder, 'validate', 'silent.jsonl');
  expect(silent).toMatchObject({ code: 2, stdout: '' });
  expect(silent.stderr).toContain(
    'silent.jsonl does not contain the revision of its messages. Use --revision to set it.',
  );
  const values = await runCli(folder, 'validate', 'traffic.jsonl', '--type', 'Tool');
  expect(values).toMatchObject({ code: 2, stdout: '' });
  expect(values.stderr).toContain('--type requires --revision');
});

test('one definition instead of messages', async () => {
  const folder = await temporaryFolder({
    'tools.jsonl': '{"name":"a","inputSchema":{"type":"object"}}\n{"name":"b"}\n',
  });
  const args = ['validate', 'tools.jsonl', '--revision', '2025-03-26', '--type', 'Tool'];
  const { code, stdout } = await runCli(folder, ...args);
  expect(code).toBe(1);
  expect(stdout).toContain('tools.jsonl:2  /inputSchema: expected object, got nothing');
  expect(JSON.parse((await runCli(folder, ...args, '--json')).stdout)).toMatchObject({ type: 'Tool', invalid: 1 });
});

describe('wrong usage', () => {
  test.each([
    [['traffic.jsonl', '--revision', '2025-03-26'], 'File not found: traffic.jsonl'],
    [['.', '--revision', '2025-03-26'], '. is a folder'],
    [['x', '--revision', '1999-01-01'], 'Unknown revision 1999-01-01'],
    [['-', '--revision', '2025-03-26', '--type', 'tool'], 'Did you mean Tool,'],
    [['-'], '- does not contain the revision of its messages. Use --revision to set it.'],
  ])('%j', async (args, message) => {
    const { code, stderr } = await runCli(await temporaryFolder(), 'validate', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

test('a long stream on standard input takes constant memory', async () => {
  const args = ['--max-old-space-size=100', CLI, 'validate', '-', '--revision', '2025-03-26'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const output = text(child.stdout);
  const message = `{"jsonrpc":"2.0","id":"unanswered","method":"tools/call","params":{"name":"${'x'.repeat(100_000)}","arguments":7}}\n`;
  const lines = 3_000; // 300 MB
  for (let line = 0; line < lines; line++) if (!child.stdin.write(message)) await once(child.stdin, 'drain');
  child.stdin.end();
  expect((await closed)[0]).toBe(1);
  expect(await output).toContain(`${lines} lines, ${lines} invalid. Only the first 1000 are shown.`);
});

test('a reader of the output that stops early stops nothing else', async () => {
  const child = spawn(process.execPath, [CLI, 'validate', '-', '--revision', '2025-03-26']);
  const closed = once(child, 'close');
  const errors = text(child.stderr);
  child.stdin.write(bad);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  // Each is printed by itself, to nobody.
  for (let line = 0; line < 20; line++) {
    child.stdin.write(bad);
    await setTimeout(10);
  }
  child.stdin.end();
  expect([(await closed)[0], await errors]).toEqual([1, '']);
});
