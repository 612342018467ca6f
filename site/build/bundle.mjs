// Bundles the scripts of the site from their sources, and from those of the packages: so that only what is used is loaded.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const path = (relative) => fileURLToPath(new URL(relative, root));

/**
 * Writes bundles.
 *
 * @param entries sources by the names of their bundles
 * @param options `format`: `esm`, with code that is loaded when it is needed, or `iife`: scripts that pages of a folder can load, too.
 *   `splitting`: whether what is loaded when it is needed has files of its own; by default in modules. Others are those of esbuild
 * @returns what esbuild says about its inputs and outputs
 */
export async function bundle(entries, outdir, { format = 'esm', splitting = format === 'esm', ...others } = {}) {
  const { metafile } = await build({
    ...others,
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, path(source)])),
    outdir,
    absWorkingDir: path('.'),
    bundle: true,
    splitting,
    minify: true,
    format,
    platform: 'browser',
    target: ['chrome110', 'firefox115', 'safari16.4'],
    alias: {
      '@mcp-gen/apps': path('apps/src'),
      '@mcp-gen/runtime': path('runtime/src'),
      '@mcp-gen/protocol': path('generated'),
    },
    nodePaths: [path('site/node_modules')],
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}
