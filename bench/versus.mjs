// Measures this checkout beside another one, in interleaved pairs: is it slower than it was?
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DrivenHttpServer } from './httpDriver.mjs';
import { fail, readOptions } from './options.mjs';
import { pairedRatio } from './statistics.mjs';
import { DrivenServer } from './stdioDriver.mjs';

const USAGE = 'Usage: npm run bench:versus -- <other checkout, built> [--row <part of a name>] [--pairs 15]';

const { values: options, positionals } = readOptions(USAGE, {
  options: { row: { type: 'string', default: '' }, pairs: { type: 'string', default: '15' } },
  allowPositionals: true,
});
if (positionals.length !== 1) fail(`Expected one other checkout, got ${positionals.length}.`, USAGE);
const here = fileURLToPath(new URL('..', import.meta.url));
const checkouts = [here, resolve(positionals[0])];
const pairs = Number(options.pairs);

/** The lower end of what counts as the same speed. */
const SAME = 0.97;
const HTTP_CONNECTIONS = 16;
const HTTP_SECONDS = 2;

/** Servers that stay while they are measured: opens one of a checkout, and gives what measures it and what stops it. */
const overStdio = (program, count, inFlight) => async (checkout) => {
  const server = new DrivenServer([join(checkout, 'bench', program)]);
  await server.initialize();
  return { measure: () => server.callsPerSecond(count, inFlight), stop: () => server.stop() };
};
const overHttp = (program, answers) => async (checkout) => {
  const server = new DrivenHttpServer([join(checkout, 'bench', program), answers]);
  await server.open();
  return { measure: () => server.callsPerSecond(HTTP_CONNECTIONS, HTTP_SECONDS), stop: () => server.stop() };
};

/** What is measured in a process of its own each time. */
const once = (measure) => (checkout) => Promise.resolve({ measure: () => measure(checkout), stop() {} });
const untilInitialized = (program) =>
  once(async (checkout) => {
    const started = performance.now();
    const server = new DrivenServer([join(checkout, 'bench', program)]);
    await server.initialize();
    const milliseconds = performance.now() - started;
    await server.stop();
    return milliseconds;
  });
const printed = (program, ...args) =>
  once((checkout) =>
    Number(
      execFileSync(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), checkout, ...args], {
        encoding: 'utf8',
      }),
    ),
  );

const rows = [
  ['runtime: stdio, 64 requests in flight', 'calls/s', overStdio('servers/ours.mjs', 20_000, 64)],
  ['runtime: stdio, one at a time', 'calls/s', overStdio('servers/ours.mjs', 4_000, 1)],
  ['runtime: HTTP, JSON answers', 'calls/s', overHttp('servers/ours-http.mjs', 'json')],
  ['runtime: HTTP, SSE answers', 'calls/s', overHttp('servers/ours-http.mjs', 'sse')],
  ['runtime: start to initialize answered', 'ms', untilInitialized('servers/ours.mjs')],
  ['runtime: in memory, client to server and back', 'µs', printed('versusOnce.mjs', 'runtime')],
  ['sdk: stdio, 64 requests in flight', 'calls/s', overStdio('servers/ours-sdk.mjs', 20_000, 64)],
  ['sdk: stdio, one at a time', 'calls/s', overStdio('servers/ours-sdk.mjs', 4_000, 1)],
  ['sdk: start to initialize answered', 'ms', untilInitialized('servers/ours-sdk.mjs')],
  ['sdk: in memory, client to server and back', 'µs', printed('versusOnce.mjs', 'sdk')],
  ['validate: tools/call result', 'ns', printed('versusOnce.mjs', 'validate')],
].filter(([row]) => row.includes(options.row));
if (rows.length === 0) fail(`No row is called "${options.row}".`, USAGE);

console.log(`| row | this | other | speed, 95 % interval of ${pairs} pairs | |\n| --- | --- | --- | --- | --- |`);
for (const [row, unit, open] of rows) {
  const contenders = [];
  try {
    for (const checkout of checkouts) contenders.push(await open(checkout));
    for (const { measure } of contenders) await measure(); // warm up
    const measured = [];
    for (let pair = 0; pair < pairs; pair++) {
      // Who goes first changes, so that a machine that slows down hits both alike.
      const order = pair % 2 === 0 ? [0, 1] : [1, 0];
      const values = [];
      for (const index of order) values[index] = await contenders[index].measure();
      measured.push(unit === 'calls/s' ? values : values.toReversed());
    }
    const { ratio, low, high } = pairedRatio(measured);
    const [ours, other] = [0, 1].map((index) => mean(measured, unit === 'calls/s' ? index : 1 - index));
    const verdict = high < SAME ? '**worse**' : low > 1 / SAME ? 'better' : 'same';
    console.log(
      `| ${row} (${unit}) | ${ours} | ${other} | ${ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}) | ${verdict} |`,
    );
    if (high < SAME) process.exitCode = 1;
  } finally {
    for (const { stop } of contenders) await stop();
  }
}

function mean(measured, index) {
  const sum = measured.reduce((total, values) => total + values[index], 0);
  return (sum / measured.length).toLocaleString('en', { maximumFractionDigits: 1 });
}
