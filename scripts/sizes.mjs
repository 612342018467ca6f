// Measures the size of generated code in a bundle of a user: built by esbuild from the sources, minified, without the runtime.
import { build } from 'esbuild';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const generated = fileURLToPath(new URL('../generated/', import.meta.url));

export const revisions = readdirSync(generated).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name));

/** Returns the minified text of a program that consists of these lines, written as if in the folder of generated code. */
export async function minify(...lines) {
  const { outputFiles } = await build({
    stdin: { contents: lines.join('\n'), resolveDir: generated },
    bundle: true,
    minify: true,
    format: 'esm',
    packages: 'external',
    write: false,
  });
  return outputFiles[0].contents;
}

/** Returns all that a module of a revision exports, or of several revisions. */
export function minifyModule(module, ...ids) {
  return minify(...ids.map((id, at) => `export * as r${at} from './${id}/${module}.ts';`));
}
