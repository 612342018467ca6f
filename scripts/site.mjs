// Builds the documentation site into site/dist. What it is built with is installed apart, into site/node_modules.
// Usage: npm run site [-- --fast] [--sizes] [--check] [--speed] [--serve [--port 4173]]
// --fast omits the API reference. --sizes checks links and sizes. --check also checks accessibility, the keyboard, and a phone in Chromium,
// and --speed how long interactions take. Problems are printed, and the exit code is 1. --serve serves the site until Ctrl+C.
import { parseArgs } from 'node:util';
import { installApart } from './installApart.mjs';

const { values } = parseArgs({
  options: {
    fast: { type: 'boolean', default: false },
    sizes: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    speed: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
    port: { type: 'string', default: '4173' },
  },
});

installApart('site');
const started = performance.now();
const { buildSite, DIST } = await import('../site/build/site.mjs');
const { createProgress } = await import('../dist/cli/terminal.js');
const progress = createProgress((line) => console.error(line));
const count = await buildSite({ reference: !values.fast }, progress).finally(progress.end);
console.log(`${count} pages in ${DIST}, built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
if (values.check || values.sizes || values.speed) {
  const { checkSite } = await import('../site/check/checkSite.mjs');
  const problems = await checkSite(DIST, {
    reference: !values.fast,
    browser: values.check || values.speed,
    speed: values.speed,
  });
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
if (values.serve) {
  const { serveFolder } = await import('../site/check/serveFolder.mjs');
  const { url } = await serveFolder(DIST, Number(values.port));
  console.log(`The site is at ${url}`);
}
