/** `mcp-gen scaffold`: occupied folders, unknown templates, and output. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../support/runCli.js';
import { readTree, temporaryFolder } from '../support/temporaryFolder.js';

test('the files, the revisions, what was replaced, and the next step are printed', async () => {
  const folder = await temporaryFolder({ 'server/package.json': '{}' });
  const args = ['--force', '--runtime', 'registry', '--revision', '2025-06-18'];
  const { code, stdout } = await runCli(folder, 'scaffold', 'server', 'server', ...args);
  expect(code).toBe(0);
  expect(stdout.replace(/\d+ files/, 'n files').split('\n')).toEqual([
    'server: n files written. server supports 2025-06-18.',
    'Replaced:',
    '  package.json',
    'Next: cd server && npm install && npm test && npm start',
    '',
  ]);
});

test('a folder that is not empty is refused; with --force only files of the same names are replaced', async () => {
  const folder = await temporaryFolder({ 'server/package.json': '{}', 'server/mine.txt': 'mine' });
  const refused = await runCli(folder, 'scaffold', 'server', 'server');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('server is not empty');
  expect(Object.keys(await readTree(folder))).toHaveLength(2);

  const forced = await runCli(folder, 'scaffold', 'server', 'server', '--force', '--runtime', 'registry', '--json');
  expect(forced).toMatchObject({ code: 0, stderr: '' });
  const next = 'cd server && npm install && npm test && npm start';
  expect(JSON.parse(forced.stdout)).toMatchObject({
    name: 'server',
    template: 'minimal',
    replaced: ['package.json'],
    next,
  });
  expect(await readFile(join(folder, 'server/mine.txt'), 'utf8')).toBe('mine');
});

test.each([
  [['--name', '@me/rain'], { name: '@me/rain' }],
  [['--transport', 'http'], { transport: 'http' }],
  [['--auth', 'jwt'], { auth: 'jwt', transport: 'http' }],
  [['--tasks'], { tasks: true }],
  [['--deploy', 'docker'], { deploy: 'docker', transport: 'http' }],
  [['--revision', '2025-06-18', '--revision', '2024-11-05'], { revisions: ['2025-06-18', '2024-11-05'] }],
])('a server has what %j asks for', async (args, choices) => {
  const scaffold = ['scaffold', 'server', 'weather', '--runtime', 'registry', '--json'];
  const { code, stdout } = await runCli(await temporaryFolder(), ...scaffold, ...args);
  expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 0, ...choices });
});

test('the next step quotes a folder with a space', async () => {
  const { stdout } = await runCli(await temporaryFolder(), 'scaffold', 'server', 'my server', '--runtime', 'registry');
  expect(stdout).toContain('Next: cd "my server" && npm install');
});

test('a template that there is not is refused, with those that there are', async () => {
  const folder = await temporaryFolder();
  const { code, stderr } = await runCli(folder, 'scaffold', 'server', 'x', '--template', 'huge');
  expect(code).toBe(2);
  expect(stderr).toContain('Allowed choices are minimal, full, app, protocol.');
  expect((await runCli(folder, 'scaffold', 'client', 'x', '--template', 'huge')).stderr).toContain(
    'Allowed choices are minimal, full, protocol.',
  );
});
