/** The tests that the page on testing shows compile, pass, and fail where they should. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as testing from '@mcp-gen/sdk/testing';
import { expect, test } from 'vitest';
import { readProjectFile } from '../support/schemas.js';
import { pagePrograms } from '../support/pagePrograms.js';
import { runProgram, type Finished } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { typeErrors } from '../support/typeErrors.js';

const PAGE = 'docs/testing.md';
const programs = pagePrograms(PAGE);

function runTests(folder: string, ...names: string[]): Promise<Finished> {
  return runProgram(folder, process.execPath, ['--test', '--test-reporter=tap', ...names]);
}

test('every program compiles', () => {
  expect([...programs.keys()]).toEqual(['server.ts', 'server.test.ts', 'recording.test.ts', 'client.test.ts']);
  expect(typeErrors(programs)).toEqual([]);
});

test('the tests pass, and so do they with the recording that they have made', async () => {
  const folder = await runnable(programs);
  const names = ['server.test.js', 'recording.test.js', 'client.test.js'];
  for (const time of ['first', 'second']) {
    const { code, stdout } = await runTests(folder, ...names);
    expect(stdout, time).toContain('\n# pass 4\n');
    expect(code, stdout).toBe(0);
  }
});

test('a server that says something else is found, with the line of the recording', async () => {
  const folder = await runnable(programs);
  await runTests(folder, 'recording.test.js');
  const server = join(folder, 'server.js');
  await writeFile(server, (await readFile(server, 'utf8')).replace('two bottles', 'three bottles'));
  const { code, stdout } = await runTests(folder, 'recording.test.js');
  expect(code).toBe(1);
  expect(stdout).toContain('session.jsonl:4: the server sent a different message');
  expect(stdout).toContain('/result/content/0/text');
});

test('the page speaks of everything that there is', () => {
  const page = readProjectFile(PAGE);
  const functions = Object.keys(testing).filter((name) => /^[a-z]/.test(name));
  expect(functions.length).toBeGreaterThan(4);
  expect(functions.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});
