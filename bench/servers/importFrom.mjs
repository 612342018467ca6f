// Imports a package as another checkout has it.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @param checkout a folder with its packages installed and built */
export function importFrom(checkout, name) {
  const { resolve: find } = createRequire(join(resolve(checkout), 'package.json'));
  return import(pathToFileURL(find(name)));
}
