// Runs each attack against a server with a small heap, with a good client beside it, and prints what came of it.
//
// Usage: node test/attack/heap/run.mjs [--short | --seconds 60] [--attack <part of a name>] [--connections 1,100] [--addresses 1]
//        [--checkout <folder>] [--server http|plain|sdk-v2] [--json | --markdown]
//
// `--short` takes a second for each attack, two at a time, and judges life and memory alone. `--server` attacks another server,
// for comparison: `plain` is one of `node:http` alone, and `sdk-v2` one of the official SDK. Exits with 1 if an attack succeeds.
import { readOptions } from '../../../bench/options.mjs';
import { attacks } from './attacks.mjs';
import { attackHttp, HEAP_LEFT } from './http.mjs';
import { attackStdio } from './stdio.mjs';
import { stdioAttacks } from './stdioAttacks.mjs';

const USAGE = `Usage: npm run attacks -- [--short | --seconds 60] [--attack <part of a name>] [--connections 1,100]
  [--addresses 1] [--checkout <folder>] [--server http|plain|sdk-v2] [--json | --markdown]`;

const { values: options } = readOptions(USAGE, {
  options: {
    short: { type: 'boolean' },
    seconds: { type: 'string', default: '60' },
    attack: { type: 'string', default: '' },
    connections: { type: 'string' },
    addresses: { type: 'string', default: '1' },
    checkout: { type: 'string', default: '.' },
    server: { type: 'string', default: 'http' },
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
  },
});

/** How much slower the good client may be answered. */
const SLOWDOWN = 10;

/** Milliseconds below which a latency is taken for good: measurements of less vary too much. */
const GOOD_LATENCY = 10;

const { checkout, server, short = false } = options;
const milliseconds = short ? 1_000 : Number(options.seconds) * 1_000;
const quietly = short ? 0 : Math.min(milliseconds / 3, 5_000);
const patience = short ? 1_000 : 60_000;
const counts = (options.connections ?? (short ? '20' : '1,100')).split(',').map(Number);
const addresses = options.addresses.split(',').map(Number);
const isChosen = (name) => name.includes(options.attack);

const overHttp = Object.keys(attacks)
  .filter(isChosen)
  .flatMap((name) =>
    counts.flatMap((connections) =>
      addresses.map(
        (count) => () => attackHttp({ name, connections, addresses: count, checkout, milliseconds, quietly, server }),
      ),
    ),
  );
const overStdio = Object.keys(stdioAttacks)
  .filter((name) => isChosen(name) && server === 'http')
  .map((name) => () => attackStdio({ name, checkout, milliseconds, patience }));

const rows = [];
const left = [...overHttp, ...overStdio];
const work = async () => {
  for (let attack = left.shift(); attack !== undefined; attack = left.shift()) rows.push(judge(await attack()));
};
await Promise.all(Array.from({ length: short ? 2 : 1 }, work));
if (options.json) console.log(JSON.stringify(rows));
else if (options.markdown)
  for (const row of rows.filter(({ quiet }) => quiet !== undefined)) console.log(tableRow(row));
else console.table(rows.map(({ failures, ...row }) => ({ ...row, failures: failures.join('; ') })));
process.exitCode = rows.some(({ failures }) => failures.length > 0) ? 1 : 0;

function judge(row) {
  const { attackedToEnd, survived, served, quiet, attacked, errors, heap = 0, left = 0 } = row;
  const failures = attackedToEnd || !survived ? [] : ['the attacker ended too soon'];
  if (!survived) failures.push('the server died');
  // Over stdio, who attacks waits for itself alone.
  else if (!served && !(short && row.attack.startsWith('stdio'))) failures.push('the good client is not served');
  else if (!short && attacked > Math.max(SLOWDOWN * quiet, GOOD_LATENCY))
    failures.push('the good client is served slowly');
  if (!short && errors > 0) failures.push('calls of the good client were refused');
  if (!short && survived && left > heap + HEAP_LEFT) failures.push('memory is left');
  if (!options.json) console.error(`${row.attack}, ${row.connections}: ${failures.join('; ') || 'ok'}`);
  return { ...row, failures };
}

/** A row of the table in SECURITY.md. */
function tableRow({ attack, addresses, server: name, quiet, attacked, calls, heap, left, survived, failures }) {
  const round = (value) => Math.round(value).toLocaleString('en-US');
  const measured = [`${round(quiet)} ms, ${round(attacked)} ms`, round(calls), `${round(heap)}, ${round(left)}`];
  const told = survived ? ['yes', ...failures].join(', but: ') : 'no';
  return `| ${[attack, addresses, name, told, ...(survived ? measured : ['', '', ''])].join(' | ')} |`;
}
