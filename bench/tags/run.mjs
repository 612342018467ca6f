// Measures the prototype of conditional lists beside plain lists and cached ones: bytes, time, CPU, and the memory of the client.
import { rmSync } from 'node:fs';
import { readOptions } from '../options.mjs';
import { median } from '../statistics.mjs';
import { open } from './connections.mjs';
import { compileExample } from './example.mjs';
import { KINDS } from './kinds.mjs';

const USAGE = `Usage: node --expose-gc bench/tags/run.mjs [--rounds 30] [--json] (after npm run build)
  --rounds  how often each list is measured, all kinds in turn
  --json    print the figures as JSON`;

const { values: options } = readOptions(USAGE, {
  options: { rounds: { type: 'string', default: '30' }, json: { type: 'boolean' } },
});
const rounds = Number(options.rounds);
/** Tools, and the size of pages: 100 is the default of servers. */
const SIZES = [
  [10, 100],
  [100, 100],
  [1_000, 100],
  [1_000, 1_000],
];
const CHANGED = { none: () => 0, one: () => 1, all: (tools) => tools };
const CALLS = 200;

const folder = compileExample();
const rows = [];
try {
  for (const transport of ['stdio', 'http']) {
    for (const [tools, pageSize] of SIZES) {
      rows.push(...(await lists({ transport, tools, pageSize })));
    }
  }
  for (const [tools, pageSize] of SIZES) rows.push(await calls({ transport: 'stdio', tools, pageSize }));
  for (const [tools, pageSize] of SIZES) rows.push(await memory({ transport: 'stdio', tools, pageSize }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (options.json) console.log(JSON.stringify(rows, undefined, 2));

/** A list again, after no tool, one, or all have changed. */
async function lists(size) {
  const found = new Map();
  for (const kind of Object.keys(KINDS)) {
    const counted = await open(folder, kind, { ...size, isCounted: true });
    const whole = await bytesOf(counted);
    found.set(kind, { whole, none: {}, one: {}, all: {} });
    for (const [changed, count] of Object.entries(CHANGED)) {
      await counted.change(count(size.tools));
      found.get(kind)[changed].bytes = await bytesOf(counted);
    }
    await counted.close();
  }
  const opened = new Map();
  for (const kind of Object.keys(KINDS)) opened.set(kind, await open(folder, kind, size));
  const measured = new Map();
  for (let round = -3; round < rounds; round++) {
    for (const [kind, connection] of opened) {
      for (const [changed, count] of Object.entries(CHANGED)) {
        await connection.change(count(size.tools));
        const values = await once(connection);
        const key = `${kind} ${changed}`;
        if (round >= 0) measured.set(key, [...(measured.get(key) ?? []), values]);
      }
    }
  }
  for (const connection of opened.values()) await connection.close();
  const title = `${size.transport}, ${size.tools} tools in pages of ${size.pageSize}`;
  print(title, ['whole list, bytes', ...Object.keys(CHANGED).map((changed) => `${changed} changed`)]);
  return [...found].map(([kind, bytes]) => {
    for (const changed of Object.keys(CHANGED)) {
      for (const name of ['milliseconds', 'serverCpu', 'clientCpu']) {
        bytes[changed][name] = median(measured.get(`${kind} ${changed}`).map((values) => values[name]));
      }
    }
    const cells = Object.keys(CHANGED).map((changed) => {
      const { bytes: sent, milliseconds, serverCpu, clientCpu } = bytes[changed];
      return `${sent} B, ${milliseconds.toFixed(1)} ms, CPU ${serverCpu.toFixed(1)} + ${clientCpu.toFixed(1)} ms`;
    });
    print(`  ${kind}`, [bytes.whole, ...cells]);
    return { ...size, kind, ...bytes };
  });
}

async function bytesOf({ bytes, list }) {
  const before = bytes();
  await list();
  return bytes() - before;
}

async function once({ cpu, list }) {
  const overhead = -(await cpu()) + (await cpu());
  const server = await cpu();
  const client = process.cpuUsage();
  const started = performance.now();
  await list();
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(client);
  const serverCpu = Math.max((await cpu()) - server - overhead, 0) / 1_000;
  return { milliseconds, serverCpu, clientCpu: (user + system) / 1_000 };
}

/** What a call costs the server that is checked, since its tag is that of the whole list. */
async function calls(size) {
  const ways = [
    ['plain lists', undefined],
    ['condition and changes', {}],
    ['and digests of tools', {}],
  ];
  const opened = [];
  for (const [kind, client] of ways) opened.push([kind, await open(folder, kind, { ...size, client })]);
  const measured = {};
  for (let round = 0; round < 6; round++) {
    for (const [kind, { client, cpu, list }] of opened) {
      await list();
      const before = await cpu();
      for (let call = 0; call < CALLS; call++) await client.callTool('search_collection_1', { query: 'x' });
      if (round > 0) (measured[kind] ??= []).push(((await cpu()) - before) / CALLS);
    }
  }
  for (const [, { close }] of opened) await close();
  const microseconds = Object.fromEntries(Object.entries(measured).map(([kind, values]) => [kind, median(values)]));
  const cells = Object.entries(microseconds).map(([kind, value]) => `${kind} ${value.toFixed(0)} µs`);
  print(`server CPU for a call, ${size.tools} tools in pages of ${size.pageSize}`, cells);
  return { ...size, serverMicrosecondsPerCall: microseconds };
}

/** What the client keeps, as it is estimated, and by the heap. */
async function memory(size) {
  const { kept, list, close } = await open(folder, 'condition and changes', size);
  kept.drop('tools/list');
  await list();
  kept.drop('tools/list');
  const before = heap();
  await list();
  const heapBytes = heap() - before;
  const { bytes } = kept;
  await close();
  print(`memory of the client, ${size.tools} tools`, [`estimated ${bytes} B`, `heap ${heapBytes} B`]);
  return { ...size, estimatedBytes: bytes, heapBytes };
}

function heap() {
  if (globalThis.gc === undefined) throw new Error('Memory needs node --expose-gc');
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

function print(title, cells) {
  if (!options.json) console.log(`${title}: ${cells.join(' | ')}`);
}
