/** A scaffolded server, used as its author would: install, test, start; from a clone, and from an installed mcp-gen. */

import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpProgram } from '../support/httpProgram.js';
import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { runCli, runProgram, type Finished } from '../support/runCli.js';
import { borrowPackages, installedServer, npm } from '../support/scaffolded.js';
import { NEWEST_SESSION, REVISIONS } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const MINUTES = 60_000;

/** Projects for one revision: the oldest, and one in which each request stands alone. */
const ONE_REVISION = [
  ['protocol', '2024-11-05'],
  ['minimal', '2024-11-05'],
  ['protocol', '2026-07-28'],
] as const;

test('npm install, npm test and npm start work', { timeout: 5 * MINUTES }, async () => {
  const { folder: server, scaffolded, tested } = await installedServer('minimal');
  expect(scaffolded.stdout).toContain('Next: cd "My Server" && npm install && npm test && npm start');
  expectEveryRevision(tested);

  const started = await npm(server, 'start');
  expect(started, started.stderr).toMatchObject({ code: 0 });
  expect(started.stderr).toContain('my-server is serving on stdio.');
  await callOverHttp(server);
  const elsewhere = await runProgram(server, process.execPath, ['dist/main.js', 'pigeon']);
  expect(elsewhere).toMatchObject({ code: 2, stdout: '' });
  expect(elsewhere.stderr).toBe('Unknown transport "pigeon". Valid transports: stdio, http\n');

  await startElsewhere(server);

  const broken = await copyWithoutGreeting(server);
  expect(await npm(broken, 'test')).toMatchObject({ code: 1, stdout: expect.stringContaining('Goodbye, ') as string });
});

test('the full server passes its tests', { timeout: 5 * MINUTES }, async () => {
  const folder = await temporaryFolder();
  const args = ['--template', 'full', '--transport', 'http', '--runtime', 'registry'];
  expect(await runCli(folder, 'scaffold', 'server', 'full', ...args)).toMatchObject({ code: 0 });
  const full = join(folder, 'full');
  await borrowPackages(full, 'minimal');
  const tested = await npm(full, 'test');
  expect(tested, tested.stdout).toMatchObject({ code: 0 });
  expect(tested.stdout).toMatch(/^# pass \d{2}$/m);
  expect(tested.stdout).toContain('\n# skipped 0\n');
  await deleteAsAdmin(full);
});

test(
  'a server with protocol code of its own generates it again, and so does a project scaffolded from that',
  { timeout: 5 * MINUTES },
  async () => {
    const { folder: server, tested } = await installedServer('protocol');
    expectEveryRevision(tested);
    await callOverHttp(server);
    const generated = await npm(server, 'run', 'generate', '--', '--check');
    expect(generated.stdout).toContain('all up to date');
    expect(generated.code).toBe(0);

    const folder = await temporaryFolder();
    for (const [template, revision] of ONE_REVISION) {
      const old = join(folder, `${template}-${revision}`);
      const args = ['scaffold', 'server', old, '--template', template, '--revision', revision];
      const again = await runProgram(server, 'npx', ['mcp-gen', ...args]);
      expect(again, again.stderr).toMatchObject({ code: 0 });
      await borrowPackages(old, template);
      const tested = await npm(old, 'test');
      expect(tested, tested.stdout).toMatchObject({ code: 0 });
      expect([...new Set(tested.stdout.match(/(?<=revision )[\d-]{10}/g))]).toEqual([revision]);
    }
  },
);

/** Checks that the tests of a project have passed, which are there for each revision. */
function expectEveryRevision(tested: Finished): void {
  expect(tested, tested.stdout).toMatchObject({ code: 0 });
  for (const { revision } of REVISIONS) expect(tested.stdout).toContain(`revision ${revision}`);
}

/** Starts a server over HTTP. */
async function serve(server: string, args: readonly string[], env = {}): Promise<string> {
  const main = [join(server, 'dist/main.js'), ...args];
  const started = await startHttpProgram(main, (line) => line.includes('is serving at'), { PORT: '0', ...env });
  onTestFinished(started.stop);
  return /http:\S+/.exec(started.ready)?.[0] ?? '';
}

/** Asks a server over HTTP what it has. */
async function callOverHttp(server: string): Promise<void> {
  const client = await connectOfficialV1({ over: 'HTTP', url: await serve(server, ['http']) });
  expect(client.revision).toBe(NEWEST_SESSION);
  expect((await client.listTools()).tools).toMatchObject([{ name: 'greet' }]);
}

/** Packs a server as for publishing, installs that in another folder, and starts it there. */
async function startElsewhere(server: string): Promise<void> {
  const folder = await temporaryFolder({ 'package.json': '{}' });
  const packed = await npm(server, 'pack', '--json', '--pack-destination', folder);
  expect(packed, packed.stderr).toMatchObject({ code: 0 });
  const installed = await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', './my-server-0.1.0.tgz');
  expect(installed, installed.stderr).toMatchObject({ code: 0 });
  const started = await runProgram(folder, join(folder, 'node_modules/.bin/my-server'), []);
  expect(started).toMatchObject({ code: 0, stderr: 'my-server is serving on stdio.\n' });
}

/** What only an admin may do, as nobody and as an admin. */
async function deleteAsAdmin(server: string): Promise<void> {
  const url = await serve(server, [], { ADMIN_TOKEN: 'secret' });
  const call = async (token: string): Promise<string> => {
    const client = await connect(url, { headers: { authorization: `Bearer ${token}` } });
    onTestFinished(() => client.close());
    return (await client.callTool('delete_all_notes')).text;
  };
  await expect(call('guessed')).rejects.toThrow('Unknown tool: delete_all_notes');
  expect(await call('secret')).toBe('0 notes were deleted.');
}

/** Copies a server, and changes what its tool says. */
async function copyWithoutGreeting(server: string): Promise<string> {
  const folder = await temporaryFolder();
  for (const name of ['package.json', 'tsconfig.json', 'src', 'vendor']) {
    await cp(join(server, name), join(folder, name), { recursive: true });
  }
  await symlink(join(server, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const path = join(folder, 'src/server.ts');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('Hello, ', 'Goodbye, '));
  return folder;
}
