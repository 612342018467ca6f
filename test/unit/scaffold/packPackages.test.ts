import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packPackages, type Tarball } from '../../../generator/scaffold/packPackages.js';
import { runProgram } from '../../support/runCli.js';
import { readTree, temporaryFolder } from '../../support/temporaryFolder.js';

const MANIFEST = {
  name: '@me/tools',
  version: '1.2.3',
  files: ['dist', 'inner/package.json', 'inner/dist', '!dist/cache'],
  scripts: { prepare: 'exit 1', prepack: 'exit 1' },
  workspaces: ['inner'],
  dependencies: { 'cross-spawn': '7.0.6' },
  devDependencies: { vitest: '4.1.12' },
};

const PACKAGE = {
  'package.json': JSON.stringify(MANIFEST),
  LICENSE: 'MIT',
  'dist/index.js': '1',
  'dist/cache': 'x',
  'inner/package.json': '{ "name": "inner" }',
  'inner/dist/index.js': '2',
  'inner/src/index.ts': 'x',
  '.gitignore': 'dist/',
  'secret.txt': 'x',
};

async function packPackage(folder: string): Promise<Tarball | undefined> {
  const [tarball, ...others] = await packPackages([folder]);
  expect(others).toEqual([]);
  return tarball;
}

test('a package is packed as published: its files, and a manifest without what only a clone needs', async () => {
  const { name, content } = (await packPackage(await temporaryFolder(PACKAGE))) ?? { name: '', content: '' };
  expect(name).toBe('me-tools-1.2.3.tgz');

  const unpacked = await temporaryFolder();
  await writeFile(join(unpacked, name), content);
  expect(await runProgram(unpacked, 'tar', ['-xzf', name])).toMatchObject({ code: 0 });
  const { 'package.json': manifest, ...files } = await readTree(join(unpacked, 'package'));
  expect(files).toEqual({
    LICENSE: 'MIT',
    [join('dist', 'index.js')]: '1',
    [join('inner', 'package.json')]: '{ "name": "inner" }',
    [join('inner', 'dist', 'index.js')]: '2',
  });
  const { name: ownName, version, files: ownFiles, dependencies } = MANIFEST;
  expect(JSON.parse(manifest ?? '')).toEqual({ name: ownName, version, files: ownFiles, dependencies });
});

test('the same package gives the same bytes', async () => {
  const folder = await temporaryFolder(PACKAGE);
  expect(await packPackage(folder)).toEqual(await packPackage(folder));
});

test('several packages are packed in their order', async () => {
  const second = { ...PACKAGE, 'package.json': JSON.stringify({ ...MANIFEST, name: 'a' }) };
  const tarballs = await packPackages([await temporaryFolder(PACKAGE), await temporaryFolder(second)]);
  expect(tarballs.map(({ name }) => name)).toEqual(['me-tools-1.2.3.tgz', 'a-1.2.3.tgz']);
});

test('a package that was not built says what is missing', async () => {
  const folder = await temporaryFolder({ 'package.json': PACKAGE['package.json'] });
  await expect(packPackage(folder)).rejects.toThrow(`@me/tools cannot be packed: ${join(folder, 'dist')} is missing`);
});

test('what npm says against a package reaches the person', async () => {
  const folder = await temporaryFolder({ ...PACKAGE, 'package.json': JSON.stringify({ ...MANIFEST, name: '' }) });
  await expect(packPackage(folder)).rejects.toThrow(/npm pack failed: .*must have name/is);
});
