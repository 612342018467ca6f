/** The command that makes test cases, and compares a program with them. */

import { describe, expect, test } from 'vitest';
import { guardsOf } from '../oracle/subjects.js';
import { runCli, runCliProcess } from '../support/runCli.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const REVISION = '2025-11-25';

type Line = readonly [definition: string, value: unknown, issues: readonly (readonly string[])[]];

test('cases are valid and invalid values, as many of each definition, the same for each seed', async () => {
  const folder = await temporaryFolder();
  const cases = (...args: readonly string[]) => runCli(folder, 'cases', REVISION, '--count', '2000', ...args);
  const { code, stdout } = await cases();
  expect(code).toBe(0);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  expect(lines).toHaveLength(2000);
  const guards = guardsOf(REVISION);
  const names = Object.keys(guards);
  const counts = names.map((name) => lines.filter(([definition]) => definition === name).length);
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([
    Math.floor(lines.length / names.length),
    Math.ceil(lines.length / names.length),
  ]);
  for (const [definition, value, issues] of lines) expect(guards[definition]?.(value)).toBe(issues.length === 0);
  const invalid = lines.filter(([, , issues]) => issues.length > 0).length;
  expect(Math.min(invalid, lines.length - invalid)).toBeGreaterThan(lines.length / 5);
  expect((await cases()).stdout).toBe(stdout);
  expect((await cases('--seed', '2')).stdout).not.toBe(stdout);
});

describe('a judge', () => {
  /** Answers lines with an expression about their definition and value. */
  const judgeOf = (expression: string): string => `
    import { createInterface } from 'node:readline';
    let count = 0;
    for await (const line of createInterface({ input: process.stdin })) {
      const [definition, value] = JSON.parse(line);
      count++;
      console.log(${expression});
    }`;

  const compare = async (judge: string, ...args: readonly string[]) => {
    const folder = await temporaryFolder({ 'judge.mjs': judge, 'package.json': '{ "type": "module" }' });
    return runCli(folder, 'cases', REVISION, '--count', '500', '--judge', 'node judge.mjs', ...args);
  };

  test('that accepts everything disagrees about what is invalid', async () => {
    const { code, stdout } = await compare(judgeOf('true'));
    expect(code).toBe(1);
    expect(stdout).toMatch(/^\["\w+",/);
    expect(stdout).toMatch(/\n {2}judge: true\n/);
    expect(stdout).toMatch(/\n500 cases, \d{3} disagreements\.\n$/);
  });

  test('that finds every issue agrees', async () => {
    const { stdout: cases } = await runCli(await temporaryFolder(), 'cases', REVISION, '--count', '500');
    const known = cases
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as Line)[2]);
    const judge = `const known = ${JSON.stringify(known)};${judgeOf('JSON.stringify(known[count - 1])')}`;
    expect(await compare(judge)).toMatchObject({ code: 0, stdout: '500 cases, 0 disagreements.\n' });
    const json = JSON.parse((await compare(judge, '--json')).stdout) as object;
    expect(json).toEqual({ revision: REVISION, seed: 1, cases: 500, disagreements: 0 });
  });

  test.each([
    ['ends early', 'process.exit(0)', /The judge ended after 0 cases: node judge\.mjs/],
    ['fails', 'process.exit(3)', /The judge failed with exit code 3: node judge\.mjs/],
    [
      'prints something else',
      judgeOf('"no"'),
      /Line 1 of the judge is not a verdict: expected true, false, or an array, got no/,
    ],
    ['prints too much', judgeOf('"[[]]\\n[[]]"'), /The judge printed more than 500 lines/],
  ])('that %s is an error', async (_, judge, message) => {
    expect(await compare(judge)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) as string });
  });
});

test('a judge is ended that prints a wrong line, and much more than anyone reads', async () => {
  const judge = "console.log('no'); process.stdout.write('[]\\n'.repeat(1_000_000)); setInterval(() => {}, 1_000);";
  const folder = await temporaryFolder({ 'judge.mjs': judge });
  const run = runCliProcess(folder, 'cases', REVISION, '--count', '500', '--judge', 'node judge.mjs');
  expect(await run).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a verdict') as string });
});

test('a number that is not one is refused', async () => {
  const { code, stderr } = await runCli(await temporaryFolder(), 'cases', REVISION, '--count', 'many');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'error: Invalid --count many. Expected an integer from 1 to 999999999.\n',
  });
});
