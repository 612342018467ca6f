/** The examples on the sdk, each as a process of its own, with the sdk's client. */

import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { runBind } from '@mcp-gen/bind';
import type { Client, ClientOptions, FormRequest } from '@mcp-gen/sdk/client';
import { tasks } from '@mcp-gen/sdk/tasks/client';
import { expect, onTestFinished, test } from 'vitest';
import { SUPPORTED_REVISIONS } from '../../sdk/src/revisions.js';
import { freePort, startHttpProgram } from '../support/httpProgram.js';
import { testUnless } from '../support/omissions.js';
import { noOwnRedis } from '../support/redisServer.js';
import { startRedis } from '../support/startRedis.mjs';
import { runProgram } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { connectUntilEnd } from '../support/untilEnd.js';

/** Makes the program of an example ready to run. Returns its path. */
async function program(example: string): Promise<string> {
  const folder = await runnable(new Map([['server.ts', readProjectFile(`examples/${example}/server.ts`)]]));
  return join(folder, 'server.js');
}

async function open(target: string | readonly string[], options: ClientOptions = {}): Promise<Client> {
  return connectUntilEnd(target, options);
}

async function start(example: string, options: ClientOptions = {}): Promise<Client> {
  return open([process.execPath, await program(example)], options);
}

test('weather: over stdio', async () => {
  const client = await start('weather');
  expect(await client.tools().all()).toMatchObject([{ name: 'forecast', outputSchema: { type: 'object' } }]);
  const cold = await client.callTool('forecast', { city: 'Oslo', day: '2026-01-24' });
  expect(cold.structuredContent).toEqual({ celsius: -3, advice: 'Take a coat.' });
  const unknown = await client.callTool('forecast', { city: 'Atlantis', day: '2026-01-24' });
  expect(unknown).toMatchObject({ isError: true, text: 'No weather of Atlantis. Try Cairo, Lima, Oslo' });
  const wrong = await client.callTool('forecast', { city: 'Oslo', day: 'tomorrow' });
  expect(wrong.isError).toBe(true);
  expect(wrong.text).toContain('/day');
});

test('bound: asks the weather server through bindings, which are those of the server', async () => {
  const server = await program('weather');
  const files = ['main.ts', 'weather.ts'].map((name) => [name, readProjectFile(`examples/bound/${name}`)] as const);
  const folder = await runnable(new Map(files));
  const bound = await runProgram(folder, process.execPath, ['main.js', 'Oslo', '2026-01-24', process.execPath, server]);
  expect(bound).toEqual({ code: 0, stdout: '-3 °C. Take a coat.\n', stderr: '' });
  const args = ['--server', 'weather', '--out', folder, '--lock', join(folder, 'mcp.lock.json'), '--force'];
  const terminal = { print: () => undefined, note: () => undefined };
  await runBind([...args, '--', process.execPath, server], terminal);
  for (const name of ['weather.ts', 'mcp.lock.json']) {
    expect(await readFile(join(folder, name), 'utf8')).toBe(readProjectFile(`examples/bound/${name}`));
  }
});

test('weather: over HTTP', async () => {
  const { ready, stop } = await startHttpProgram(
    [await program('weather'), '--http'],
    (line) => line.startsWith('http'),
    { PORT: '0' },
  );
  onTestFinished(stop);
  const client = await open(ready);
  const warm = await client.callTool('forecast', { city: 'Cairo', day: '2026-08-01' });
  expect(warm.structuredContent).toEqual({ celsius: 29, advice: 'Leave the coat at home.' });
});

test('files: lists, reads and searches what is in the roots', async () => {
  const root = await temporaryFolder({ 'a.txt': 'one', 'deep/b.txt': 'two ones', 'deep/c.txt': 'three' });
  const client = await start('files', { roots: [root] });
  expect((await client.callTool('list')).text.split('\n').sort()).toEqual(['a.txt', 'deep/']);
  expect((await client.callTool('list', { folder: 'deep' })).text.split('\n').sort()).toEqual(['b.txt', 'c.txt']);
  expect((await client.callTool('read', { path: join(root, 'deep/b.txt') })).text).toBe('two ones');
  const reports: number[] = [];
  const onProgress = ({ progress }: { readonly progress: number }): number => reports.push(progress);
  const { structuredContent } = await client.callTool('search', { text: 'one' }, { onProgress });
  expect((structuredContent as { files: string[] }).files.sort()).toEqual(['a.txt', join('deep', 'b.txt')]);
  expect(reports).toEqual([1, 2, 3, 4]);
});

