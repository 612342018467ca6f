// Writes README's comparison with other libraries from what other tables have measured: docs/comparison.md, docs/performance.md, and the
// lock files. Usage: node scripts/why.mjs; with --print it goes to standard output instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatted } from './formatted.mjs';
import { installedPackages } from './installedPackages.mjs';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const read = (name) => readFileSync(path(name), 'utf8');

/** Rows of docs/performance.md, and how this table names them. */
const BENCHMARKS = [
  ['stdio, client and server, zod (calls/s)', 'calls per second over stdio, client and server'],
  ['HTTP without sessions, 16 connections, zod (calls/s)', 'calls per second over HTTP without sessions, server'],
  ['start to initialize answered, zod (ms)', 'start until `initialize` is answered (ms)'],
  ['memory after initialize, zod (MB resident, on Linux)', 'memory after that (MB)'],
];

const lines = tableOf('docs/comparison.md', 'lines');
const benchmarks = tableOf('docs/performance.md', 'benchmarks');
const rows = [
  ['', 'mcp-gen', 'SDK v1', 'SDK v2', 'FastMCP'],
  ['---', '--:', '--:', '--:', '--:'],
  programLines(lines.rowOf('**all lines**')),
  [
    'npm packages that a server installs',
    installedPackages(path(''), 'sdk'),
    installedPackages(path(''), 'node_modules/@modelcontextprotocol/sdk'),
    installedPackages(path(''), 'node_modules/@modelcontextprotocol/server'),
    installedPackages(path('test/comparison'), 'node_modules/fastmcp'),
  ],
  ...BENCHMARKS.map(([row, title]) => [title, ...benchmarks.cells(row, ['sdk', 'SDK v1', 'SDK v2', 'FastMCP'])]),
];
const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');

if (process.argv.includes('--print')) console.log(table);
else {
  const readme = path('README.md');
  const text = read('README.md').replace(
    /(<!-- why -->).*?(<!-- end -->)/s,
    (_, start, end) => `${start}\n\n${table}\n\n${end}`,
  );
  writeFileSync(readme, await formatted(readme, text));
}

/** The comparison has no program for SDK v1. */
function programLines([, ours, official, fastmcp]) {
  return ['lines of the same server', ...[ours, '–', official, fastmcp].map((cell) => cell.replaceAll('*', ''))];
}

/** Returns the table behind a marker of a page. */
function tableOf(page, marker) {
  const [, text] = new RegExp(`<!-- ${marker} -->(.*?)<!-- end -->`, 's').exec(read(page)) ?? fail(page, marker);
  const [header, , ...body] = text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const rowOf = (title) => body.find(([first]) => first === title) ?? fail(page, title);
  return {
    rowOf,
    cells: (title, columns) => columns.map((column) => rowOf(title)[header.indexOf(column)] ?? fail(page, column)),
  };
}

function fail(page, what) {
  throw new Error(`${page} has no ${what}`);
}
