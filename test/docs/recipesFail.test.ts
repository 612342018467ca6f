/** What the programs of recipes do when something goes wrong: a wrong key, a user who does not answer, a path that leads elsewhere. */

import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Client, type ClientOptions } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, startProgram } from '../support/httpProgram.js';
import { NODES } from '../support/installedPlatforms.js';
import { testUnless } from '../support/omissions.js';
import { readRecipe } from '../support/recipes.js';
import { runnable } from '../support/runnable.js';

const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
const NODE_22 = NODES[0];

/** Connects to a program that speaks over stdio. */
async function connected(command: readonly string[], options: ClientOptions): Promise<Client> {
  const client = await connect(command, { stderr: 'ignore', ...options });
  onTestFinished(() => client.close());
  return client;
}

test.each(['express', 'fastify', 'hono'])('%s: only callers with the key are let in', async (name) => {
  const folder = await runnable(readRecipe(name).programs);
  const { API_KEY: _, ...others } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ['app.js'], { cwd: folder, env: others, timeout: 10_000 });
  expect(status).toBe(1);
  expect(String(stderr)).toContain('Set API_KEY');
  const env = { API_KEY: 'a key', PORT: String(await freePort()) };
  const isReady = (line: string): boolean => line.startsWith('http');
  const { ready, stop } = await startProgram(process.execPath, ['app.js'], { cwd: folder, env, isReady });
  onTestFinished(stop);
  expect(new URL(ready).port).toBe(env.PORT);
  for (const headers of [{ 'x-api-key': 'secret' }, { 'x-api-key': 'undefined' }, {}]) {
    const refused = connect(new URL('/mcp', ready), { headers: { ...headers } });
    await expect(refused).rejects.toThrow('missing or wrong');
  }
});

test.each(REVISIONS)('log-calls: a call that asks writes how it ended, %s', async (revision) => {
  const folder = await runnable(readRecipe('log-calls').programs);
  const log = join(folder, 'log.txt');
  const command = ['sh', '-c', 'exec "$0" "$1" 2> "$2"', process.execPath, join(folder, 'logged.js'), log];
  const form = () => ({ action: 'accept', content: {} }) as const;
  const client = await connected(command, { revisions: [revision], elicitation: { form } });
  expect((await client.callTool('erase')).text).toBe('Erased');
  expect((await client.callTool('half', { of: 3 })).isError).toBe(true);
  await client.close();
  const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line.startsWith('{'));
  const outcomes = lines.map((line) => {
    const { tool, outcome } = JSON.parse(line) as { readonly tool: string; readonly outcome: string };
    return `${tool}: ${outcome}`;
  });
  const asked = revision === '2026-07-28' ? ['erase: asked'] : [];
  expect(outcomes).toEqual([...asked, 'erase: ok', 'half: failed']);
});

test.each(REVISIONS)('form: seats are neither lost nor sold twice, %s', async (revision) => {
  const folder = await runnable(readRecipe('form').programs);
  const answers: (() => { action: 'accept'; content: object } | { action: 'decline' })[] = [];
  const form = () => {
    const answer = answers.shift();
    if (answer === undefined) throw new Error('The form is broken');
    return answer();
  };
  const client = await connected([process.execPath, join(folder, 'tickets.js')], {
    revisions: [revision],
    elicitation: { form: form as never },
    onError: () => undefined,
  });
  const buy = async (count: number): Promise<string> => (await client.callTool('buy', { count })).text;
  const accept = () => ({ action: 'accept', content: { row: 'front' } }) as const;
  const decline = () => ({ action: 'decline' }) as const;
  answers.push(decline, decline, decline, accept, accept);
  for (let call = 0; call < 3; call++) expect(await buy(4)).toBe('Nothing was bought.');
  expect(await buy(4)).toBe('4 tickets, front row. 6 are left.');
  expect(await buy(4)).toBe('4 tickets, front row. 2 are left.');
  expect(await buy(4)).toBe('Only 2 seats are free.');
  // A question that fails ends the reservation if the server learns of it: in older revisions.
  await client.callTool('buy', { count: 2 }).catch(() => undefined);
  answers.push(accept);
  expect(await buy(2)).toBe(revision === '2025-11-25' ? '2 tickets, front row. 0 are left.' : 'Only 0 seats are free.');
});

test('files: a folder must be named, and only its files are read', async () => {
  const folder = await runnable(readRecipe('files').programs);
  const program = join(folder, 'files.js');
  const { status, stderr } = spawnSync(process.execPath, [program], { timeout: 10_000 });
  expect(status).toBe(1);
  expect(String(stderr)).toBe('Usage: node files.ts <folder>\n');
  const notes = join(folder, 'notes');
  await mkdir(notes);
  await mkdir(join(notes, 'many'));
  await Promise.all(Array.from({ length: 502 }, (_, index) => writeFile(join(notes, 'many', `${index}`), '')));
  await writeFile(join(notes, 'a.constructor'), 'text');
  await writeFile(join(notes, 'b.PNG'), 'image');
  const client = await connected([process.execPath, program, notes], {});
  const read = async (path: string) => (await client.callTool('read', { path })).content;
  expect(await read('a.constructor')).toMatchObject([{ type: 'text', text: 'text' }]);
  expect(await read('b.PNG')).toMatchObject([{ type: 'image', mimeType: 'image/png' }]);
  const names = (await client.callTool('list', { path: 'many' })).text.split('\n');
  expect(names).toHaveLength(501);
  expect(names.at(-1)).toBe('and 2 more');
});

testUnless(NODE_22?.missing, 'database: a text is found as it is, in upper and lower case', async () => {
  const folder = await runnable(readRecipe('database').programs);
  const command = ['env', `DATABASE=${join(folder, 'notes.db')}`, NODE_22?.program ?? '', join(folder, 'database.js')];
  const client = await connected(command, {});
  await client.callTool('add', { text: '100 % MILK' });
  await client.callTool('add', { text: 'bread' });
  const search = async (text: string) => JSON.parse((await client.callTool('search', { text })).text) as unknown;
  expect(await search('%')).toEqual([{ id: 1, text: '100 % MILK' }]);
  expect(await search('milk')).toEqual([{ id: 1, text: '100 % MILK' }]);
  expect(await search('_')).toEqual([]);
});
