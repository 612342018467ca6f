// Writes the table of revisions in docs/generated.md, from the schemas and from what the generated code weighs.
// Usage: npm run table (after npm run build); with --print it goes to standard output instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readRevision } from '../dist/protocols.js';
import { minifyModule, revisions } from './sizes.mjs';
import { formatted } from './formatted.mjs';

const page = fileURLToPath(new URL('../docs/generated.md', import.meta.url));
const schemas = fileURLToPath(new URL('../schema', import.meta.url));

const header = ['revision', 'era', 'batches', 'definitions', 'requests', 'notifications', 'minified', 'compressed'];
const rows = await Promise.all(
  revisions.map(async (id) => {
    const { era, batching, source, requests, notifications } = await readRevision(id, schemas);
    const counts = [source.types, requests, notifications].map(({ length }) => length);
    return [id, era, batching ? 'yes' : 'no', ...counts, ...weights(await minifyModule('index', id))];
  }),
);
const all = [`all ${revisions.length}`, '', '', '', '', '', ...weights(await minifyModule('index', ...revisions))];

const table = [header, header.map(() => '---'), ...rows, all].map((row) => `| ${row.join(' | ')} |`).join('\n');
if (process.argv.includes('--print')) console.log(table);
else {
  const text = readFileSync(page, 'utf8').replace(
    /(<!-- revisions -->).*?(<!-- end -->)/s,
    (_, start, end) => `${start}\n\n${table}\n\n${end}`,
  );
  writeFileSync(page, await formatted(page, text));
}

function weights(contents) {
  return [contents.length, gzipSync(contents).length].map((bytes) => `${(bytes / 1000).toFixed(1)} kB`);
}
