import { build } from 'esbuild';

/**
 * Bundles programs of a folder into its `dist`, so that they start fast.
 *
 * @param folder its path
 * @param entryPoints the source of each program, by its name
 */
export async function bundle(folder, entryPoints) {
  await build({
    absWorkingDir: folder,
    entryPoints,
    outdir: 'dist',
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'warning',
  });
}
