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
  expect([...programs.keys()]).toEqual(['messages.ts', 'server.ts', 'client.ts']);
  expect(typeErrors(programs)).toEqual([]);
});

/** What the page says that its programs print. */
const [printedMessages, printed] = [...readProjectFile(PAGE).matchAll(/```text\n(.*?)```/gs)].map(([, text]) => text);

test('the messages without an interface of their own arrive in both eras', async () => {
  const folder = await runnable(programs);
  const finished = await runProgram(folder, process.execPath, ['messages.js']);
  expect(finished).toEqual({ code: 0, stderr: '', stdout: printedMessages });
});

test('the client prints what the page says', async () => {
  const folder = await runnable(programs);
  const finished = await runProgram(folder, process.execPath, ['client.js', process.execPath, 'server.js']);
  expect(finished).toEqual({ code: 0, stderr: '', stdout: printed });
});
