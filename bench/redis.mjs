// Measures what several processes with Redis cost, beside one process with its stores in memory: calls a second, 99th percentile, calls
// for each second of CPU time of all servers, commands of Redis for each call, and bytes in Redis. Requests go to the processes in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { freePort, startRedis } from '../test/support/startRedis.mjs';
import { readOptions } from './options.mjs';

const USAGE = 'Usage: npm run bench:redis [-- --seconds 4]. Needs redis-server and Linux.';

const { values } = readOptions(USAGE, { options: { seconds: { type: 'string', default: '4' } } });
const MILLISECONDS = Number(values.seconds) * 1_000;
const SESSIONS = 16;
const PREFIX = 'bench:';
/** Ticks of the clock of /proc in a second. */
const TICKS = 100;

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const redis = await startRedis();
const client = new Redis(redis.url);

const rows = [];
for (const tool of ['echo', 'steps']) {
  rows.push(await measure('in memory', 1, tool, undefined));
  for (const nodes of [1, 2, 4]) rows.push(await measure('Redis', nodes, tool, redis.url));
}
console.table(rows);
console.table([await sizes()]);
client.disconnect();
await redis.stop();
process.exit(0);

async function measure(stores, count, tool, url) {
  await client.flushall();
  const nodes = [];
  for (let n = 0; n < count; n++) nodes.push(await startNode(url));
  let turn = 0;
  const next = () => nodes[turn++ % nodes.length].port;
  const sessions = [];
  for (let n = 0; n < SESSIONS; n++) sessions.push(await open(next));
  const call = (session) =>
    send(next(), session, { jsonrpc: '2.0', id: 2, method: 'tools/call', params: paramsOf(tool) });
  const loop = async (session, until, times) => {
    while (performance.now() < until) {
      const start = performance.now();
      const { status, text } = await call(session);
      if (status !== 200 || !text.includes('"result"')) throw new Error(`${status} ${text}`);
      times.push(performance.now() - start);
    }
  };
  const run = async (milliseconds) => {
    const times = [];
    const until = performance.now() + milliseconds;
    await Promise.all(sessions.map((session) => loop(session, until, times)));
    return times;
  };
  await run(500);
  const [cpu, commands] = [cpuOf(nodes), await commandsOf()];
  const times = (await run(MILLISECONDS)).toSorted((a, b) => a - b);
  const used = cpuOf(nodes) - cpu;
  const asked = (await commandsOf()) - commands;
  for (const { child } of nodes) child.kill('SIGKILL');
  return {
    stores,
    processes: count,
    tool: tool === 'echo' ? 'plain answer' : 'three progress events',
    'calls/s': Math.round((times.length / MILLISECONDS) * 1_000),
    'p99 ms': Number(times[Math.floor(times.length * 0.99)].toFixed(1)),
    'calls per CPU second': Math.round(times.length / used),
    'commands per call': url === undefined ? 0 : Number((asked / times.length).toFixed(2)),
  };
}

/** The bytes that Redis needs for sessions, and for events. */
async function sizes() {
  await client.flushall();
  const node = await startNode(redis.url);
  const bytes = async () => Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
  const empty = await bytes();
  const sessions = [];
  for (let n = 0; n < 500; n++) sessions.push(await open(() => node.port));
  const opened = await bytes();
  for (const session of sessions.slice(0, 100)) {
    await send(node.port, session, { jsonrpc: '2.0', id: 2, method: 'tools/call', params: paramsOf('steps') });
  }
  const called = await bytes();
  let events = 0;
  for (const key of await client.keys(`${PREFIX}*:events`)) events += await client.xlen(key);
  node.child.kill('SIGKILL');
  return {
    'bytes per session': Math.round((opened - empty) / 500),
    'bytes per session with a first call': Math.round((called - opened) / 100),
    'events of a call': events / 100,
  };
}

function paramsOf(tool) {
  return tool === 'echo' ? { name: tool } : { name: tool, _meta: { progressToken: 1 } };
}

async function open(next) {
  const clientInfo = { name: 'bench', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  for (let attempt = 1; ; attempt++) {
    const { status, session } = await send(next(), undefined, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    if (status === 200) return session;
    if (attempt === 50) throw new Error(`initialize was answered with ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function send(port, session, message) {
  return new Promise((resolve, reject) => {
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(session !== undefined && { 'mcp-session-id': session }),
    };
    const sent = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, session: response.headers['mcp-session-id'], text }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(message));
  });
}

function cpuOf(nodes) {
  return nodes.reduce((total, { child }) => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return total + (Number(fields[11]) + Number(fields[12])) / TICKS;
  }, 0);
}

async function commandsOf() {
  return Number(/total_commands_processed:(\d+)/.exec(await client.info('stats'))?.[1]);
}

async function startNode(url) {
  const port = await freePort();
  const program = fileURLToPath(new URL('servers/node.mjs', import.meta.url));
  const args = [program, String(port), ...(url === undefined ? [] : [url, PREFIX])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return { child, port };
}
