// Bundles the JavaScript of the published packages: one file an entry, and chunks for modules that several entries share.
import { build } from 'esbuild';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** The folder that a package has its sources in. */
export const SOURCES = { runtime: 'runtime/src', generated: 'generated', sdk: 'sdk/src' };

/**
 * Bundles the entries of a package into its folder `dist`.
 *
 * @param name the package: `runtime`, `generated` or `sdk`
 * @param root the folder of the project
 * @param banner code to put in front of every file. Default: none
 * @returns the paths of the files in `dist`
 */
export async function bundle(name, root, banner = '') {
  const { outputFiles } = await build({
    absWorkingDir: resolve(root),
    entryPoints: entriesOf(name, root).map((entry) => `${SOURCES[name]}/${entry}.ts`),
    outdir: `${name}/dist`,
    outbase: SOURCES[name],
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'warning',
    banner: { js: banner },
    write: false,
  });
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  return outputFiles.map(({ path }) => relative(resolve(root, name, 'dist'), path));
}

/** The revisions that code is generated for. */
export function revisionsIn(root) {
  return readdirSync(resolve(root, 'generated')).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name));
}

function entriesOf(name, root) {
  if (name === 'runtime') {
    return ['index', 'stdio', 'http/server', 'http/client', 'testing', 'codegen/v1', 'codegen/v1/explain'];
  }
  if (name === 'sdk') return ['index', 'http', 'client', 'host', 'testing', 'conversions/index'];
  const revisions = revisionsIn(root);
  return [
    ...revisions.flatMap((revision) => [`${revision}/index`, `${revision}/explain`, `author/${revision}`]),
    'author/index',
  ];
}
