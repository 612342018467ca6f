/** A scaffolded server, used as its author would: install, test, start; from a clone, and from an installed mcp-gen. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpProgram } from '../support/httpProgram.js';
import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { runCli, runProgram, type Finished } from '../support/runCli.js';
import { SESSION_IDS } from '../support/schemas.js';
import { readTree, temporaryFolder } from '../support/temporaryFolder.js';

const MINUTES = 60_000;

const npm = (cwd: string, ...args: string[]): Promise<Finished> => runProgram(cwd, 'npm', args);

const install = (cwd: string): Promise<Finished> => npm(cwd, 'install', '--prefer-offline', '--no-audit', '--no-fund');

test('a folder that is not empty is refused; with --force only files of the same names are replaced', async () => {
  const folder = await temporaryFolder({ 'server/package.json': '{}', 'server/mine.txt': 'mine' });
  const refused = await runCli(folder, 'scaffold', 'server', 'server');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('server is not empty');
  expect(Object.keys(await readTree(folder))).toHaveLength(2);

  const forced = await runCli(folder, 'scaffold', 'server', 'server', '--force', '--runtime', 'registry', '--json');
  expect(forced).toMatchObject({ code: 0, stderr: '' });
  const next = 'cd server && npm install && npm test && npm start';
  expect(JSON.parse(forced.stdout)).toMatchObject({ name: 'server', replaced: ['package.json'], next });
  expect(await readFile(join(folder, 'server/mine.txt'), 'utf8')).toBe('mine');
});

test(
  'npm install, npm test and npm start work, and so does a project scaffolded from this one',
  { timeout: 5 * MINUTES },
  async () => {
    const folder = await temporaryFolder();
    const scaffolded = await runCli(folder, 'scaffold', 'server', 'My Server');
    expect(scaffolded).toMatchObject({ code: 0 });
    expect(scaffolded.stdout).toContain('Next: cd "My Server" && npm install && npm test && npm start');

    const server = join(folder, 'My Server');
    expect(await install(server)).toMatchObject({ code: 0 });

    const tested = await npm(server, 'test');
    expect(tested, tested.stdout).toMatchObject({ code: 0 });
    for (const revision of SESSION_IDS) expect(tested.stdout).toContain(`revision ${revision}`);

    const started = await npm(server, 'start');
    expect(started, started.stderr).toMatchObject({ code: 0 });
    expect(started.stderr).toContain('my-server is serving on stdio.');

    const main = [join(server, 'dist/main.js'), 'http'];
    const { ready, stop } = await startHttpProgram(main, (line) => line.includes('is serving at'), { PORT: '0' });
    onTestFinished(stop);
    const client = await connectOfficialV1({ over: 'HTTP', url: /http:\S+/.exec(ready)?.[0] ?? '' });
    expect(client.revision).toBe(SESSION_IDS.at(-1));
    expect((await client.listTools()).tools).toMatchObject([{ name: 'greet' }]);
    const elsewhere = await runProgram(server, process.execPath, ['dist/main.js', 'pigeon']);
    expect(elsewhere).toMatchObject({ code: 2, stdout: '' });
    expect(elsewhere.stderr).toBe('There is no transport pigeon: it is stdio or http.\n');

    const generated = await npm(server, 'run', 'generate', '--', '--check');
    expect(generated.stdout).toContain('all up to date');
    expect(generated.code).toBe(0);

    await breakGreeting(server);
    expect((await npm(server, 'test')).code).toBe(1);

    const again = await runProgram(server, 'npx', [
      'mcp-gen',
      'scaffold',
      'server',
      '../old',
      '--revision',
      '2024-11-05',
    ]);
    expect(again, again.stderr).toMatchObject({ code: 0 });
    const old = join(folder, 'old');
    expect(await install(old)).toMatchObject({ code: 0 });
    expect(await npm(old, 'test')).toMatchObject({ code: 0 });
  },
);

async function breakGreeting(server: string): Promise<void> {
  const path = join(server, 'src/server.ts');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('Hello, ', 'Goodbye, '));
}
