// Measures for how long one large message stops the event loop of each process that it passes: a server, a bridge, and a client.
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fail, readOptions } from './options.mjs';
import { KINDS } from './servers/largeResults.mjs';
import { importFrom } from './servers/importFrom.mjs';

const USAGE =
  'Usage: node bench/pauses.mjs [--kind <part of a name>] [--megabytes 10] [--repeat 5] [--checkout <folder, built>]';

const { values: options } = readOptions(USAGE, {
  options: {
    kind: { type: 'string', default: '' },
    megabytes: { type: 'string', default: '10' },
    repeat: { type: 'string', default: '5' },
    checkout: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
  },
});
const { checkout, megabytes } = options;
const repeat = Number(options.repeat);
const kinds = Object.entries(KINDS).filter(([name]) => name.includes(options.kind));
if (kinds.length === 0) fail(`No kind is called "${options.kind}".`, USAGE);
const { connect } = await importFrom(checkout, '@mcp-gen/sdk/client');

/** A process that prints a URL, and then its longest pause since the last time for each line of its input. */
class Process {
  #child;
  #lines;

  constructor(program, ...args) {
    const path = fileURLToPath(new URL(`servers/${program}`, import.meta.url));
    this.#child = spawn(process.execPath, [path, checkout, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  async line() {
    return (await this.#lines.next()).value;
  }

  async pause() {
    this.#child.stdin.write('\n');
    return Number(await this.line());
  }

  async stop() {
    this.#child.kill();
    await once(this.#child, 'exit');
  }
}

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const format = (values) => `${Math.round(median(values))}`.padStart(6);

/** The longest pauses of this process and of others while something is done: the medians of some times. */
async function pausesOf(act, processes) {
  const all = [];
  for (let time = 0; time <= repeat; time++) {
    await sleep(300);
    delay.reset();
    for (const other of processes) await other.pause();
    delay.reset();
    await act();
    await sleep(50);
    const pauses = [delay.max / 1e6];
    for (const other of processes) pauses.push(await other.pause());
    // The first time warms up.
    if (time > 0) all.push(pauses);
  }
  return processes.concat(0).map((_, at) => format(all.map((pauses) => pauses[at])));
}

console.log('milliseconds      | parse | client, server | client, bridge, server');
for (const [kind, { text, read }] of kinds) {
  const server = new Process('large.mjs', kind, megabytes);
  const url = await server.line();
  const bridge = new Process('largeBridge.mjs', url);
  const [direct, bridged] = [await connect(url), await connect(await bridge.line())];
  const json = text(Number(megabytes));
  const parses = [];
  for (let time = 0; time <= repeat; time++) {
    const started = performance.now();
    JSON.parse(json);
    parses.push(performance.now() - started);
  }
  const one = await pausesOf(() => read(direct), [server]);
  const other = await pausesOf(() => read(bridged), [bridge, server]);
  console.log(`${kind.padEnd(17)} | ${format(parses)} | ${one.join(', ')} | ${other.join(', ')}`);
  await Promise.all([direct.close(), bridged.close()]);
  await Promise.all([server.stop(), bridge.stop()]);
}
