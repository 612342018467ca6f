/** What the READMEs of the runtime and the protocol show compiles, and does what it says. That of the sdk has tests of its own. */

import { join } from 'node:path';
import { connect } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { pagePrograms } from '../support/pagePrograms.js';
import { runProgram } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

test.each(['runtime', 'generated'])('the program in %s/README.md compiles', (folder) => {
  const programs = pagePrograms(`${folder}/README.md`);
  expect(programs.size).toBeGreaterThan(0);
  expect(typeErrors(programs)).toEqual([]);
});

test('the server of the runtime tells the time', async () => {
  const folder = await runnable(pagePrograms('runtime/README.md'));
  const client = await connect([process.execPath, join(folder, 'clock.js')]);
  onTestFinished(() => client.close());
  expect(Date.now() - Date.parse((await client.callTool('now')).text)).toBeLessThan(60_000);
});

test('the check of the protocol prints what is said', async () => {
  const folder = await runnable(pagePrograms('generated/README.md'));
  const [, printed] = /```text\n(.*?)```/s.exec(readProjectFile('generated/README.md')) ?? [];
  expect(await runProgram(folder, process.execPath, ['check.js'])).toEqual({ code: 0, stdout: printed, stderr: '' });
});

test.each(['runtime', 'sdk', 'auth'])('every import that %s offers is in its README', (folder) => {
  const { name, exports } = JSON.parse(readProjectFile(`${folder}/package.json`)) as {
    readonly name: string;
    readonly exports: { readonly [path: string]: unknown };
  };
  const page = readProjectFile(`${folder}/README.md`);
  const imports = Object.keys(exports).map((path) => join(name, path).replaceAll('\\', '/'));
  expect(imports.length).toBeGreaterThan(1);
  expect(imports.filter((path) => !page.includes(`${path}'`) && !page.includes(`${path}\``))).toEqual([]);
});
