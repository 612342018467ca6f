/** The fuzzer in short, each target in a process of its own, and servers that it has to find out. `npm run fuzz` runs it for long. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../fuzz/run.mjs', import.meta.url));
const BROKEN = fileURLToPath(new URL('broken.mjs', import.meta.url));

/** Runs the fuzzer. Returns its exit code and what it printed. */
function fuzz(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--expose-gc', PROGRAM, ...args], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

describe('what no peer should send harms nobody:', () => {
  test.each([
    ['memory-server', 1_500],
    ['memory-client', 700],
    ['stdio-server', 1_500],
    ['stdio-server-child', 150],
    ['stdio-client', 400],
    ['http-server', 700],
    ['http-sockets', 300],
    ['http-client', 300],
  ])('%s', async (target, messages) => {
    const { code, output } = await fuzz('--target', target, '--messages', String(messages));
    expect(output).toMatch(new RegExp(`^${target}: \\d+ messages in \\d+ rounds`, 'm'));
    expect(code, output).toBe(0);
  });
});

describe('the fuzzer finds out a server that', () => {
  test.each([
    ['answers-twice', /id \S+: expected 1 answers, got 2/],
    ['forgets-an-answer', /id "last": expected 1 answers, got 0/],
    ['answers-another-id', /id "other": expected 0 answers, got 1/],
    ['blocks-the-loop', /the event loop was busy for \d+ ms/],
    ['rejects-unhandled', /nobody caught: Error: on purpose/],
    ['throws-uncaught', /nobody caught: Error: on purpose/],
    ['leaves-a-timer', /left behind: 1 x Timeout/],
    ['leaves-a-listener', /left behind: 1 x listener of SIGWINCH/],
    ['reports-an-accident', /an accident was reported: TypeError/],
  ])('%s', async (target, problem) => {
    const { code, output } = await fuzz('--targets', BROKEN, '--target', target, '--rounds', '1', '--patience', '200');
    expect(output).toMatch(problem);
    expect(output).toContain(`--target ${target} --seed 1 --rounds 1`);
    expect(code).toBe(1);
  });

  test('keeps memory', async () => {
    const { code, output } = await fuzz('--targets', BROKEN, '--target', 'keeps-memory', '--messages', '10000');
    expect(output).toMatch(/the heap has grown by \d+\.\d MiB/);
    expect(code).toBe(1);
  });

  test('but not one that works', async () => {
    const { code, output } = await fuzz('--targets', BROKEN, '--target', 'works', '--rounds', '3');
    expect(code, output).toBe(0);
  });
});

test('the shortest round that fails is found', async () => {
  const { output } = await fuzz(
    '--targets',
    BROKEN,
    '--target',
    'blocks-the-loop',
    '--rounds',
    '1',
    '--patience',
    '1000',
  );
  expect(output).toContain('shortest: {"steps":[],');
});

test('equal seeds send equal messages', async () => {
  const args = ['--targets', BROKEN, '--target', 'answers-twice', '--rounds', '1', '--seed', '17', '--patience', '200'];
  const [one, other] = await Promise.all([fuzz(...args), fuzz(...args)]);
  const lineOf = (output: string): unknown => /^ {2}shortest: .*$/m.exec(output)?.[0];
  expect(lineOf(one.output)).toBeDefined();
  expect(lineOf(one.output)).toBe(lineOf(other.output));
});
