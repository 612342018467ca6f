// Builds what runs: the generator with tsc; the packages' types with tsc and their JavaScript with esbuild, a file an
// entry, since loading many small modules is what starting a server costs. Incremental: does little where little changed.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

try {
  const projects = ['generator', 'runtime', 'generated'];
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', ...projects], { stdio: 'inherit' });
} catch {
  process.exit(1); // tsc has said why
}

await bundle('runtime', 'runtime/src', ['index', 'stdio', 'codegen/v1', 'codegen/v1/explain']);

const revisions = readdirSync('generated').filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name));
await bundle(
  'generated',
  'generated',
  revisions.map((revision) => `${revision}/index`),
);

/** Modules that several entries share become chunks beside them. */
async function bundle(folder, source, entries) {
  const { outputFiles } = await build({
    entryPoints: entries.map((entry) => `${source}/${entry}.ts`),
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
  const wanted = new Set(outputFiles.map(({ path }) => path));
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  for (const name of readdirSync(`${folder}/dist`)) {
    if (/^chunk-\w+\.js$/.test(name) && !wanted.has(resolve(folder, 'dist', name))) rmSync(`${folder}/dist/${name}`);
  }
}
