/** An attack over stdio: the client that attacks is the only one, and has to be answered when it behaves again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OPENING_LINES, PING, stdioAttacks } from './stdioAttacks.mjs';
import { Victim } from './victim.mjs';

/** Milliseconds in which everything that was sent has to be worked off. */
const PATIENCE = 60_000;

export async function attackStdio({ name, checkout, milliseconds }) {
  const victim = new Victim(checkout, 'stdio');
  const { stdin, stdout } = victim.child;
  stdin.write(OPENING_LINES);
  const controller = new AbortController();
  const attack = stdioAttacks[name]({ stdin, signal: controller.signal });
  const end = performance.now() + milliseconds;
  while (victim.isAlive && performance.now() < end) await sleep(50);
  controller.abort();
  await attack;
  stdin.write(PING);
  const served = await findPong(stdout, victim);
  const { peak, isAlive: survived } = victim;
  await victim.end();
  return {
    attack: name,
    connections: 1,
    survived,
    served,
    peak,
    quiet: 0,
    attacked: 0,
    calls: 0,
    errors: 0,
    reason: '',
  };
}

/** Reads what the server has to say, up to the answer to the last ping. */
async function findPong(stdout, victim) {
  let found = false;
  let tail = '';
  stdout.setEncoding('latin1').on('data', (text) => {
    tail = tail.slice(-100) + text;
    found ||= tail.includes('"id":"ping"');
    tail = tail.slice(-100);
  });
  const end = performance.now() + PATIENCE;
  while (!found && victim.isAlive && performance.now() < end) await sleep(50);
  return found;
}
