/** The transport that the docs show compiles, and keeps to the contract as the docs have it tested. */

import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { transportContract } from '@mcp-gen/runtime/testing';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { runProgram } from '../support/runCli.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { typeErrors } from '../support/typeErrors.js';

const page = readProjectFile('docs/transports.md');

/** The programs of the page, by the names that it gives them. */
const programs: ReadonlyMap<string, string> = new Map(
  [...page.matchAll(/<!-- file: (\S+) -->\s*```ts\n(.*?)```/gs)].map(([, name = '', code = '']) => [name, code]),
);

test('every program compiles', () => {
  expect([...programs.keys()]).toEqual(['socket.ts', 'server.ts', 'socket.test.ts']);
  expect(typeErrors(programs)).toEqual([]);
});

test('the transport keeps to the contract, in the test runner of Node', async () => {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const files: { [path: string]: string } = { 'package.json': '{"type":"module"}' };
  for (const [name, code] of programs) {
    files[name.replace(/\.ts$/, '.js')] = ts.transpileModule(code, { compilerOptions }).outputText;
  }
  const folder = await temporaryFolder(files);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
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
  const abilities = /export type Ability =([^;]*);/.exec(readProjectFile('runtime/src/testing/pair.ts'))?.[1] ?? '';
  const named = [...abilities.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  const rows = [...page.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(rows).toEqual(named);
});
