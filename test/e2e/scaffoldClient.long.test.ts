/** A scaffolded client, used as its author would: test it, and run it against a server, which is scaffolded too. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpProgram } from '../support/httpProgram.js';
import { OFFICIAL_EVERYTHING } from '../support/programs.js';
import { runCli, runProgram, type Finished } from '../support/runCli.js';
import { borrowPackages, installedServer, npm } from '../support/scaffolded.js';
import { REVISIONS } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const MINUTES = 60_000;

test('npm test works, and the program talks to any server', { timeout: 5 * MINUTES }, async () => {
  const folder = await temporaryFolder();
  const { project: client, scaffolded } = await scaffold(folder, 'client', 'explorer');
  const next = 'cd explorer && npm install && npm test && npm start -- node dist/test/server.js';
  expect(scaffolded.stdout).toContain(`Next: ${next}\n`);
  const tested = await npm(client, 'test');
  expect(tested, tested.stdout).toMatchObject({ code: 0 });
  for (const { revision } of REVISIONS) expect(tested.stdout).toContain(`revision ${revision}`);

  const started = await npm(client, 'start', '--', 'node', 'dist/test/server.js');
  expect(started, started.stderr).toMatchObject({ code: 0 });
  expect(started.stdout).toContain('greet(name)  Greets a person by name.');

  const ours = await serverProgram('minimal');
  expect(await run(client, '--', ...ours)).toMatchObject({
    code: 0,
    stdout: [
      `my-server 0.1.0, revision ${REVISIONS.at(-1)?.revision}`,
      'tools:',
      '  greet(name)  Greets a person by name.',
      'resources: none',
      'prompts: none\n',
    ].join('\n'),
  });
  expect(await run(client, 'call', 'greet', '{"name":"world"}', '--', ...ours)).toMatchObject({
    code: 0,
    stdout: 'Hello, world!\n',
  });
  const failed = await run(client, 'call', 'greet', '--', ...ours);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toContain('error: The tool greet failed: ');
  expect(failed.stderr).toContain('/name: expected string, got nothing');
  const { ready, stop } = await startHttpProgram([...ours.slice(1), 'http'], (line) => line.includes('serving at'), {
    PORT: '0',
  });
  onTestFinished(stop);
  const overHttp = await run(client, /http:\S+/.exec(ready)?.[0] ?? '');
  expect(overHttp).toMatchObject({ code: 0, stdout: expect.stringContaining('  greet(name)  Greets') as string });

  const official = await run(client, process.execPath, OFFICIAL_EVERYTHING, 'stdio');
  expect(official, official.stderr).toMatchObject({ code: 0 });
  expect(official.stdout).toMatch(/^tools:\n {2}\w.*\nresources:\n {2}\w.*\nprompts:\n {2}\w/ms);

  await breakCalls(client);
  const broken = await npm(client, 'test');
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain('not ok 2 - calls a tool, and shows its progress and its log');
});

test('the full client passes its tests', { timeout: 5 * MINUTES }, async () => {
  const { project: full } = await scaffold(await temporaryFolder(), 'client', 'full', '--template', 'full');
  const shown = await npm(full, 'test');
  expect(shown, shown.stdout).toMatchObject({ code: 0 });
  expect(shown.stdout).toMatch(/^# pass \d{2}$/m);
  expect(shown.stdout).toContain('\n# skipped 0\n');
});

test.each(['protocol', 'minimal'] as const)(
  'a client of one revision, by the template %s, negotiates that one',
  { timeout: 5 * MINUTES },
  async (template) => {
    const args = ['--template', template, '--revision', '2024-11-05'];
    const { project: client } = await scaffold(await temporaryFolder(), 'client', 'old', ...args);
    const tested = await npm(client, 'test');
    expect(tested, tested.stdout).toMatchObject({ code: 0 });
    const { code, stdout } = await run(client, ...(await serverProgram(template)));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^my-server 0\.1\.0, revision 2024-11-05\n/);
  },
);

/** Scaffolds a project, and gives it the packages that it needs. */
async function scaffold(
  folder: string,
  kind: string,
  name: string,
  ...args: readonly string[]
): Promise<{ readonly project: string; readonly scaffolded: Finished }> {
  const scaffolded = await runCli(folder, 'scaffold', kind, name, '--runtime', 'registry', ...args);
  expect(scaffolded, scaffolded.stderr).toMatchObject({ code: 0 });
  const project = join(folder, name);
  await borrowPackages(project, args.includes('protocol') ? 'protocol' : 'minimal');
  return { project, scaffolded };
}

/** The command of a server that was scaffolded with a template. */
async function serverProgram(template: 'minimal' | 'protocol'): Promise<readonly [string, string]> {
  return [process.execPath, (await installedServer(template)).program];
}

/** Runs the program of a client. */
function run(client: string, ...args: string[]): Promise<Finished> {
  return runProgram(client, process.execPath, ['dist/main.js', ...args]);
}

async function breakCalls(client: string): Promise<void> {
  const path = join(client, 'src/client.ts');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('callTool(name, input', 'callTool(name, { input }'));
}
