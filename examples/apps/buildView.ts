/** Builds the page of the app: one text, since a host loads nothing that it refers to. */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Returns the page.
 *
 * @param folder the folder `view` of this example
 */
export async function buildView(folder: URL): Promise<string> {
  const [page, style, { outputFiles }] = await Promise.all([
    readFile(new URL('index.html', folder), 'utf8'),
    readFile(new URL('style.css', folder), 'utf8'),
    build({
      entryPoints: [fileURLToPath(new URL('main.ts', folder))],
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      write: false,
    }),
  ]);
  // The program may contain the end of a script as a string.
  const program = (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
  return page
    .replace(/<link [^>]*style\.css[^>]*>/, () => `<style>${style}</style>`)
    .replace(/<script [^>]*main\.ts[^>]*><\/script>/, () => `<script type="module">${program}</script>`);
}
