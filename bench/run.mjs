// Measures ours beside what people would use instead, and beside the floor: the least program that could do the work.
import { installApart } from '../scripts/installApart.mjs';
import { fail, readOptions } from './options.mjs';
import { rows as bridgeRows } from './rows/bridge.mjs';
import { httpClientRows } from './rows/clients.mjs';
import { rows as explainRows } from './rows/explain.mjs';
import { rows as generateRows } from './rows/generate.mjs';
import { rows as hostileRows } from './rows/hostile.mjs';
import { rows as sizeRows } from './rows/size.mjs';
import { rows as tasksRows } from './rows/tasks.mjs';
import { transportRows } from './rows/transports.mjs';
import { rows as typesRows } from './rows/types.mjs';
import { rows as validateRows } from './rows/validate.mjs';

/** The columns of this project. */
const OURS = ['ours', 'runtime', 'sdk'];

const USAGE = 'Usage: npm run bench [-- --row <part of a name>] [--json]';

const { values: options } = readOptions(USAGE, { options: { row: { type: 'string' }, json: { type: 'boolean' } } });

const rows = [
  ...validateRows,
  ...explainRows,
  ...hostileRows,
  ...sizeRows,
  ...typesRows,
  ...generateRows,
  ...transportRows,
  ...httpClientRows,
  ...bridgeRows,
  ...tasksRows,
].filter(({ row }) => row.includes(options.row ?? ''));
if (rows.length === 0) fail(`No row is called "${options.row}".`, USAGE);

// FastMCP is not among the packages of this project.
if (rows.some(({ columns }) => columns?.includes('FastMCP'))) installApart('test/comparison');

const results = [];
for (const { row, unit, better, target, columns, lacking, measure } of rows) {
  process.stderr.write(`${row} ...\n`);
  const values = await measure();
  results.push({ row, unit, better, columns, values, lacking, target: target?.text, met: target?.met(values) });
}

if (options.json) console.log(JSON.stringify(results, undefined, 2));
else for (const result of results) print(result);

function print({ row, unit, better, values, lacking = {}, target, met }) {
  console.log(`\n${row} (${unit}, ${better} is better)`);
  for (const [name, value] of Object.entries(values)) {
    console.log(`  ${name.padEnd(16)} ${format(value)}${compared(name, values, better)}`);
  }
  for (const [name, reason] of Object.entries(lacking))
    console.log(`  ${name.padEnd(16)} ${'-'.padStart(10)}   ${reason}`);
  if (target) console.log(`  to reach: ${target}: ${met ? 'met' : 'NOT met'}`);
}

/** Ours against the floor, and the others against ours. */
function compared(name, { floor, ours, sdk = ours, ...others }, better) {
  const values = { ...others, ours, sdk };
  const value = values[name];
  if (typeof value !== 'number') return '';
  if (OURS.includes(name)) return floor === undefined ? '' : `   ${(value / floor).toFixed(3)} of the floor`;
  const ratio = better === 'higher' ? sdk / value : value / sdk;
  return `   ${ours === undefined ? 'sdk' : 'ours'} is ${ratio.toFixed(1)} x better`;
}

function format(value) {
  if (typeof value === 'string') return value;
  const digits = value >= 1000 ? 0 : 1;
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits }).padStart(10);
}
