// Bundles programs for pages as their authors would: with Vite, which makes the official package half as large as esbuild does.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** The folder with the official package, which `installApart` installs. */
export const APART = 'test/ext-apps';

const OFFICIAL = path(`../../${APART}/node_modules/@modelcontextprotocol/ext-apps/dist/src`);
const ALIASES = [
  { find: /^@modelcontextprotocol\/ext-apps$/, replacement: `${OFFICIAL}/app.js` },
  { find: /^@modelcontextprotocol\/ext-apps\/app-bridge$/, replacement: `${OFFICIAL}/app-bridge.js` },
];

// It comes with vitest.
const { build } = await import(pathToFileURL(createRequire(import.meta.resolve('vitest')).resolve('vite')).href);

/**
 * Bundles a program.
 *
 * @param program `{ file }`, one of `pages`, or `{ code }`
 */
export async function bundle({ file, code }) {
  const entry = path(file ?? 'pages/code.mjs');
  const load = (id) => (id === entry && code !== undefined ? code : undefined);
  const { output } = await build({
    configFile: false,
    root: path('.'),
    logLevel: 'error',
    resolve: { alias: ALIASES },
    plugins: [{ name: 'code', resolveId: (id) => (id === entry ? id : undefined), load }],
    build: { write: false, target: 'es2022', modulePreload: false, rollupOptions: { input: entry } },
  });
  return output[0].code;
}

/** The sizes of a program in bytes, as it is and compressed. */
export function sizesOf(text) {
  return {
    bytes: Buffer.byteLength(text),
    gzip: gzipSync(text, { level: 9 }).length,
    brotli: brotliCompressSync(text).length,
  };
}
