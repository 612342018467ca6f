// Measures ours beside what people would use instead, and beside the floor: the least program that could do the work.
// Usage: npm run bench [-- --row <part of a name>] [--json]
import { parseArgs } from 'node:util';
import { rows as explainRows } from './rows/explain.mjs';
import { rows as generateRows } from './rows/generate.mjs';
import { rows as hostileRows } from './rows/hostile.mjs';
import { rows as httpRows } from './rows/http.mjs';
import { rows as memoryRows } from './rows/memory.mjs';
import { rows as sdkRows } from './rows/sdk.mjs';
import { rows as sizeRows } from './rows/size.mjs';
import { rows as startRows } from './rows/start.mjs';
import { rows as stdioRows } from './rows/stdio.mjs';
import { rows as typesRows } from './rows/types.mjs';
import { rows as validateRows } from './rows/validate.mjs';

const { values: options } = parseArgs({ options: { row: { type: 'string' }, json: { type: 'boolean' } } });

const rows = [
  ...validateRows,
  ...explainRows,
  ...hostileRows,
  ...sizeRows,
  ...typesRows,
  ...generateRows,
  ...stdioRows,
  ...httpRows,
  ...memoryRows,
  ...startRows,
  ...sdkRows,
].filter(({ row }) => row.includes(options.row ?? ''));
if (rows.length === 0) {
  console.error(`No row is called "${options.row}".`);
  process.exit(2);
}

const results = [];
for (const { row, unit, better, target, measure } of rows) {
  process.stderr.write(`${row} ...\n`);
  const measured = await measure();
  const { floor, ours, ...others } = measured;
  results.push({ row, unit, better, floor, ours, others, target: target?.text, met: target?.met(measured) });
}

if (options.json) console.log(JSON.stringify(results, undefined, 2));
else for (const result of results) print(result);

function print({ row, unit, better, floor, ours, others, target, met }) {
  const ratio = (value) => (better === 'higher' ? ours / value : value / ours);
  console.log(`\n${row} (${unit}, ${better} is better)`);
  if (floor) console.log(`  floor            ${format(floor)}   ours is ${(ours / floor).toFixed(3)} of it`);
  console.log(`  ours             ${format(ours)}`);
  for (const [name, value] of Object.entries(others)) {
    const compared = floor || better === 'higher' ? `   ours is ${ratio(value).toFixed(1)} x better` : '';
    console.log(`  ${name.padEnd(16)} ${format(value)}${compared}`);
  }
  if (target) console.log(`  to reach: ${target}: ${met ? 'met' : 'NOT met'}`);
}

function format(value) {
  if (typeof value === 'string') return value;
  const digits = value >= 1000 ? 0 : 1;
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits }).padStart(10);
}
