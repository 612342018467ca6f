// Finds the test files that can cover requirements: those that import `covers`, themselves or through their helpers.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../test/', import.meta.url));
const COVERS = join(folder, 'support/covers.ts');

/** Returns the files' paths. */
export function coveringFiles() {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .map((path) => join(folder, path))
    .filter((path) => imports(path, new Set()));
}

function imports(path, seen) {
  if (path === COVERS) return true;
  if (seen.has(path) || !existsSync(path)) return false;
  seen.add(path);
  const found = readFileSync(path, 'utf8').matchAll(/^(?:import(?! type)|export(?! type)|\}) .*'(\.[^']+)\.js';$/gm);
  return [...found].some(([, specifier]) => imports(`${resolve(dirname(path), specifier)}.ts`, seen));
}
