/** The programs of docs/features.md use every feature of the protocol, and print what the page says. */

import { expect, test } from 'vitest';
import { pagePrograms } from '../support/pagePrograms.js';
import { runProgram } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

const PAGE = 'docs/features.md';
const programs = pagePrograms(PAGE);

test('the programs compile', () => {
  expect([...programs.keys()]).toEqual(['server.ts', 'client.ts']);
  expect(typeErrors(programs)).toEqual([]);
});

test('the client prints what the page says', async () => {
  const [, printed] = /```text\n(.*?)```/s.exec(readProjectFile(PAGE)) ?? [];
  const folder = await runnable(programs);
  const finished = await runProgram(folder, process.execPath, ['client.js', process.execPath, 'server.js']);
  expect(finished).toEqual({ code: 0, stderr: '', stdout: printed });
});
