// Lets a server hold random calls and compares what its ledger counts with what they take: `node heldTraffic.mjs stdio|session|stateless
// [seed]`. Prints bytes and counted bytes while the calls wait, while they run as tasks, and after their end, as JSON.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { Caller } from '../heap/wire.mjs';
import { randomFrom, randomValue } from './values.mjs';

const COUNT = 300;

/** A caller may have a hundred. */
const TASKS = 90;
const REVISION = '2026-07-28';

const [transport, seed = '1'] = process.argv.slice(2);
const random = randomFrom(Number(seed));
const program = fileURLToPath(new URL('holding.mjs', import.meta.url));
const server = spawn(process.execPath, ['--expose-gc', program, transport === 'stdio' ? 'stdio' : 'http'], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const lines = createInterface({ input: server.stdout });
const send = transport === 'stdio' ? await overStdio() : await overHttp();

let last = 0;
const call = (name, given = '{}', more = '') => send(++last, name, `{"name":"${name}","arguments":${given}${more}}`);
const held = async () => JSON.parse((await call('held')).result.content[0].text);
const given = () => `{"x":${randomValue(random, 3)}}`;
const calls = (count, more) => Array.from({ length: count }, () => call('wait', given(), more));

// The first calls compile code. Connections are not counted while they are idle: most are opened later.
const first = calls(COUNT / 10);
await held();
await call('release');
await Promise.all(first);
await held();

const before = await held();
const waiting = calls(COUNT);
const during = await held();
await call('release');
await Promise.all(waiting);
const after = await held();
const rows = { waiting: difference(during, before), after: difference(after, before) };
if (transport === 'session') {
  const created = await Promise.all(calls(TASKS, ',"task":{"ttl":60000}'));
  if (!created.every(({ result }) => result?.task?.status === 'working')) throw new Error(JSON.stringify(created[0]));
  rows.tasks = difference(await held(), after);
}
console.log(JSON.stringify(rows));
server.kill();
process.exit();

function difference(now, then) {
  return { used: now.used - then.used, counted: now.counted - then.counted };
}

function opening() {
  const clientInfo = { name: 'client', version: '1.0.0' };
  return JSON.stringify({ protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
}

async function overStdio() {
  const waiting = new Map();
  lines.on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  const request = (id, method, params) => {
    server.stdin.write(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}\n`);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  await request(0, 'initialize', opening());
  server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return (id, _name, params) => request(id, 'tools/call', params);
}

async function overHttp() {
  const [url] = await once(lines, 'line');
  const caller = new Caller(url);
  const session = transport === 'session' ? await caller.open() : undefined;
  return async (id, name, params) => {
    const isStateless = session === undefined;
    const all = isStateless ? `${params.slice(0, -1)},"_meta":${JSON.stringify(metadata())}}` : params;
    const body = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${all}}`;
    const headers = { 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/call', 'mcp-name': name };
    const { text } = await caller.post(body, { session, headers: isStateless ? headers : {} });
    return JSON.parse(text.replace(/^[^]*?(?=\{"jsonrpc)/, ''));
  };
}

function metadata() {
  const prefix = 'io.modelcontextprotocol';
  return {
    [`${prefix}/protocolVersion`]: REVISION,
    [`${prefix}/clientInfo`]: { name: 'client', version: '1.0.0' },
    [`${prefix}/clientCapabilities`]: {},
  };
}
