// Two nodes behind a round-robin proxy, sessions with open streams, and faults. Prints what was lost, what came twice, and how long
// clients needed to go on. Redis is a private one.
// Usage: npm run kill -- [--rounds 20] [--sessions 200] [--fault kill|pause|restart|full|cut] [--json]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { freePort, startRedis } from '../../support/startRedis.mjs';
import { startBalancer, startCutter } from './balancer.mjs';
import { KillClient } from './client.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    sessions: { type: 'string', default: '200' },
    fault: { type: 'string', default: 'kill' },
    json: { type: 'boolean', default: false },
  },
});
const [rounds, sessions] = [Number(values.rounds), Number(values.sessions)];

/** Milliseconds of a fault that lasts. */
const FAULT_TIME = 5_000;

/** Milliseconds after a fault in which clients have to go on. */
const SETTLE = 6_000;

const PREFIX = 'kill:';
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const redis = await startRedis(['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction']);
const cutter = await startCutter(redis.port);
const ports = [await freePort(), await freePort()];
const nodes = [await startNode(ports[0]), await startNode(ports[1])];
const balancer = await startBalancer(ports);
// A node takes over what another one leaves behind when it has held its lease for three seconds.
await pause(3_500);
const totals = { stored: 0, lost: 0, doubled: 0, disordered: 0, lostSessions: 0, refusedResumes: 0 };
let clients = await openClients(sessions);
await pause(3_000);

const FAULTS = {
  /** One node dies, and another one takes its place. */
  async kill() {
    const at = Math.floor(Math.random() * nodes.length);
    nodes[at].kill('SIGKILL');
    await pause(SETTLE);
    nodes[at] = await startNode(ports[at]);
    await pause(3_500);
    await renewHalf();
  },
  /** One node stops for longer than its lease, and goes on: two nodes claim its sessions. */
  async pause() {
    const node = nodes[Math.floor(Math.random() * nodes.length)];
    node.kill('SIGSTOP');
    await pause(FAULT_TIME + 1_000);
    node.kill('SIGCONT');
    await pause(SETTLE);
  },
  /** Redis dies, and is started again with what is on its disk. */
  async restart() {
    await redis.kill();
    await redis.start();
    await pause(SETTLE);
  },
  /** Redis takes no more. */
  async full() {
    const client = new Redis(redis.url);
    await client.config('SET', 'maxmemory', '1mb');
    await pause(FAULT_TIME);
    await client.config('SET', 'maxmemory', '0');
    client.disconnect();
    await pause(SETTLE);
  },
  /** The network to Redis drops everything. */
  async cut() {
    cutter.cut();
    await pause(FAULT_TIME);
    cutter.heal();
    await pause(SETTLE);
  },
};

const table = [];
for (let round = 1; round <= rounds; round++) {
  await pause(Math.random() * 1_000);
  const present = clients;
  const before = present.map((client) => ({ ...client.calls, events: client.received.length }));
  const start = performance.now();
  let breaks = 0;
  await FAULTS[values.fault]();
  const recoveries = present.flatMap((client) => {
    const broken = client.broken.filter((time) => time > start);
    if (broken.length === 0) return [];
    breaks += broken.length;
    // Of a stream that broke more than once, until it was there for good.
    const again = client.resumed.filter((time) => time > broken.at(-1));
    return again.length === 0 ? [Infinity] : [again[0] - start];
  });
  const sum = (name) => present.reduce((total, { calls }, at) => total + calls[name] - before[at][name], 0);
  const row = {
    round,
    'broken streams': recoveries.length,
    breaks,
    'p50 ms': percentile(recoveries, 0.5),
    'p99 ms': percentile(recoveries, 0.99),
    events: present.reduce((total, { received }, at) => total + received.length - before[at].events, 0),
    'calls answered': sum('answered'),
    'ended with an error': sum('ended'),
    'not begun': sum('broken'),
    'without an answer': sum('missing'),
  };
  table.push(row);
  if (!values.json) console.error(JSON.stringify(row));
}
await endClients(clients);
const result = { fault: values.fault, rounds, sessions, table, ...totals };
for (const node of nodes) node.kill('SIGKILL');
balancer.close();
cutter.close();
await redis.stop();
if (values.json) console.log(JSON.stringify(result));
else {
  console.table(table);
  const { table: _, ...rest } = result;
  console.table([rest]);
}
process.exit(0);

/** Opens sessions, which the proxy distributes to the nodes. */
async function openClients(count) {
  const opened = Array.from({ length: count }, () => new KillClient(balancer.port));
  for (let from = 0; from < count; from += 20) {
    await Promise.all(opened.slice(from, from + 20).map((client) => client.open()));
  }
  for (const client of opened) client.start();
  return opened;
}

/** Replaces half of the clients, as time does: sessions stay at the node that continued them, and only new ones reach a new node. */
async function renewHalf() {
  const half = Math.floor(clients.length / 2);
  const [ended, kept] = [clients.slice(0, half), clients.slice(half)];
  await endClients(ended);
  clients = [...kept, ...(await openClients(half))];
  await pause(1_000);
}

async function endClients(ended) {
  await Promise.all(ended.map((client) => client.stop()));
  await compare(ended);
}

/** Compares what clients have received with what is stored of the same streams, and adds to the totals. */
async function compare(ended) {
  const client = new Redis(redis.url);
  for (const { session, received, lostSession, refusedResume } of ended) {
    totals.lostSessions += lostSession;
    totals.refusedResumes += refusedResume;
    const entries = await client.xrange(`${PREFIX}{s:${session}}:events`, '-', '+');
    const stored = new Map();
    for (const [id, fields] of entries) {
      const [, stream, , data] = fields;
      if (data !== '') stored.set(stream, [...(stored.get(stream) ?? []), `${stream}-${id}`]);
    }
    const streams = [...new Set(received.map((id) => id.slice(0, id.indexOf('-'))))];
    totals.doubled += received.length - new Set(received).size;
    for (const stream of streams) {
      const own = received.filter((id) => id.startsWith(`${stream}-`));
      const all = stored.get(stream) ?? [];
      const first = all.indexOf(own[0]);
      // What came after the client had stopped cannot have been received.
      const expected = all.slice(Math.max(first, 0), all.indexOf(own.at(-1)) + 1);
      const known = new Set(own);
      totals.stored += expected.length;
      totals.lost += expected.filter((id) => !known.has(id)).length;
      const inStore = new Set(expected);
      const order = [...new Set(own)].filter((id) => inStore.has(id));
      const wanted = expected.filter((id) => known.has(id));
      if (order.some((id, at) => id !== wanted[at])) totals.disordered++;
    }
  }
  client.disconnect();
}

function percentile(times, part) {
  if (times.length === 0) return null;
  return Math.round(times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]);
}

async function startNode(port) {
  const program = fileURLToPath(new URL('node.mjs', import.meta.url));
  const url = `redis://127.0.0.1:${cutter.port}`;
  const child = spawn(process.execPath, [program, String(port), url, PREFIX], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}
