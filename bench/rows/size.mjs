import { build } from 'esbuild';
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';

const generated = fileURLToPath(new URL('../../generated/', import.meta.url));
const revisions = readdirSync(generated).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name));

/** The bytes of one generated module, minified: what a bundle grows by if it uses all of it. */
async function size(revision, module) {
  const { outputFiles } = await build({
    stdin: { contents: `export * from './${module}.ts';`, resolveDir: `${generated}${revision}` },
    bundle: true,
    minify: true,
    format: 'esm',
    packages: 'external',
    write: false,
  });
  return outputFiles[0].contents;
}

/** Guards are loaded with a revision, the tables only when a guard has refused something. */
export const rows = revisions.flatMap((revision) =>
  ['validators', 'shapes'].map((module) => ({
    row: `size: ${module} of ${revision}`,
    unit: 'bytes minified',
    better: 'lower',
    target: undefined,
    async measure() {
      const contents = await size(revision, module);
      return { ours: contents.length, gzip: gzipSync(contents).length };
    },
  })),
);
