// Builds the generator and the types of packages with tsc, and the JavaScript of packages with esbuild, in few files: loading many small
// modules makes servers start slowly. Builds are incremental, and end at once if nothing has changed. The compiler is TypeScript 7, which needs a sixth of the time; the packaging
// tests check the declarations with older versions.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inputState, isBuilt, rememberBuild } from './buildStamp.mjs';
import { PACKAGES, SOURCES } from './packages.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const inputs = inputState('.');
if (isBuilt('.', inputs)) process.exit();

// They load compilers, which takes a while.
const { bundle, revisionsIn } = await import('./bundle.mjs');
const { bundleSchemaCompiler, SCHEMA_COMPILER } = await import('./jsonSchemaCompiler.mjs');
const { sdkFeatures } = await import('./sdkFeatures.mjs');

try {
  const compiler = ['node_modules/typescript-7/bin/tsc', '-b', 'generator', ...PACKAGES];
  execFileSync(process.execPath, compiler, { stdio: 'inherit' });
} catch {
  process.exit(1); // tsc has said why
}

// What `diff` and `adopt` know of the sdk.
writeFileSync('dist/sdkFeatures.json', JSON.stringify(sdkFeatures('.')));
await bundleSchemaCompiler('.');
prune('dist', [...compiled('generator', ['.js', '.d.ts']), 'help.json', 'sdkFeatures.json', SCHEMA_COMPILER]);

for (const [name, source] of Object.entries(SOURCES)) {
  const declarations =
    name === 'generated'
      ? [...revisionsIn('.'), 'author', 'shared', 'registry', 'extensions'].flatMap((folder) =>
          compiled(`generated/${folder}`, ['.d.ts']).map((path) => join(folder, path)),
        )
      : compiled(source, ['.d.ts']);
  prune(`${name}/dist`, [...(await bundle(name, '.')), ...declarations]);
}

// The help of commands that other packages implement, for where these are not installed.
const help = (program) => execFileSync(process.execPath, [program, '--help'], { encoding: 'utf8' }).trimEnd();
const helps = ['bridge', 'bind', 'talk'].map((name) => [name, help(`${name}/dist/bin.js`)]);
writeFileSync('dist/help.json', JSON.stringify(Object.fromEntries(helps)));
rememberBuild('.', inputs);

/** Returns the output files of tsc for the sources in a folder. */
function compiled(source, endings) {
  return filesIn(source)
    .filter((path) => path.endsWith('.ts') && !/(^|\/)(dist|node_modules)\//.test(path))
    .flatMap((path) => endings.map((ending) => path.replace(/\.ts$/, ending)));
}

/** Removes files of earlier builds without a source, because the whole dist folder is published. */
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
