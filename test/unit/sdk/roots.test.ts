import { mkdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { join, posix, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { OutsideRootsError } from '@mcp-gen/sdk';
import { filePath, isWithin, RootPaths } from '../../../sdk/src/roots/rootPaths.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const rootsAt = (...folders: string[]) => new RootPaths(folders.map((folder) => ({ uri: pathToFileURL(folder).href })));

/** A folder `in` that is a root, one `out` that is none, and links between them. */
async function folders() {
  const folder = await realpath(
    await temporaryFolder({ 'in/a/file': '', 'in/..b': '', 'out/secret': '', 'inside/x': '' }),
  );
  const at = (path: string) => join(folder, path);
  await symlink(at('out'), at('in/leaves'));
  await symlink(at('out/secret'), at('in/a/leaves'));
  await symlink(at('in/a'), at('in/stays'));
  await symlink(at('out/new'), at('in/dangles'));
  await symlink(at('in/loop'), at('in/loop'));
  await symlink(at('in'), at('alias'));
  return { at, roots: rootsAt(at('in')) };
}

describe('a path', () => {
  test.each([
    ['.', 'in'],
    ['', 'in'],
    ['a/file', 'in/a/file'],
    ['a/../a/./file', 'in/a/file'],
    ['..b', 'in/..b'],
    ['stays/file', 'in/a/file'],
    ['stays/new/file', 'in/a/new/file'],
    ['new/deep/file', 'in/new/deep/file'],
    ['a/file/below', 'in/a/file/below'],
    ['../in/a', 'in/a'],
  ])('%j is in the root, at %s', async (path, real) => {
    const { at, roots } = await folders();
    expect(await roots.resolve(path)).toBe(at(real));
    expect(await roots.resolve(join(at('in'), path))).toBe(at(real));
  });

  test.each([
    ['..', 'is outside the roots'],
    ['../out/secret', 'is outside the roots'],
    ['../inside/x', 'is outside the roots'],
    ['a/../../out', 'is outside the roots'],
    ['/', 'is outside the roots'],
    ['/etc/passwd', 'is outside the roots'],
    ['leaves/secret', 'is outside the roots'],
    ['leaves/new/file', 'is outside the roots'],
    ['a/leaves', 'is outside the roots'],
    ['dangles', 'a link to a missing target'],
    ['dangles/below', 'a link to a missing target'],
    ['a\0', 'contains NUL'],
  ])('%j is refused: %s', async (path, problem) => {
    const { roots } = await folders();
    await expect(roots.resolve(path)).rejects.toThrow(problem);
    await expect(roots.resolve(path)).rejects.toMatchObject({ name: 'OutsideRootsError', path });
  });

  test.each([
    ['loop/x', 'ELOOP'],
    ['x'.repeat(10_000), 'ENAMETOOLONG'],
  ])('that no system can follow is refused: %s', async (path, code) => {
    const { roots } = await folders();
    const refused = roots.resolve(path);
    await expect(refused).rejects.toThrow(OutsideRootsError);
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining(code) as string, cause: { code } });
  });

  test('can be a URI', async () => {
    const { at, roots } = await folders();
    expect(await roots.resolve(pathToFileURL(at('in/a/file')).href)).toBe(at('in/a/file'));
    await expect(roots.resolve(pathToFileURL(at('out/secret')).href)).rejects.toThrow(OutsideRootsError);
    await expect(roots.resolve('file:///a%2Fb')).rejects.toThrow(OutsideRootsError);
  });

  test('may lie in a root that is a link, and is found by its own name', async () => {
    const { at } = await folders();
    expect(await rootsAt(at('alias')).resolve('a/file')).toBe(at('in/a/file'));
  });
});

describe('roots', () => {
  test('may be several', async () => {
    const { at } = await folders();
    const roots = rootsAt(at('in'), at('out'));
    expect(roots.folders).toEqual([at('in'), at('out')]);
    expect(await roots.resolve('leaves/secret')).toBe(at('out/secret'));
    await expect(roots.resolve(at('inside'))).rejects.toThrow(`is outside the roots: ${at('in')}, ${at('out')}`);
  });

  test('may go and come again', async () => {
    const { at } = await folders();
    const roots = rootsAt(at('in'), at('out'));
    await rename(at('in'), at('away'));
    expect(await roots.resolve(at('out/secret'))).toBe(at('out/secret'));
    await expect(roots.resolve('a/file')).rejects.toThrow(`is outside the roots: ${at('out')}`);
    await rm(at('out'), { recursive: true });
    await expect(roots.resolve('a/file')).rejects.toThrow('none of the roots exists');
    await mkdir(at('in'));
    expect(await roots.resolve('a/file')).toBe(at('in/a/file'));
  });

  test('that are not folders of this machine contain nothing', async () => {
    const roots = new RootPaths([{ uri: 'https://example.org/' }, { uri: 'file:///a%2fb' }, { uri: 'nothing' }]);
    expect(roots.folders).toEqual([]);
    await expect(roots.resolve('/')).rejects.toThrow('the list of roots is empty');
  });
});

test.each([
  ['file:///home/me', false, '/home/me'],
  ['file://localhost/a%20b', false, '/a b'],
  ['file:///C:/Users/me', true, 'C:\\Users\\me'],
  ['file:///c%3A/Users/me', true, 'c:\\Users\\me'],
  ['file://server/share/a', true, '\\\\server\\share\\a'],
])('%s on Windows (%s) is %s', (uri, windows, path) => {
  expect(filePath(uri, windows)).toBe(path);
});

test.each([
  ['file://server/share', false],
  ['file:///home/me', true],
  ['file:///a%2Fb', false],
  ['file:///c:/a%5Cb', true],
  ['file:///a%00b', false],
  ['note:1', false],
  ['/home/me', false],
])('%s on Windows (%s) names no file', (uri, windows) => {
  expect(() => filePath(uri, windows)).toThrow('is not a file');
});

test.each([
  ['C:\\a\\b', 'c:\\A', win32, true],
  ['C:\\a', 'C:\\a', win32, true],
  ['C:\\a\\..b', 'C:\\a', win32, true],
  ['C:\\ab', 'C:\\a', win32, false],
  ['D:\\a\\b', 'C:\\a', win32, false],
  ['C:\\', 'C:\\a', win32, false],
  ['\\\\server\\share\\a', '\\\\server\\share', win32, true],
  ['\\\\server\\other\\a', '\\\\server\\share', win32, false],
  ['/a/b', '/a', posix, true],
  ['/a/..b', '/a', posix, true],
  ['/a', '/', posix, true],
  ['/ab', '/a', posix, false],
  ['/A/b', '/a', posix, false],
  ['/', '/a', posix, false],
])('%s in %s', (path, folder, rules, within) => {
  expect(isWithin(path, folder, rules)).toBe(within);
});
