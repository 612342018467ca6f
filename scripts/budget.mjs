// Compares the costs of the built packages with their limits. No cost is a duration: bytes, files, packages, types, and allocations.
// Usage: npm run budget (after npm run build); with --json it prints the figures alone.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { instantiations } from '../bench/rows/types.mjs';
import { loadedByCall } from './budget/loaded.mjs';
import { BUNDLER, BUNDLES, REVISION } from './budget/programs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The limits: at most 5 % above the figure at the time when the limit was set, or exactly that figure for counts. */
const LIMITS = {
  'bundle of a stdio server, bytes minified': 380_450,
  'bundle of a stdio server, bytes compressed': 107_000,
  'bundle of a stdio server of one revision, bytes minified': 278_200,
  'bundle of a stdio server of one revision, bytes compressed': 90_850,
  'bundle of a stdio server of tools of one revision, bytes minified': 254_350,
  'bundle of a stdio server of tools of one revision, bytes compressed': 83_000,
  'bundle of a client, bytes minified': 373_250,
  'bundle of a client, bytes compressed': 106_250,
  'bundle of a client of one revision over HTTP, bytes minified': 249_100,
  'bundle of a client of one revision over HTTP, bytes compressed': 81_700,
  'bundle of a fetch handler, bytes minified': 444_600,
  'bundle of a fetch handler, bytes compressed': 128_800,
  'a call with a stdio server of one revision, files loaded': 3,
  'a call with a stdio server of one revision, bytes loaded minified': 259_950,
  'a call with a stdio server of one revision, bytes loaded compressed': 86_850,
  'a call with a client of one revision over HTTP, files loaded': 9,
  'a call with a client of one revision over HTTP, bytes loaded minified': 202_550,
  'a call with a client of one revision over HTTP, bytes loaded compressed': 70_250,
  'start of a stdio server, files loaded': 4,
  'start of a stdio server, bytes loaded': 553_850,
  'start of a stdio server, imports of packages': 1,
  'types of a server with one tool, instantiations': 1_540,
  'installed sdk, bytes': 4_396_000,
  'installed sdk, packages': 11,
  'a tool call in memory, bytes allocated': 6_600,
};

/** The maximum distance of a figure below its limit. A looser limit would not detect the next addition. */
const SLACK = 0.9;

const ADVICE = {
  bundle: 'Import what only some programs need with import(), or make it removable: no work at the top of a module',
  'a call with':
    'Look at what it loads: import() of a module that shares a file with others loads nothing later (scripts/bundle.mjs)',
  start: 'Load what only later messages need with import(), and share modules in one chunk (scripts/bundle.mjs)',
  types: 'Look for conditional and mapped types that each call instantiates again',
  installed: 'Look for files that nobody loads, and for new dependencies',
  'a tool call': 'Look for closures, arrays, and objects that each message makes again',
};

const figures = {
  ...Object.assign({}, ...(await Promise.all(Object.keys(BUNDLES).map(bundled)))),
  ...(await loadedFor('a stdio server of one revision', 'server')),
  ...(await loadedFor('a client of one revision over HTTP', 'client')),
  ...(await loadedAtStart(REVISION)),
  'types of a server with one tool, instantiations': instantiations('ours.ts'),
  ...installed('@mcp-gen/sdk'),
  // The sizes of objects differ between versions of V8.
  ...(process.version.startsWith('v20.') && { 'a tool call in memory, bytes allocated': allocatedPerCall() }),
};

if (process.argv.includes('--json')) console.log(JSON.stringify(figures, undefined, 2));
else report();

function report() {
  for (const [name, figure] of Object.entries(figures)) {
    const limit = LIMITS[name];
    console.log(`${name.padEnd(50)} ${String(figure).padStart(9)}  limit ${limit}`);
    const advice = Object.entries(ADVICE).find(([start]) => name.startsWith(start))[1];
    if (figure > limit) {
      console.error(
        `Over its limit: ${name}: ${figure}, expected at most ${limit}. ${advice}; or raise the limit, and say why in the commit.`,
      );
    } else if (figure < limit * SLACK) {
      console.error(
        `Far below its limit: ${name}: ${figure}, limit ${limit}. Lower the limit to at most 5 % above the figure.`,
      );
    } else continue;
    process.exitCode = 1;
  }
}

async function bundled(name) {
  const { program, define } = BUNDLES[name];
  const { outputFiles } = await build({ ...BUNDLER, stdin: { contents: program, resolveDir: root }, define });
  const [{ contents: bytes }] = outputFiles;
  return {
    [`bundle of ${name}, bytes minified`]: bytes.length,
    [`bundle of ${name}, bytes compressed`]: gzipSync(bytes).length,
  };
}

/** Returns what a program loads of its bundle for one call, if its bundler makes a file of each import(). */
async function loadedFor(name, side) {
  const { program, define } = BUNDLES[name];
  const called = program.replace("'http://localhost'", 'globalThis.target');
  const { files, minified, compressed } = await loadedByCall(side, called, define, root);
  return {
    [`a call with ${name}, files loaded`]: files,
    [`a call with ${name}, bytes loaded minified`]: minified,
    [`a call with ${name}, bytes loaded compressed`]: compressed,
  };
}

/** Returns what a stdio server loads before it responds to `initialize`: its entry, the runtime, and the revision. */
async function loadedAtStart(revision) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['sdk/dist/index.js'],
    outdir: 'out',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    metafile: true,
    write: false,
  });
  const files = new Set(['sdk/dist/index.js']);
  let packages = 0;
  for (const file of files) {
    for (const { path, kind, original } of metafile.inputs[file].imports) {
      if (kind === 'dynamic-import' && !path.startsWith(`sdk/dist/${revision}-`)) continue;
      if (!original.startsWith('.')) packages++;
      files.add(path);
    }
  }
  return {
    'start of a stdio server, files loaded': files.size,
    'start of a stdio server, bytes loaded': [...files].reduce((sum, file) => sum + statSync(join(root, file)).size, 0),
    'start of a stdio server, imports of packages': packages,
  };
}

/** Returns the size of an installed package on disk, with all its dependencies. Counts published files only. */
function installed(name, found = new Map()) {
  const folder = realpathSync(join(root, 'node_modules', name));
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const isOurs = name.startsWith('@mcp-gen/');
  const published = isOurs ? ['dist', 'package.json', 'README.md', 'LICENSE'] : ['.'];
  found.set(
    name,
    published.reduce((sum, path) => sum + bytesIn(join(folder, path)), 0),
  );
  for (const dependency of Object.keys(dependencies)) if (!found.has(dependency)) installed(dependency, found);
  return {
    'installed sdk, bytes': [...found.values()].reduce((sum, bytes) => sum + bytes, 0),
    'installed sdk, packages': found.size,
  };
}

function bytesIn(path) {
  if (!statSync(path).isDirectory()) return path.endsWith('.tsbuildinfo') ? 0 : statSync(path).size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}

/** Measures without optimized code, which may omit objects, so that the result is the same in every run. */
function allocatedPerCall() {
  const flags = ['--no-opt', '--no-sparkplug', '--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'];
  return Number(execFileSync(process.execPath, [...flags, join(root, 'bench/allocations.mjs')], { encoding: 'utf8' }));
}
