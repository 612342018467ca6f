/** Mutants live in copies: what they do there is undone, and what they start is ended. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Copies, type Copy } from '../../../scripts/mutants/copies.mjs';
import { isRunning } from '../../support/programs.js';
import { runProgram } from '../../support/runCli.js';
import { readTree, temporaryFolder } from '../../support/temporaryFolder.js';

/** A project with a package of its own and a foreign one, and a copy of it. */
async function copied(): Promise<{ readonly root: string; readonly copies: Copies; readonly copy: Copy }> {
  const root = await temporaryFolder({
    '.gitignore': 'node_modules/\ndist/\n',
    'own/index.js': 'export default 1;',
    'src/a.ts': 'original',
    'dist/a.js': 'built',
    'node_modules/foreign/index.js': 'export default 2;',
  });
  await symlink('../own', join(root, 'node_modules/own'));
  expect(await runProgram(root, 'git', ['init', '--quiet'])).toMatchObject({ code: 0 });
  const copies = new Copies(root);
  onTestFinished(() => copies.remove());
  copies.fill();
  return { root, copies, copy: copies.add('worker-1') };
}

test('a copy has the files that Git knows, and links to the packages; its own lie within', async () => {
  const { root, copies, copy } = await copied();
  expect(Object.keys(await readTree(copy.root)).sort()).toEqual([
    '.gitignore',
    'node_modules/foreign',
    'node_modules/own',
    'own/index.js',
    'src/a.ts',
  ]);
  await writeFile(join(copy.root, 'own/index.js'), 'export default 3;');
  expect(await readFile(join(copy.root, 'node_modules/own/index.js'), 'utf8')).toBe('export default 3;');
  expect(await readFile(join(copy.root, 'node_modules/foreign/index.js'), 'utf8')).toBe('export default 2;');
  expect(await readFile(join(root, 'own/index.js'), 'utf8')).toBe('export default 1;');
  copies.remove();
  expect(existsSync(copies.folder)).toBe(false);
  expect(await readFile(join(root, 'node_modules/foreign/index.js'), 'utf8')).toBe('export default 2;');
});

test('whatever is written, removed or replaced in a copy is restored', async () => {
  const { copy } = await copied();
  const original = await readTree(copy.root);
  await writeFile(join(copy.root, 'src/a.ts'), 'mutant!!');
  await writeFile(join(copy.root, 'src/new.ts'), 'new');
  await writeFile(join(copy.temporary, 'left'), 'behind');
  await rm(join(copy.root, 'own'), { recursive: true });
  await rm(join(copy.root, '.gitignore'));
  await mkdir(join(copy.root, '.gitignore'));
  copy.restore();
  expect(await readTree(copy.root)).toEqual(original);
  expect(await readTree(copy.temporary)).toEqual({});
});

// The processes of other users cannot be inspected, and other platforms have no /proc.
test.runIf(existsSync('/proc/self/environ'))(
  'what runs in a copy is ended, also if it leads a group of its own',
  async () => {
    const { copy } = await copied();
    const start = (cwd: string, env: NodeJS.ProcessEnv) => {
      const child = spawn(process.execPath, ['-e', 'console.log(); setTimeout(() => {}, 60_000)'], {
        cwd,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    };
    const children = [start(copy.root, {}), start('/', { TMPDIR: `${copy.temporary}/` }), start('/', {})];
    await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
    const exited = children.slice(0, 2).map((child) => once(child, 'exit'));
    copy.restore();
    expect(await Promise.all(exited)).toEqual([
      [null, 'SIGKILL'],
      [null, 'SIGKILL'],
    ]);
    expect(isRunning(children[2]?.pid ?? 0)).toBe(true);
  },
);
