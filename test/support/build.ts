/**
 * Builds what tests run, if they run something that is built: programs, the packages as others install them, and the few sources that load
 * results of the build. The others run the sources as they are, and start without it.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ENTRIES } from '../../scripts/packages.mjs';
import { ROOT } from './schemas.js';

/** What a file has in its code that runs something: a folder of results, an interpreter, a program of the tests, an installed package. */
const BUILT = /\bdist\b|\bexecPath\b|\bfixtures\/|node_modules\/@mcp-gen/;

const COMMENT = /^\s*(?:\/\*\*|\*|\/\/).*$/gm;

const SPECIFIER = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g;

/** The sources of the packages by their names, as tests import them. */
const SOURCES = new Map(ENTRIES.map(({ name, source }) => [name, join(ROOT, source)]));

/**
 * Builds, if one of the test files may run what is built. Incremental: nothing is done where nothing has changed.
 *
 * @throws if the build fails: it has printed why.
 */
export function buildFor(paths: readonly string[]): void {
  if (!runsBuilt(paths)) return;
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed, so no test has run: see above, or run npm run build.');
}

/** Whether one of these files, or one that they import, runs or reads what is built. Rather once too often than once too rarely. */
export function runsBuilt(paths: readonly string[]): boolean {
  const seen = new Set(paths);
  // The set grows while it is walked through.
  for (const path of seen) {
    const text = readFileSync(path, 'utf8');
    if (BUILT.test(text.replace(COMMENT, ''))) return true;
    for (const [, specifier = ''] of text.matchAll(SPECIFIER)) {
      const imported = specifier.startsWith('.') ? sourceOf(resolve(dirname(path), specifier)) : SOURCES.get(specifier);
      if (imported !== undefined) seen.add(imported);
    }
  }
  return false;
}

/** The file that an import means: `a.js` is written as `a.ts`. */
function sourceOf(path: string): string | undefined {
  return [path.replace(/\.js$/, '.ts'), path].find((each) => statSync(each, { throwIfNoEntry: false })?.isFile());
}
