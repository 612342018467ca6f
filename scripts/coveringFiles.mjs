// Finds the test files that can cover requirements: those that import `covers`, themselves or through their helpers.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../test/', import.meta.url));
const COVERS = join(folder, 'support/covers.ts');
const TABLE = join(folder, 'requirements/');

/** Returns the files' paths. */
export function coveringFiles() {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .map((path) => join(folder, path))
    .filter((path) => loadedBy(path).has(COVERS));
}

/** Returns the text of a test file with those of its helpers, without the table of requirements. */
export function textOf(path) {
  const own = [...loadedBy(path)].filter((loaded) => loaded !== COVERS && !loaded.startsWith(TABLE));
  return own.map((loaded) => readFileSync(loaded, 'utf8')).join('\n');
}

/** Returns the paths of a file and of all files that it imports, except for the imports of `covers`. */
function loadedBy(path, seen = new Set()) {
  if (seen.has(path) || !existsSync(path)) return seen;
  seen.add(path);
  if (path === COVERS) return seen;
  const found = readFileSync(path, 'utf8').matchAll(/^(?:import(?! type)|export(?! type)|\}) .*'(\.[^']+)\.js';$/gm);
  for (const [, specifier] of found) loadedBy(`${resolve(dirname(path), specifier)}.ts`, seen);
  return seen;
}
