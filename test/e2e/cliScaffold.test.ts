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

test('a template that there is not is refused, with those that there are', async () => {
  const folder = await temporaryFolder();
  const { code, stderr } = await runCli(folder, 'scaffold', 'server', 'x', '--template', 'huge');
  expect(code).toBe(2);
  expect(stderr).toContain('Allowed choices are minimal, full, protocol.');
  expect((await runCli(folder, 'scaffold', 'client', 'x', '--template', 'huge')).stderr).toContain(
    'Allowed choices are minimal, full, protocol.',
  );
});
