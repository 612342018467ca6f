/** The tutorial, followed step by step: its programs compile and run, and print what it says. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@mcp-gen/sdk/client';
import { Host, type ServerConfigs } from '@mcp-gen/sdk/host';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpProgram } from '../support/httpProgram.js';
import { programsIn } from '../support/pagePrograms.js';
import { runProgram, type Finished } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

const page = readProjectFile('docs/tutorial.md');

/** The programs when all steps are done, and when the client is run first. */
const finished = programsIn(page);
const first = programsIn(page.slice(0, page.indexOf('<!-- prints -->')));

/** What the client prints, the first time and at last. */
const printed = [...page.matchAll(/<!-- prints -->\s*```text\n(.*?)```/gs)].map(([, text]) => text);

/** Programs in a folder, without the one that they are compiled to. */
async function folderOf(texts: ReadonlyMap<string, string>): Promise<string> {
  const plain = [...texts].map(
    ([name, text]) => [name, text.replace("'node dist/main.js'", "'node main.js'")] as const,
  );
  return runnable(new Map(plain));
}

function runClient(folder: string, ...args: string[]): Promise<Finished> {
  return runProgram(folder, process.execPath, ['client.js', ...args]);
}

test('every program compiles', () => {
  expect([...finished.keys()]).toEqual(['server.ts', 'main.ts', 'client.ts', 'server.test.ts', 'http.ts']);
  expect(typeErrors(finished)).toEqual([]);
});

test('the first client prints what the page says, and stays', async () => {
  const texts = new Map(first);
  const code = texts.get('client.ts') ?? '';
  expect(code.match(/.*close.*/g)).toBeNull();
  texts.set('client.ts', `${code}await client.close();\n`);
  expect(await runClient(await folderOf(texts))).toEqual({ code: 0, stdout: printed[0], stderr: '' });
});

test('the finished client prints what the page says, over stdio and over HTTP', async () => {
  const folder = await folderOf(finished);
  const expected = { code: 0, stdout: printed[1], stderr: '' };
  expect(await runClient(folder)).toEqual(expected);
  const isUrl = (line: string): boolean => line.startsWith('http');
  const { ready, stop } = await startHttpProgram([join(folder, 'http.js')], isUrl, { PORT: '0' });
  onTestFinished(stop);
  expect(await runClient(folder, ready)).toEqual(expected);
});

test('the tests pass', async () => {
  const { code, stdout } = await runProgram(await folderOf(finished), process.execPath, [
    '--test',
    '--test-reporter=tap',
    'server.test.js',
  ]);
  expect(stdout).toContain('\n# pass 2\n');
  expect(code, stdout).toBe(0);
});

test('arguments are completed as they are written', async () => {
  const folder = await folderOf(finished);
  const client = await connect([process.execPath, join(folder, 'main.js')]);
  onTestFinished(() => client.close());
  await client.callTool('save_note', { title: 'milk', text: '' });
  const template = { type: 'ref/resource', uri: 'notes://note/{title}' } as const;
  expect((await client.complete(template, 'title', 'mi')).values).toEqual(['milk']);
  const prompt = { type: 'ref/prompt', name: 'sum_up' } as const;
  expect((await client.complete(prompt, 'style', 'poem')).values).toEqual(['as a poem']);
  expect((await client.readResource('notes://titles')).contents).toMatchObject([{ text: 'milk' }]);
  await expect(client.readResource('notes://note/none')).rejects.toMatchObject({ code: -32602 });
});

test('a host takes the configuration', () => {
  const [, json = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
  const { mcpServers } = JSON.parse(json) as { readonly mcpServers: ServerConfigs };
  expect(new Host({ servers: mcpServers }).servers).toMatchObject([{ name: 'notes' }]);
});

test('what the page links to is there', () => {
  const links = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => join(ROOT, 'docs', link));
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});
