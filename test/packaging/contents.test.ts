/** What the published packages consist of: what was built from the sources, and nothing else. */

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { entriesOf, PACKAGES, SOURCES } from '../../scripts/packages.mjs';
import { emptyProject, install, packPackages, type PackedPackage } from '../support/packages.js';
import { readProjectFile, ROOT } from '../support/schemas.js';

/** The files in a folder of this project, relative to it. */
function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(ROOT, folder), join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !/^(dist|node_modules)\//.test(path));
}

/** The type declarations of the sources in a folder, and their JavaScript. */
function compiled(sources: string, extensions = ['.d.ts', '.js']): string[] {
  return filesIn(sources)
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => extensions.map((extension) => `dist/${path.replace(/\.ts$/, extension)}`));
}

/** A package whose JavaScript is bundled: it has that of its exports and programs, its templates, and the declarations of all modules. */
function bundled(folder: string): { readonly name: string; readonly folder: string; readonly files: string[] } {
  const { name } = JSON.parse(readProjectFile(`${folder}/package.json`)) as { readonly name: string };
  const entries = entriesOf(folder, ROOT).map((entry) => `dist/${entry}.js`);
  const templates = folder === 'talk' ? ['template/program.mjs'] : [];
  return { name, folder, files: [...compiled(SOURCES[folder] ?? folder, ['.d.ts']), ...entries, ...templates] };
}

const all = (folder: string): string[] => filesIn(folder).map((path) => `${folder}/${path}`);

// npm always adds these to a package.
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];

// What scaffolded projects are given: no program of its own, and no store for servers of several processes.
const LIBRARIES = ['runtime', 'generated', 'sdk', 'apps', 'auth', 'bind'].map(bundled);

const PUBLISHED = [
  ...PACKAGES.map(bundled),
  {
    name: 'mcp-gen',
    folder: '.',
    files: [
      ...compiled('generator'),
      ...LIBRARIES.flatMap(({ folder, files }) => [...ALWAYS, ...files].map((path) => `${folder}/${path}`)),
      ...all('action'),
      ...all('schema'),
      ...all('templates'),
      'dist/help.json',
      'dist/jsonSchema.js',
      'dist/sdkFeatures.json',
    ],
  },
];

// What several bundled entries share.
const CHUNK = /\/[\w-]+-[A-Z0-9]{8}\.js$/;

const project = emptyProject();
let packed: ReadonlyMap<string, PackedPackage>;

beforeAll(async () => {
  packed = new Map((await packPackages()).map((one) => [one.name, one]));
  await install(project, '--ignore-scripts', ...[...packed.values()].map(({ file }) => file));
}, 120_000);

test('there is a tarball of each package', () => {
  expect([...packed.keys()].sort()).toEqual(PUBLISHED.map(({ name }) => name).sort());
});

describe.each(PUBLISHED)('$name', ({ name, folder, files }) => {
  test('holds what was built from its sources, with its README and its license, and no more', () => {
    const contents = packed.get(name)?.contents.filter((path) => !CHUNK.test(path)) ?? [];
    expect([...contents].sort()).toEqual([...files, ...ALWAYS].sort());
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
    const manifest = JSON.parse(readProjectFile(`${folder}/package.json`)) as object;
    expect(manifest).toMatchObject({ license: 'MIT', type: 'module', engines: { node: '^20.19 || >=22.3' } });
    expect(manifest).toHaveProperty('description');
  });
});
