import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns how many npm packages installing a package brings: itself, and its dependencies and required peer dependencies, as a lock file
 * resolves them.
 *
 * @param project the folder with the `package-lock.json`
 * @param place the package's key there, such as `node_modules/zod`, or the folder of a workspace
 */
export function installedPackages(project, place) {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  const found = new Set();
  visit(place);
  return found.size;

  function visit(key) {
    const { link, resolved } = packages[key];
    const target = link ? resolved : key;
    if (found.has(target)) return;
    found.add(target);
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[target];
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    for (const name of [...Object.keys(dependencies), ...peers]) visit(resolve(target, name));
  }

  /** Looks in the `node_modules` of the dependent, then of the folders above it, as Node does. */
  function resolve(from, name) {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const key = `${folder && `${folder}/`}node_modules/${name}`;
      if (packages[key] !== undefined) return key;
      if (folder === '') throw new Error(`The lock file has no ${name}, which ${from} depends on`);
      if (!folder.includes('/node_modules/')) folder = '';
    }
  }
}
