/** What the published packages consist of: what was built from the sources, and nothing else. */

import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyProject, install, packPackages, type PackedPackage } from '../support/packages.js';
import { ROOT } from '../support/schemas.js';

/** The files in a folder of this project, relative to it. */
function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(ROOT, folder), join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !/^(dist|node_modules)\//.test(path));
}

/** What the compiler makes of the sources in a folder. */
function built(sources: string, dist = 'dist'): string[] {
  return filesIn(sources)
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => ['.js', '.d.ts'].map((extension) => `${dist}/${path.replace(/\.ts$/, extension)}`));
}

const all = (folder: string): string[] => filesIn(folder).map((path) => `${folder}/${path}`);

const PACKAGES = [
  { name: '@mcp-gen/runtime', folder: 'runtime', files: built('runtime/src') },
  { name: '@mcp-gen/protocol', folder: 'generated', files: built('generated') },
  {
    name: 'mcp-gen',
    folder: '.',
    files: [
      ...built('generator'),
      ...built('runtime/src', 'runtime/dist'),
      'runtime/package.json',
      ...all('schema'),
      ...all('templates'),
    ],
  },
];

// npm adds these to a package by itself.
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];

const project = emptyProject();
let packed: ReadonlyMap<string, PackedPackage>;

beforeAll(async () => {
  packed = new Map((await packPackages(project)).map((one) => [one.name, one]));
  await install(project, '--ignore-scripts', ...[...packed.values()].map(({ file }) => file));
}, 120_000);

test('there is a tarball of each package', () => {
  expect([...packed.keys()].sort()).toEqual(PACKAGES.map(({ name }) => name).sort());
});

describe.each(PACKAGES)('$name', ({ name, folder, files }) => {
  test('holds what was built from its sources, and no more', () => {
    const added = ALWAYS.filter((path) => readdirSync(join(ROOT, folder)).includes(path));
    expect([...(packed.get(name)?.contents ?? [])].sort()).toEqual([...files, ...added].sort());
  });

  test('names no place on the machine that built it', async () => {
    const places = [ROOT, homedir()].map((path) => join(path, sep));
    const texts = (packed.get(name)?.contents ?? []).map(async (path) => ({
      path,
      text: await readFile(join(project, 'node_modules', name, path), 'utf8'),
    }));
    const telling = (await Promise.all(texts)).filter(({ text }) => places.some((place) => text.includes(place)));
    expect(telling.map(({ path }) => path)).toEqual([]);
  });

  test('says what it is, and that Node 20.19 runs it', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ license: 'MIT', type: 'module', engines: { node: '>=20.19' } });
    expect(manifest).toHaveProperty('description');
  });
});
