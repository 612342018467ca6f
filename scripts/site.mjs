// Builds the documentation site into site/dist. What it is built with is installed apart, into site/node_modules.
// Usage: npm run site [-- --fast] [--sizes] [--check] [--serve [--port 4173]]
// --fast leaves the API reference out. --sizes checks links and sizes; --check, in Chromium, also speed, accessibility, the keyboard, and a
// phone: what is not as it should be is printed, and the exit code is 1. --serve serves the site until Ctrl+C.
import { parseArgs } from 'node:util';
import { installApart } from './installApart.mjs';

const { values } = parseArgs({
  options: {
    fast: { type: 'boolean', default: false },
    sizes: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
    port: { type: 'string', default: '4173' },
  },
});

installApart('site');
const started = performance.now();
const { buildSite, DIST } = await import('../site/build/site.mjs');
const count = await buildSite({ reference: !values.fast });
console.log(`${count} pages in ${DIST}, built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
if (values.check || values.sizes) {
  const { checkSite } = await import('../site/check/checkSite.mjs');
  const problems = await checkSite(DIST, { reference: !values.fast, browser: values.check });
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
if (values.serve) {
  const { serveFolder } = await import('../site/check/serveFolder.mjs');
  const { url } = await serveFolder(DIST, Number(values.port));
  console.log(`The site is at ${url}`);
}
