/** The fuzzer in short, and servers that it has to find out. `npm run fuzz` runs it for long. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { collectExpressions } from '../../fuzz/expressions.mjs';
import { beforeAll, describe, expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../fuzz/run.mjs', import.meta.url));
const BROKEN = fileURLToPath(new URL('broken.mjs', import.meta.url));

/** Runs the fuzzer in a process of its own. Returns its exit code and what it printed. */
function fuzz(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--expose-gc', PROGRAM, ...args], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

describe('what no peer should send harms nobody:', () => {
  const messages = {
    'memory-server': 800,
    'memory-client': 1_000,
    'stdio-server': 800,
    'stdio-server-child': 60,
    'stdio-client': 1_000,
    'http-server': 600,
    'http-sockets': 400,
    'http-client': 1_000,
    'alone-memory-client': 1_000,
    'alone-stdio-server': 400,
    'alone-http-server': 400,
    'held-stdio-server': 120,
    'held-http-server': 120,
    expressions: 1_200,
  };
  const targets = Object.entries(messages);
  let output = '';
  let code = 0;
  beforeAll(async () => {
    ({ code, output } = await fuzz(...targets.flatMap(([target, count]) => ['--target', `${target}:${count}`])));
  });

  test.each(targets)('%s', (target) => {
    expect(output).toMatch(new RegExp(`^${target}: \\d+ messages in \\d+ rounds`, 'm'));
    expect(output).not.toMatch(new RegExp(`^${target} failed: `, 'm'));
  });

  test('and the run says so', () => {
    expect(code, output).toBe(0);
  });
});

describe('the fuzzer finds out a server that', () => {
  let output = '';
  beforeAll(async () => {
    ({ output } = await fuzz('--targets', BROKEN, '--rounds', '1', '--timeout', '200', '--seed', '17'));
  });

  /** What was printed of one target. */
  const printed = (target: string): string =>
    output.split(/^(?=\S+ failed: )/m).find((part) => part.startsWith(target)) ?? '';

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
    ['asks-by-a-request', /the server sent the request roots\/list/],
    ['counts-too-little', /\d+ bytes are counted for \d+$/m],
    ['counts-too-much', /\d+ bytes are counted for \d+, which is too much/],
    ['takes-quadratic-time', /a\.ts:1: \/\\s\+\$\/ took \d+ ms/],
    ['takes-exponential-time', /a\.ts:2: .* took 2000 ms/],
    ['leaves-out-the-type', /the result of id "last" has no resultType/],
  ])('%s', (target, problem) => {
    expect(printed(target)).toMatch(problem);
    expect(printed(target)).toContain(`--target ${target} --seed 17 --rounds 1`);
  });

  test('but not one that works', () => {
    expect(output).toMatch(/^works: \d+ messages/m);
    expect(output).toMatch(/^works-alone: \d+ messages/m);
    expect(output).toMatch(/^works-in-linear-time: \d+ messages/m);
    expect(output).not.toMatch(/works\S* failed/);
  });

  test('and prints the shortest round that fails', () => {
    expect(printed('reports-an-accident')).toContain('shortest: {"steps":[],');
  });
});

test('only expressions of other sides, and those of scripts and paths, are not run on hostile texts', () => {
  const { expressions, unknown } = collectExpressions();
  expect(expressions.length).toBeGreaterThan(200);
  expect([...new Set(unknown.map((place) => place.replace(/:\d+$/, '')))].toSorted()).toEqual([
    // Constant paths.
    'auth/src/delegated/delegatedAuthorization.ts',
    // Patterns of schemas, which have limits of their own.
    'runtime/src/codegen/v1/limits.ts',
    // One character of some scripts.
    'sdk/src/guard/hidden.ts',
    // Patterns of schemas.
    'sdk/src/schema/json/patternSyntax.ts',
  ]);
});

test('a server that keeps memory is found out', async () => {
  const { code, output } = await fuzz('--targets', BROKEN, '--target', 'keeps-memory', '--messages', '9000');
  expect(output).toMatch(/the heap has grown by \d+\.\d MiB/);
  expect(code).toBe(1);
});

test('equal seeds make equal rounds', async () => {
  const args = ['--targets', BROKEN, '--target', 'answers-twice', '--rounds', '1', '--seed', '5', '--timeout', '200'];
  const [one, other] = await Promise.all([fuzz(...args), fuzz(...args)]);
  expect(one.output.replace(/\d+ a second/, '')).toBe(other.output.replace(/\d+ a second/, ''));
  expect(one.code).toBe(1);
});
