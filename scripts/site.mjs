// Builds the documentation site into site/dist. What it is built with is installed apart, into site/node_modules.
// Usage: npm run site [-- --serve [port]]
import { parseArgs } from 'node:util';
import { installApart } from './installApart.mjs';

const { values } = parseArgs({ options: { serve: { type: 'boolean' }, port: { type: 'string', default: '4173' } } });

installApart('site');
const started = performance.now();
const { buildSite, DIST } = await import('../site/build/site.mjs');
const count = await buildSite();
console.log(`${count} pages in ${DIST}, built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
if (values.serve) {
  const { serveFolder } = await import('../site/check/serveFolder.mjs');
  const { url } = await serveFolder(DIST, Number(values.port));
  console.log(`The site is at ${url}`);
}
