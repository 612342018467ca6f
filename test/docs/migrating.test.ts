/** The programs before and after a move from the official SDK compile, and do the same. */

import { join } from 'node:path';
import { connect, type Client } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { pagePrograms } from '../support/pagePrograms.js';
import { runProgram } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { typeErrors } from '../support/typeErrors.js';

const programs = pagePrograms('docs/migrating.md');

/** What the clients print of the servers. */
const PRINTED = `count
translate
milk was counted
1 of 2
{ words: 3 }
Achète deux bouteilles
Buy two bottles
[ 'milk' ]
`;

test('every program compiles', () => {
  const names = ['notes.ts', 'before-server.ts', 'after-server.ts', 'before-client.ts', 'after-client.ts'];
  expect([...programs.keys()]).toEqual(names);
  expect(typeErrors(programs)).toEqual([]);
});

test('what is written here is shorter', () => {
  const lines = (name: string): number => programs.get(name)?.split('\n').length ?? 0;
  expect(lines('after-server.ts')).toBeLessThan(lines('before-server.ts'));
  expect(lines('after-client.ts')).toBeLessThan(lines('before-client.ts'));
});

test.each(['before', 'after'])('both clients get the same of the server %s', async (server) => {
  const folder = await runnable(programs);
  for (const client of ['before', 'after']) {
    const { stdout, stderr } = await runProgram(folder, process.execPath, [
      `${client}-client.js`,
      process.execPath,
      `${server}-server.js`,
    ]);
    // The page says why official clients lose progress that comes with the result.
    const isLossy = client === 'before';
    expect(printedBy(stdout, isLossy), `${client}: ${stderr}`).toEqual(printedBy(PRINTED, isLossy));
  }
});

/** The printed lines, sorted: progress, log and results may overtake one another. */
function printedBy(printed: string, withoutProgress: boolean): readonly string[] {
  const lines = printed.split('\n').sort();
  return withoutProgress ? lines.filter((line) => line !== '1 of 2') : lines;
}

test.each(['before', 'after'])('the server %s says what the other one does', async (server) => {
  const folder = await runnable(programs);
  const client = await connect([process.execPath, join(folder, `${server}-server.js`)]);
  onTestFinished(() => client.close());
  expect(await outcomes(client)).toEqual({
    missing: { isError: true, text: 'Unknown note tea' },
    templates: [{ name: 'note', uriTemplate: 'note:///{title}', description: 'A note' }],
    prompts: [{ name: 'review', description: 'Reviews a note', arguments: [{ name: 'title', required: true }] }],
    messages: [{ role: 'user', content: { type: 'text', text: 'Review this: Buy two bottles' } }],
  });
});

async function outcomes(client: Client): Promise<object> {
  const { isError, text } = await client.callTool('count', { title: 'tea' });
  return {
    missing: { isError, text },
    templates: await client.templates().all(),
    prompts: await client.prompts().all(),
    messages: (await client.getPrompt('review', { title: 'milk' })).messages,
  };
}
