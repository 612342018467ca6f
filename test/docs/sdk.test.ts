/** What the README of the sdk shows compiles, and does what it says. */

import { expect, test } from 'vitest';
import { pagePrograms } from '../support/pagePrograms.js';
import { runProgram } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { typeErrors } from '../support/typeErrors.js';

const programs = pagePrograms('sdk/README.md');

test('every program compiles', () => {
  expect([...programs.keys()]).toHaveLength(9);
  expect(typeErrors(programs)).toEqual([]);
});

test('the tests pass, in the test runner of Node', async () => {
  const folder = await runnable(programs);
  const { code, stdout } = await runProgram(folder, process.execPath, [
    '--test',
    '--test-reporter=tap',
    ...[...programs.keys()].filter((name) => name.includes('.test.')).map((name) => name.replace(/ts$/, 'js')),
  ]);
  expect(stdout).toContain('\n# pass 6\n');
  expect(code, stdout).toBe(0);
});

test('the host talks to the server', async () => {
  const folder = await runnable(programs);
  expect(await runProgram(folder, process.execPath, ['host.js'])).toEqual({
    code: 0,
    stdout: 'weather__forecast\nSunny in Oslo\n',
    stderr: '',
  });
});

test('the client talks to the server', async () => {
  const folder = await runnable(programs);
  expect(await runProgram(folder, process.execPath, ['client.js'])).toEqual({
    code: 0,
    stdout: 'forecast\nSunny in Oslo\n',
    stderr: '',
  });
});
