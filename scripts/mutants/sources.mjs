// Reads the sources that are mutated.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from './copies.mjs';

/** Returns the text of each source, in an order that does not depend on the file system. */
export function readSources({ root, configurations }) {
  const folders = Object.keys(configurations);
  const paths = filesOf(root).filter(
    (path) => /(?<!\.d)\.ts$/.test(path) && folders.some((folder) => path.startsWith(folder)),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
