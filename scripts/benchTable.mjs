// Writes the table of docs/performance.md from a run: npm run bench -- --json > run.json && node scripts/benchTable.mjs run.json
// With --print it goes to standard output instead; without a run its cells are empty.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { COLUMNS } from '../bench/contenders.mjs';
import { httpClientRows } from '../bench/rows/clients.mjs';
import { transportRows } from '../bench/rows/transports.mjs';
import { writeBetween } from './writeBetween.mjs';

const { values: options, positionals } = parseArgs({ options: { print: { type: 'boolean' } }, allowPositionals: true });
const results = positionals.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')));
const measured = new Map(results.map(({ row, values }) => [row, values]));
const rows = [...transportRows, ...httpClientRows];
const missing = rows.filter(({ row }) => !measured.has(row));
if (missing.length > 0 && !options.print) {
  console.error(`The run lacks rows: ${missing.map(({ row }) => row).join('; ')}`);
  process.exit(1);
}

const header = ['', ...COLUMNS];
const table = [header, header.map((_, index) => (index === 0 ? '---' : '--:'))]
  .concat(
    rows.map(({ row, unit }) => [`${row} (${unit})`, ...COLUMNS.map((column) => cell(measured.get(row)?.[column]))]),
  )
  .map((row) => `| ${row.join(' | ')} |`)
  .join('\n');

if (options.print) console.log(table);
else await writeBetween('docs/performance.md', 'benchmarks', table);

function cell(value) {
  return typeof value === 'number' ? value.toLocaleString('en', { maximumSignificantDigits: 3 }) : '–';
}