test('files: touches nothing else, and says why', async () => {
  const outside = await temporaryFolder({ 'secret.txt': 'one' });
  const root = await temporaryFolder({ 'a.txt': 'one' });
  await symlink(outside, join(root, 'link'));
  await symlink(join(outside, 'secret.txt'), join(root, 'link.txt'));
  const client = await start('files', { roots: [root] });
  for (const path of [join(outside, 'secret.txt'), 'link/secret.txt', 'link.txt', '../../../etc/passwd']) {
    const refused = await client.callTool('read', { path });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('outside the roots');
  }
  expect((await client.callTool('search', { text: 'one' })).structuredContent).toEqual({ files: ['a.txt'] });
  expect(await client.callTool('read', { path: 'b.txt' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('no such file'),
  });
  client.setRoots([outside]);
  expect((await client.callTool('read', { path: 'secret.txt' })).text).toBe('one');
  expect((await client.callTool('read', { path: join(root, 'a.txt') })).isError).toBe(true);
});

const answering = (shown: FormRequest[]): ClientOptions => ({
  elicitation: {
    form: (request) => {
      shown.push(request);
      return { action: 'accept', content: { name: 'Ada', occasion: 'birthday' } };
    },
  },
  sampling: {
    model: ({ messages }) => ({
      role: 'assistant',
      model: 'poet',
      content: { type: 'text', text: `Roses are red. (${JSON.stringify(messages)})` },
    }),
  },
});

test.each(['2026-07-28', '2025-11-25'] as const)(
  'report: goes on without its request, and asks in the middle, in revision %s',
  async (revision) => {
    const folder = await temporaryFolder();
    const shown: string[] = [];
    const client = await open([process.execPath, await program('report'), folder], {
      revisions: [revision],
      extensions: [tasks()],
      elicitation: {
        form: ({ message }) => {
          shown.push(message);
          return { action: 'accept', content: { name: 'Ada' } };
        },
      },
    });
    const task = await client.extension(tasks)?.start('report');
    expect((await task?.status())?.status).toBe('working');
    expect((await task?.result())?.text).toBe('Total: 100. Signed: Ada');
    expect(shown).toEqual(['The total is 100. Who signs the report?']);
    // Its last version is perhaps being written.
    expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toHaveLength(1);
  },
);

/** The revisions in which a person can be asked. */
const ELICITING = SUPPORTED_REVISIONS.filter((id) => id >= '2025-06-18');

test.each(ELICITING)('ask: asks the person, the model, and the person again, in revision %s', async (revision) => {
  const shown: FormRequest[] = [];
  const client = await start('ask', { revisions: [revision], ...answering(shown) });
  expect(client.revision).toBe(revision);
  const { text } = await client.callTool('write_card');
  expect(text).toMatch(/^Roses are red.*A card to Ada for a birthday/);
  expect(shown.map(({ message }) => message)).toEqual(['Who is the card for?', `Will this do?\n\n${text}`]);
});

test.each(['2024-11-05', '2025-03-26'] as const)(
  'ask: says that nobody can be asked in revision %s',
  async (revision) => {
    const shown: FormRequest[] = [];
    const client = await start('ask', { revisions: [revision], ...answering(shown) });
    const refused = await client.callTool('write_card');
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('does not have elicitation/create');
    expect(shown).toEqual([]);
  },
);

test('ask: takes no for an answer', async () => {
  const declining: ClientOptions = { elicitation: { form: () => ({ action: 'decline' }) } };
  const client = await start('ask', declining);
  expect((await client.callTool('write_card')).text).toBe('No card, then.');
});

testUnless(noOwnRedis, 'two-nodes: each request reaches the session, whichever process takes it', async () => {
  const files = ['main.ts', 'server.ts'].map((name) => [name, readProjectFile(`examples/two-nodes/${name}`)] as const);
  const folder = await runnable(new Map(files));
  const server = await startRedis();
  onTestFinished(() => server.stop());
  const { ready, stop } = await startHttpProgram([join(folder, 'main.js')], (line) => line.startsWith('Listening'), {
    PORT: String(await freePort()),
    REDIS_URL: server.url,
  });
  onTestFinished(stop);
  const [url = ''] = /http:\S+mcp/.exec(ready) ?? [];
  const client = await open(url, { revisions: ['2025-11-25'] });
  const answers = new Set<string>();
  for (let n = 0; n < 6; n++) answers.add((await client.callTool('whoami')).text);
  expect(answers.size).toBe(1);
});
