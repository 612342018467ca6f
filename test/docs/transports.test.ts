/** The transport that the docs show compiles, and keeps to the contract as the docs have it tested. */

import { transportContract } from '@mcp-gen/runtime/testing';
import { expect, test } from 'vitest';
import { pagePrograms } from '../support/pagePrograms.js';
import { runProgram } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

const PAGE = 'docs/transports.md';
const programs = pagePrograms(PAGE);

test('every program compiles', () => {
  expect([...programs.keys()]).toEqual(['socket.ts', 'server.ts', 'socket.test.ts']);
  expect(typeErrors(programs)).toEqual([]);
});

test('the transport keeps to the contract, in the test runner of Node', async () => {
  const folder = await runnable(programs);
  const { code, stdout } = await runProgram(folder, process.execPath, [
    '--test',
    '--test-reporter=tap',
    'socket.test.js',
  ]);
  const count = transportContract(() => Promise.reject(new Error('never made'))).length;
  expect(stdout).toContain(`\n# pass ${count}\n`);
  expect(stdout).toContain('\n# skipped 0\n');
  expect(code, stdout).toBe(0);
});

test('the tables of what a medium may lack name every ability', () => {
  const abilities =
    /export type TransportFeature =([^;]*);/.exec(readProjectFile('runtime/src/testing/stage.ts'))?.[1] ?? '';
  const named = [...abilities.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  const rows = [...readProjectFile(PAGE).matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(rows).toEqual(named);
});
