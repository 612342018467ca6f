// Tells whether a build would change nothing: programs of this project and tests build first, mostly for nothing, and an incremental build
// takes seconds to see that. A stamp has the size and the time of each file that the last build read or wrote.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGES } from './packages.mjs';

/** In a folder that git and packages leave out. */
const STAMP = 'node_modules/.cache/mcp-gen/build.json';

/** What is built: sources, their configurations, and the scripts and installed compilers that build. */
const INPUTS = [
  'generator',
  'scripts',
  ...PACKAGES,
  'package.json',
  'tsconfig.base.json',
  'node_modules/.package-lock.json',
];

const OUTPUTS = ['.', ...PACKAGES].map((folder) => join(folder, 'dist'));

/** The state of all that a build reads. Asked before a build: a file that changes meanwhile makes the next one build again. */
export function inputState(root) {
  return stateOf(root, INPUTS);
}

/** Whether the last build read these inputs, and what it wrote is still there. */
export function isBuilt(root, inputs) {
  try {
    return readFileSync(join(root, STAMP), 'utf8') === stampOf(root, inputs);
  } catch {
    return false; // never built
  }
}

/** Remembers that a build of these inputs has ended well. */
export function rememberBuild(root, inputs) {
  const path = join(root, STAMP);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, stampOf(root, inputs));
}

function stampOf(root, inputs) {
  return JSON.stringify({ inputs, outputs: stateOf(root, OUTPUTS) });
}

/** Neither an input nor an output: what is built or installed in a folder of sources, and what the compiler notes for itself. */
const LEFT_OUT = /^(?:dist|node_modules)$|\.tsbuildinfo$/;

/** Lines with the path, the size and the time of the files in folders. */
function stateOf(root, paths) {
  return paths.flatMap((path) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (stats === undefined) return [];
    if (!stats.isDirectory()) return [`${path} ${stats.size} ${stats.mtimeMs}`];
    const names = readdirSync(join(root, path)).filter((name) => !LEFT_OUT.test(name));
    return stateOf(
      root,
      names.sort().map((name) => join(path, name)),
    );
  });
}
