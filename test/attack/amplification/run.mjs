// Measures what one message makes a process do: work, memory that it keeps, and bytes that it sends.
//
// Usage: node --expose-gc --max-old-space-size=256 test/attack/amplification/run.mjs [--kilobytes 1000] [--case <part of a name>]
//        [--short] [--json]
//
// `work` is processor time in terms of that of `JSON.parse` of the same text, `kept` and `sent` are in terms of its bytes. Each case is
// measured several times, and the least counts. `--short` measures again only what exceeds a bound: more often, since then the machine is
// busy with other things, too. Exits with 1 if a bound is exceeded.
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions } from '../../../bench/options.mjs';
import { casesToClient, openClient } from './toClient.mjs';
import { casesToServer, openServer } from './toServer.mjs';

const USAGE = 'Usage: npm run amplification -- [--kilobytes 1000] [--case <part of a name>] [--short] [--json]';

const { values: options } = readOptions(USAGE, {
  options: {
    kilobytes: { type: 'string', default: '1000' },
    case: { type: 'string', default: '' },
    short: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});

/** The bounds: factors, and what is allowed beside them, in milliseconds and bytes. */
const BOUNDS = { work: [8, Math.min(20, Number(options.kilobytes) / 10)], kept: [1.2, 300_000], sent: [1.2, 20_000] };

const REPEATS = options.short ? 10 : 3;
const bytes = Number(options.kilobytes) * 1_000;

const rows = [];
for (const each of casesToServer(bytes)) await measure('to a server', openServer, each);
for (const each of casesToClient(bytes)) await measure('to a client', openClient, each);

const failing = rows.filter(({ exceeded }) => exceeded !== '');
if (options.json) console.log(JSON.stringify(rows));
else {
  console.table(rows);
  console.log(`${rows.length} cases, ${failing.length} beyond ${JSON.stringify(BOUNDS)}`);
}
process.exitCode = failing.length > 0 ? 1 : 0;

async function measure(direction, open, { name, text: makeText, call }) {
  if (!`${direction}, ${name}`.includes(options.case)) return;
  const text = makeText();
  const length = Buffer.byteLength(text);
  let parse;
  let work = Infinity;
  let kept = Infinity;
  let sent = Infinity;
  const isWithin = () => beyond('work', work, parse) === '' && beyond('sent', sent, length) === '';
  // Without forced collections, which throw away what the engine has optimized: each exchange would be a first one.
  for (let left = REPEATS; left > 0 && !(options.short && isWithin()); left--) {
    const parsing = Math.min(...Array.from({ length: 3 }, () => cpuTime(() => parsed(text))));
    const exchanged = await exchange();
    sent = Math.min(sent, exchanged.sent);
    if (exchanged.spent < work) [work, parse] = [exchanged.spent, parsing];
    await exchanged.side.close();
  }
  for (let left = REPEATS; left > 0 && !(options.short && beyond('kept', kept, length) === ''); left--) {
    const { side, before } = await exchange(heldBytes);
    // What was on its way is let go of a moment later.
    await sleep(5);
    kept = Math.min(kept, heldBytes() - before);
    await side.close();
  }
  const exceeded = [beyond('work', work, parse), beyond('kept', kept, length), beyond('sent', sent, length)];
  rows.push({
    case: `${direction}, ${name}`,
    'parse, ms': round(parse),
    'work, ms': round(work),
    work: round(work / parse),
    kept: round(Math.max(kept, 0) / length),
    sent: round(sent / length),
    exceeded: exceeded.filter(Boolean).join(' '),
  });

  /** Opens a side and exchanges the text with it once. */
  async function exchange(look = () => 0) {
    const side = await open();
    const headers = await side.prepare(text);
    const before = look();
    const started = cpu();
    const sent = await side.exchange(text, headers, call);
    return { side, before, sent, spent: cpu() - started };
  }
}

function beyond(name, value, base) {
  const [factor, allowance] = BOUNDS[name];
  return value > factor * base + allowance ? name : '';
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cpuTime(act) {
  const started = cpu();
  act();
  return cpu() - started;
}

/** The milliseconds for which this process has used a processor. */
function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function heldBytes() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function round(value) {
  return Number(value.toFixed(1));
}
