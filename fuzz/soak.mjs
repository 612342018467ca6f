// Runs a host and an HTTP server among evil peers for long, and checks that a good peer is served and that nothing grows.
// Usage: npm run soak -- [--seconds 600] [--only host|http] [--slope 50]
//
// The first fifth of the time is quiet. Exits with 1 if a call of the good peer fails or is served slowly, or the heap grows by more than
// `--slope` megabytes an hour; of a run of less than ten minutes the slope says little, and is not judged.
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { soakHost } from './soak/host.mjs';
import { soakHttp } from './soak/http.mjs';
import { Service, slope } from './soak/meter.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    only: { type: 'string' },
    slope: { type: 'string', default: '50' },
  },
});

/** Seconds of a run whose slope is judged. */
const LONG = 600;

/** How much slower the good peer may be served, and the milliseconds that are good in any case. */
const SLOWDOWN = 5;
const GOOD_LATENCY = 50;

const milliseconds = Number(options.seconds) * 1_000;
const rows = [];
for (const [name, open] of Object.entries({ host: soakHost, http: soakHttp })) {
  if (options.only === undefined || options.only === name) rows.push(await soak(await open()));
}
console.table(rows);
process.exitCode = rows.some(({ problems }) => problems !== '') ? 1 : 0;

async function soak({ name, good, attack, read, close }) {
  const quiet = new Service();
  await serve(quiet, good, milliseconds / 5);
  const first = await read();
  const controller = new AbortController();
  const attacking = attack(controller.signal);
  const attacked = new Service();
  const samples = [];
  const started = performance.now();
  const end = started + (milliseconds * 4) / 5;
  let p99 = 0;
  let last = first;
  while (performance.now() < end) {
    await serve(attacked, good, Math.min(milliseconds / 50, 10_000));
    last = await read();
    samples.push([performance.now() - started, last.heap]);
    p99 = Math.max(p99, last.p99);
  }
  controller.abort();
  await Promise.race([attacking, sleep(5_000)]);
  await close();
  // The heap grows at the beginning: caches fill, and code is compiled.
  const growth = slope(samples.slice(Math.floor(samples.length / 3)));
  return {
    soak: name,
    'heap, MB an hour': Math.round(growth),
    'delay p99, ms': Math.round(p99),
    handles: `${first.handles} -> ${last.handles}`,
    calls: attacked.calls,
    errors: attacked.errors,
    'median, ms': latencies(quiet, attacked, 0.5),
    'p99, ms': latencies(quiet, attacked, 0.99),
    problems: problemsOf(quiet, attacked, growth).join('; '),
  };
}

async function serve(service, good, duration) {
  const end = performance.now() + duration;
  while (performance.now() < end) {
    await service.call(good);
    await sleep(5);
  }
}

function latencies(quiet, attacked, part) {
  return `${quiet.percentile(part).toFixed(1)} -> ${attacked.percentile(part).toFixed(1)}`;
}

function problemsOf(quiet, attacked, growth) {
  const problems = [];
  if (attacked.errors > 0) problems.push(`${attacked.errors} calls of the good peer failed`);
  const allowed = Math.max(SLOWDOWN * quiet.percentile(0.5), GOOD_LATENCY);
  if (attacked.percentile(0.5) > allowed) problems.push(`the good peer waits longer than ${allowed.toFixed()} ms`);
  if (milliseconds >= LONG * 1_000 && growth > Number(options.slope)) problems.push('the heap grows');
  return problems;
}
