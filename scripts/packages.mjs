// The packages beside the compiler: the workspaces of package.json, for all that builds them, reads their sources, or tests them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The folders of the packages, in an order in which they can be built. */
export const PACKAGES = manifestIn(ROOT).workspaces;

/** The folder of the sources of each package. */
export const SOURCES = Object.fromEntries(PACKAGES.map((name) => [name, name === 'generated' ? name : `${name}/src`]));

/** The folders of sources that are written by hand. */
export const HANDWRITTEN = Object.values(SOURCES).filter((folder) => folder.endsWith('/src'));

/** What programs import of the packages, such as `@mcp-gen/sdk/client`, and the path of its source. */
export const ENTRIES = PACKAGES.flatMap((folder) => {
  const { name, exports = {} } = manifestIn(join(ROOT, folder));
  return Object.entries(exports).map(([path, entry]) => ({
    name: name + path.slice(1),
    source: entry.default.replace(/^\.\/dist\/(.*)\.js$/, `${SOURCES[folder]}/$1.ts`),
  }));
});

/** Those that are written by hand. */
export const HANDWRITTEN_ENTRIES = ENTRIES.filter(({ source }) => source.includes('/src/'));

/** Returns the modules that a package exports, and its programs, from the folder of its sources: `http/server`. */
export function entriesOf(name, root) {
  const { exports = {}, bin = {} } = manifestIn(join(root, name));
  const files = [...Object.values(exports).map((entry) => entry.default), ...Object.values(bin)];
  return files.map((file) => /^(?:\.\/)?dist\/(.*)\.js$/.exec(file)[1]);
}
