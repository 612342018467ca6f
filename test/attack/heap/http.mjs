/** An attack over HTTP: the attacker in a process of its own, and a good client in this one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Victim } from './victim.mjs';
import { Caller, rpc } from './wire.mjs';

const ATTACKER = fileURLToPath(new URL('attacker.mjs', import.meta.url));

/** Milliseconds in which the good client has to be answered when the attack is over. */
const TIMEOUT = 60_000;

/** Megabytes of the heap that may be left of an attack, and milliseconds until then: longer than its sessions live. */
export const HEAP_LEFT = 32;
const SETTLE_TIME = 75_000;

/**
 * @param {{ name: string, connections: number, addresses: number, checkout: string, milliseconds: number, quietly: number, server: string }} options
 *   `quietly`: the milliseconds for which the good client is alone
 * @returns what became of the server, and the good client's median latency in milliseconds, quiet and attacked
 */
export async function attackHttp({ name, connections, addresses, checkout, milliseconds, quietly, server }) {
  const victim = new Victim(checkout, server);
  const lines = createInterface(victim.child.stdout);
  const [url] = await once(lines, 'line');
  const good = new GoodClient(url);
  const started = await good.start();
  const quiet = await good.measure(quietly);
  const heap = await heapOf(victim, lines);
  const attacker = spawn(process.execPath, [ATTACKER, url, name, String(connections), String(addresses)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(attacker.stdout, 'data');
  const attacked = await good.measure(milliseconds, () => victim.isAlive);
  const wasAlive = victim.isAlive;
  const attackedToEnd = attacker.exitCode === null;
  attacker.kill('SIGKILL');
  if (attacker.exitCode === null) await once(attacker, 'exit');
  const served = started && wasAlive && (await good.isServed(TIMEOUT));
  const left = await heapLeft(victim, lines, heap + HEAP_LEFT, quietly === 0 ? 0 : SETTLE_TIME);
  const survived = victim.isAlive;
  const { peak } = victim;
  good.close();
  await victim.end();
  const reason = survived ? '' : victim.reason;
  return {
    attack: name,
    server,
    connections,
    addresses,
    attackedToEnd,
    survived,
    served,
    peak,
    heap,
    left,
    quiet: quiet.median,
    attacked: attacked.median,
    calls: attacked.calls,
    errors: attacked.errors,
    reason,
  };
}

/** The megabytes of the heap after a collection; 0 if the process has ended. */
async function heapOf(victim, lines) {
  if (!victim.isAlive) return 0;
  const controller = new AbortController();
  const { signal } = controller;
  const told = once(lines, 'line', { signal });
  const ended = once(victim.child, 'exit', { signal });
  const late = sleep(TIMEOUT, [0], { signal });
  for (const other of [told, ended, late]) other.catch(() => undefined);
  victim.child.stdin.write('heap\n');
  const [megabytes] = await Promise.race([told, ended.then(() => [0]), late]);
  controller.abort();
  return Number(megabytes);
}

/** Waits until the heap is small again, at most so long. Returns its megabytes. */
async function heapLeft(victim, lines, small, milliseconds) {
  const end = performance.now() + milliseconds;
  for (;;) {
    const heap = await heapOf(victim, lines);
    if (heap <= small || performance.now() > end) return heap;
    await sleep(1_000);
  }
}

class GoodClient {
  #caller;
  #session;
  #id = 0;

  constructor(url) {
    this.#caller = new Caller(url, '127.0.0.1', { headers: { authorization: 'good' } });
  }

  async start() {
    this.#session = await this.#caller.open();
    return this.#session !== undefined;
  }

  /** Calls a tool again and again. A call that is not answered counts as long as it was waited for, and is no error. */
  async measure(milliseconds, goOn = () => true) {
    const latencies = [];
    let errors = 0;
    const end = performance.now() + milliseconds;
    while (performance.now() < end && goOn()) {
      const started = performance.now();
      const { isServed, isAnswered } = await this.#call(Math.max(end - started, 1_000));
      if (isAnswered && !isServed) errors++;
      latencies.push(performance.now() - started);
      await sleep(10);
    }
    latencies.sort((a, b) => a - b);
    const median = Number((latencies[latencies.length >> 1] ?? Infinity).toFixed(1));
    return { median, calls: latencies.length, errors };
  }

  async isServed(patience) {
    const end = performance.now() + patience;
    while (performance.now() < end) {
      if ((await this.#call(Math.max(end - performance.now(), 100))).isServed) return true;
      await sleep(100);
    }
    return false;
  }

  close() {
    this.#caller.close();
  }

  async #call(leaveAfter) {
    const body = rpc(++this.#id, 'tools/call', { name: 'echo', arguments: { text: 'hello' } });
    const { status, text } = await this.#caller.post(body, { session: this.#session, leaveAfter });
    return { isServed: status === 200 && text.includes('"text":"hello"'), isAnswered: status !== 0 };
  }
}
