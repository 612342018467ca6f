// What the bundles of users consist of: the bytes of each folder of the sources in the minified bundle.
import { build } from 'esbuild';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BUNDLER, BUNDLES } from '../../scripts/budget/programs.mjs';
import { ENTRIES } from '../../scripts/packages.mjs';

/** The bundles that are shown. */
const SHOWN = ['a client of one revision over HTTP', 'a stdio server of tools of one revision'];

/** What the bytes are for, by the first pattern that matches the path of a source. */
const PARTS = [
  ['generated guards, types of messages, and tables', /^generated\//],
  ['JSON Schema: compiling, checking, limits', /^sdk\/src\/schema\/|^node_modules\//],
  ['options: their checks, and what the errors say', /^runtime\/src\/options/],
  ['explanations of what guards refuse', /^runtime\/src\/codegen\/v1\/(explain|limits)/],
  ['transports: HTTP, events, stdio, limits of what is read', /^runtime\/src\/(http|transports|stdio)/],
  ['peer: requests, sessions, questions, limits of what is kept', /^runtime\/src\//],
  ['conversions between revisions', /^sdk\/src\/(conversions|translator)/],
  ['Client', /^sdk\/src\/client/],
  ['Server', /^sdk\/src\/server/],
  ['what else the sdk shares: tasks, content, URIs, logs, extensions', /^sdk\/src\//],
];

/** Packages are bundled from their sources, so that each module is known. */
const fromSources = (root) => ({
  name: 'from-sources',
  setup(builder) {
    const sources = new Map(ENTRIES.map(({ name, source }) => [name, join(root, source)]));
    builder.onResolve({ filter: /^@mcp-gen\// }, ({ path }) => ({ path: sources.get(path), sideEffects: false }));
  },
});

/** Returns the parts of each bundle: bytes minified, and compressed each for itself. */
export async function bundleParts(root) {
  const tables = [];
  for (const title of SHOWN) {
    const { program, define } = BUNDLES[title];
    const { metafile, outputFiles } = await build({
      ...BUNDLER,
      stdin: { contents: program, resolveDir: root },
      absWorkingDir: root,
      outfile: 'bundle.js',
      define,
      metafile: true,
      plugins: [fromSources(root)],
    });
    const [{ inputs }] = Object.values(metafile.outputs);
    const [{ contents }] = outputFiles;
    const bytes = new Map(PARTS.map(([part]) => [part, 0]));
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [part] = PARTS.find(([, pattern]) => pattern.test(path)) ?? [];
      if (part !== undefined) bytes.set(part, bytes.get(part) + bytesInOutput);
    }
    tables.push({ title, minified: contents.length, compressed: gzipSync(contents).length, bytes });
  }
  return tables;
}
