// Runs each attack against a server with a small heap, with a good client beside it, and prints what came of it.
//
// Usage: node test/attack/heap/run.mjs [--short | --seconds 60] [--attack <part of a name>] [--connections 1,100] [--checkout <folder>]
//        [--json]
//
// `--short` takes some seconds for each attack, and judges life and memory alone. Exits with 1 if an attack succeeds.
import { parseArgs } from 'node:util';
import { attacks } from './attacks.mjs';
import { attackHttp } from './http.mjs';
import { attackStdio } from './stdio.mjs';
import { stdioAttacks } from './stdioAttacks.mjs';

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean' },
    seconds: { type: 'string', default: '60' },
    attack: { type: 'string', default: '' },
    connections: { type: 'string' },
    checkout: { type: 'string', default: '.' },
    json: { type: 'boolean' },
  },
});

/** How much slower the good client may be answered. */
const SLOWDOWN = 3;

/** Milliseconds below which a latency is taken for good: measurements of less vary too much. */
const GOOD_LATENCY = 10;

const { checkout, short = false } = options;
const milliseconds = short ? 3_000 : Number(options.seconds) * 1_000;
const counts = (options.connections ?? (short ? '20' : '1,100')).split(',').map(Number);
const isChosen = (name) => name.includes(options.attack);

const rows = [];
for (const name of Object.keys(attacks).filter(isChosen)) {
  for (const connections of counts) rows.push(judge(await attackHttp({ name, connections, checkout, milliseconds })));
}
for (const name of Object.keys(stdioAttacks).filter(isChosen)) {
  rows.push(judge(await attackStdio({ name, checkout, milliseconds })));
}
if (options.json) console.log(JSON.stringify(rows));
else console.table(rows.map(({ failures, ...row }) => ({ ...row, failures: failures.join('; ') })));
process.exitCode = rows.some(({ failures }) => failures.length > 0) ? 1 : 0;

function judge(row) {
  const { survived, served, quiet, attacked } = row;
  const failures = [];
  if (!survived) failures.push('the server died');
  else if (!served) failures.push('the good client is not served');
  else if (!short && attacked > Math.max(SLOWDOWN * quiet, GOOD_LATENCY))
    failures.push('the good client is served slowly');
  if (!options.json) console.error(`${row.attack}, ${row.connections}: ${failures.join('; ') || 'ok'}`);
  return { ...row, failures };
}
