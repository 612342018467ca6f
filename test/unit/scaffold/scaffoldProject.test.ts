import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkEmpty, scaffoldProject } from '../../../generator/scaffold/scaffoldProject.js';
import { age, isAged, readTree, temporaryFolder } from '../../support/temporaryFolder.js';

test('a folder that is empty, or not there, can take a project', async () => {
  const folder = await temporaryFolder();
  await expect(checkEmpty(folder)).resolves.toBeUndefined();
  await expect(checkEmpty(join(folder, 'deep', 'none'))).resolves.toBeUndefined();
});

test('a folder that holds anything is refused, hidden files included', async () => {
  const folder = await temporaryFolder({ '.env': 'SECRET=1' });
  await expect(checkEmpty(folder)).rejects.toThrow(`${folder} is not empty`);
});

test('a file is not a folder', async () => {
  const folder = await temporaryFolder({ file: '' });
  await expect(checkEmpty(join(folder, 'file'))).rejects.toThrow('is a file, not a folder');
});

test('files of the same names are replaced and named, everything else stays', async () => {
  const folder = await temporaryFolder({ 'package.json': '{}', 'src/main.ts': 'same', 'src/mine.ts': 'mine' });
  await age(folder);
  const done = await scaffoldProject(folder, [
    { path: 'package.json', content: '{ "new": true }' },
    { path: 'src/main.ts', content: 'same' },
    { path: 'vendor/a.tgz', content: new Uint8Array([97]) },
  ]);
  expect(done).toEqual({ written: ['package.json', 'vendor/a.tgz'], replaced: ['package.json'] });
  expect(await isAged(folder, 'src/main.ts')).toBe(true);
  expect(await readTree(folder)).toEqual({
    'package.json': '{ "new": true }',
    'src/main.ts': 'same',
    'src/mine.ts': 'mine',
    'vendor/a.tgz': 'a',
  });
});

test('a project with one file that cannot be written is not written at all', async () => {
  const tree = { src: 'a file' };
  const folder = await temporaryFolder(tree);
  const files = [
    { path: 'package.json', content: '{}' },
    { path: 'src/main.ts', content: '' },
  ];
  await expect(scaffoldProject(folder, files)).rejects.toThrow('src is not a folder');
  expect(await readTree(folder)).toEqual(tree);
});
