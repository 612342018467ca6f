/** A server in a process of its own, which holds what it was sent: its ledger is compared with its heap. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ClientMessages, initialize, INITIALIZED } from '../clientMessages.mjs';
import { toText } from '../recipes.mjs';

const PROGRAM = fileURLToPath(new URL('../programs/held.mjs', import.meta.url));
const REVISION = '2025-11-25';

/** How many times as much as there is may be counted, and the bytes of code and statistics that the engine adds meanwhile. */
const MOST = 2.5;
const ENGINE = 500_000;

/** Calls that hang: fewer than a connection may have at a time. */
const CALLS = 60;

/**
 * @param {'stdio' | 'http'} transport
 * @param {string[]} program the server, and its arguments behind the transport
 */
export function heldServer(name, transport, program = [PROGRAM]) {
  return {
    name,
    make(random) {
      const messages = new ClientMessages(random, REVISION);
      const calls = Array.from({ length: CALLS }, (_, at) => ({ call: `held ${at}`, given: makeValue(random, 3) }));
      const others = Array.from({ length: CALLS }, () => ({ message: messages.next() }));
      return { steps: [...calls, ...others].toSorted(() => random.next() - 0.5) };
    },
    run: ({ steps }, probe) => hold(transport, program, steps, probe),
  };
}

export const heldStdioServer = heldServer('held-stdio-server', 'stdio');
export const heldHttpServer = heldServer('held-http-server', 'http');

/** Returns a value, as a recipe: up to some hundred kilobytes of heap. */
function makeValue(random, depth) {
  const text = () => random.pick(['x', 'ab', '\u00e9', '\u4e2d', '\u{1f600}']);
  const scalar = () => random.pick([0, -1, 1.5, 2 ** 40, true, null, '', text().repeat(random.below(30))]);
  if (depth === 0) return scalar();
  const inner = () => makeValue(random, depth - 1);
  return random.weighted([
    [2, () => ({ $repeat: [text(), random.below(50_000)] })],
    [2, () => ({ $keys: random.below(2_000) })],
    [2, () => ({ $many: [scalar(), random.below(5_000)] })],
    [1, () => ({ $many: [{ a: scalar(), b: scalar() }, random.below(2_000)] })],
    [1, () => ({ $nested: random.below(500) })],
    [1, () => ({ $deep: random.below(500) })],
    [3, () => Array.from({ length: random.below(6) }, inner)],
    [3, () => Object.fromEntries(Array.from({ length: random.below(6) }, (_, at) => [`${text()}${at}`, inner()]))],
  ])();
}

async function hold(transport, [program, ...args], steps, probe) {
  const child = fork(program, [transport, ...args], {
    execArgv: ['--expose-gc'],
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  });
  const exited = once(child, 'exit');
  const measure = async () => {
    child.send('measure');
    return (await once(child, 'message'))[0];
  };
  const send = transport === 'stdio' ? overStdio(child) : await overHttp(child);
  const texts = probe.own(() => steps.map(({ message, ...call }) => toText(message ?? requestOf(call))));
  // The first time, code is compiled.
  await round();
  const before = await settled(measure);
  for (const text of texts) probe.note(text);
  const during = await round();
  child.kill('SIGKILL');
  await probe.settles('the process', exited);
  const used = during.used - before.used;
  const counted = during.counted - before.counted;
  if (counted < used - ENGINE) probe.fail(`${counted} bytes are counted for ${used}`);
  if (counted > MOST * used + ENGINE) probe.fail(`${counted} bytes are counted for ${used}, which is too much`);

  /** Sends everything, and lets go of it. Returns what was held. */
  async function round() {
    await send.open();
    probe.own(() => texts.forEach(send.text));
    const held = await settled(measure);
    child.send('release');
    return held;
  }
}

function requestOf({ call, given }) {
  return { jsonrpc: '2.0', id: call, method: 'tools/call', params: { name: 'hang', arguments: { given } } };
}

/** Measures until what is counted no longer changes. */
async function settled(measure) {
  let last = await measure();
  for (;;) {
    await sleep(100);
    const next = await measure();
    if (next.counted === last.counted) return next;
    last = next;
  }
}

function overStdio(child) {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let isOpen = false;
  return {
    async open() {
      if (isOpen) return;
      isOpen = true;
      child.stdin.on('error', () => {});
      child.stdin.write(`${toText(initialize(REVISION, 'open'))}\n`);
      await lines.next();
      child.stdin.write(`${toText(INITIALIZED)}\n`);
      child.stdout.resume();
    },
    text: (text) => child.stdin.write(`${text.replaceAll('\n', ' ')}\n`),
  };
}

async function overHttp(child) {
  const [{ url }] = await once(child, 'message');
  let headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (body) => fetch(url, { method: 'POST', headers, body });
  return {
    async open() {
      if ('mcp-session-id' in headers) return;
      const opened = await post(toText(initialize(REVISION, 'open')));
      headers = { ...headers, 'mcp-session-id': opened.headers.get('mcp-session-id') };
      await opened.text();
      await post(toText(INITIALIZED));
    },
    text(text) {
      post(text.toWellFormed()).then(
        (response) => response.text().catch(() => {}),
        () => {},
      );
    },
  };
}
