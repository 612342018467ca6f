import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyChanges } from '../../../generator/write/applyChanges.js';
import { readTree, temporaryFolder } from '../../support/temporaryFolder.js';

test('files are written, replaced and removed, and nothing temporary stays', async () => {
  const folder = await temporaryFolder({ 'a.txt': 'old', 'b.txt': 'gone' });
  await applyChanges(folder, [
    { path: 'a.txt', content: 'new' },
    { path: 'b.txt', content: undefined },
    { path: 'deep/c.txt', content: Buffer.from('c') },
  ]);
  expect(await readTree(folder)).toEqual({ 'a.txt': 'new', 'deep/c.txt': 'c' });
});

test('folders that a removal leaves empty go, and no others', async () => {
  const folder = await temporaryFolder({ 'a/b/c/1.txt': '', 'a/b/d/2.txt': '', 'a/b/d/3.txt': '', 'e/4.txt': '' });
  await mkdir(join(folder, 'a/empty'));
  await applyChanges(folder, [
    { path: 'a/b/c/1.txt', content: undefined },
    { path: 'a/b/d/2.txt', content: undefined },
    { path: 'a/b/d/3.txt', content: undefined },
    { path: 'e/4.txt', content: undefined },
  ]);
  expect(await readdir(folder, { recursive: true })).toEqual(['a', join('a', 'empty')]);
});

test('the folder itself stays', async () => {
  const folder = await temporaryFolder({ '1.txt': '' });
  await applyChanges(folder, [{ path: '1.txt', content: undefined }]);
  expect(await readdir(folder)).toEqual([]);
});

test('no change does not even make the folder', async () => {
  const folder = await temporaryFolder();
  await applyChanges(join(folder, 'out'), []);
  expect(await readdir(folder)).toEqual([]);
});

test('when the last step fails, everything is as it was', async () => {
  const tree = { 'a.txt': 'old', 'b.txt': 'kept', 'sub/only.txt': 'kept', file: 'in the way' };
  const folder = await temporaryFolder(tree);
  const changes = [
    { path: 'a.txt', content: 'new' },
    { path: 'b.txt', content: undefined },
    { path: 'sub/only.txt', content: undefined },
    { path: 'new.txt', content: 'n' },
    { path: 'deep/c.txt', content: 'c' },
    { path: 'file/d.txt', content: 'd' },
  ];
  await expect(applyChanges(folder, changes)).rejects.toThrow(/Cannot write to .*: a .* Nothing was changed\./);
  expect(await readTree(folder)).toEqual(tree);
  expect((await readdir(folder)).sort()).toEqual(['a.txt', 'b.txt', 'file', 'sub']);
});

test('an output folder that was made for a run that fails is removed again', async () => {
  const folder = await temporaryFolder();
  const changes = [
    { path: 'file', content: 'a' },
    { path: 'file/b.txt', content: 'b' },
  ];
  await expect(applyChanges(join(folder, 'deep', 'out'), changes)).rejects.toThrow('Nothing was changed');
  expect(await readdir(folder)).toEqual([]);
});

test.runIf(process.platform === 'linux')('a folder that the system does not allow is an error', async () => {
  await expect(applyChanges('/proc/none/out', [{ path: 'a', content: 'a' }])).rejects.toThrow(
    'Cannot write to /proc/none/out: no such file or folder. Nothing was changed.',
  );
});
