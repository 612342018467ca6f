// Builds what runs: the generator with tsc; the packages' types with tsc and their JavaScript with esbuild, a file an
// entry, since loading many small modules is what starting a server costs. Incremental: does little where little changed.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

try {
  const projects = ['generator', 'runtime', 'generated', 'sdk'];
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', ...projects], { stdio: 'inherit' });
} catch {
  process.exit(1); // tsc has said why
}

prune('dist', compiled('generator', ['.js', '.d.ts']));

const runtime = await bundle('runtime', 'runtime/src', [
  'index',
  'stdio',
  'http/server',
  'http/fetch',
  'http/client',
  'testing',
  'codegen/v1',
  'codegen/v1/explain',
]);
prune('runtime/dist', [...runtime, ...compiled('runtime/src', ['.d.ts'])]);

const revisions = readdirSync('generated').filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name));
const entries = [
  ...revisions.flatMap((revision) => [`${revision}/index`, `${revision}/explain`, `author/${revision}`]),
  'author/index',
];
const protocol = await bundle('generated', 'generated', entries);
const declarations = [...revisions, 'author', 'shared'].flatMap((folder) =>
  compiled(`generated/${folder}`, ['.d.ts']).map((path) => join(folder, path)),
);
prune('generated/dist', [...protocol, ...declarations]);

const sdk = await bundle('sdk', 'sdk/src', [
  'index',
  'http',
  'fetch',
  'client',
  'host',
  'testing',
  'conversions/index',
]);
prune('sdk/dist', [...sdk, ...compiled('sdk/src', ['.d.ts'])]);

/** Bundles the entries of a package; modules that several of them share become chunks. Returns the files' paths in dist. */
async function bundle(folder, source, names) {
  const { outputFiles } = await build({
    entryPoints: names.map((name) => `${source}/${name}.ts`),
    outdir: `${folder}/dist`,
    outbase: source,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'warning',
    write: false,
  });
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  return outputFiles.map(({ path }) => relative(resolve(folder, 'dist'), path));
}

/** What tsc makes of the sources in a folder. */
function compiled(source, endings) {
  return filesIn(source)
    .filter((path) => path.endsWith('.ts') && !/(^|\/)(dist|node_modules)\//.test(path))
    .flatMap((path) => endings.map((ending) => path.replace(/\.ts$/, ending)));
}

/** Removes what earlier builds left and no source makes any more: all of a dist folder is published. */
function prune(dist, expected) {
  const wanted = new Set(expected);
  for (const path of filesIn(dist)) {
    if (!wanted.has(path) && !path.endsWith('.tsbuildinfo')) rmSync(join(dist, path));
  }
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
