/**
 * An attack over stdio: the client that attacks is the only one. It has to be answered when it behaves again, unless the server has closed
 * the connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { OPENING_LINES, PING, stdioAttacks } from './stdioAttacks.mjs';
import { Victim } from './victim.mjs';

/** @param {{ patience: number }} options the milliseconds in which everything that was sent has to be worked off */
export async function attackStdio({ name, checkout, milliseconds, patience }) {
  const victim = new Victim(checkout, 'stdio');
  const { stdin, stdout } = victim.child;
  stdin.write(OPENING_LINES);
  const controller = new AbortController();
  const attack = stdioAttacks[name]({ stdin, signal: controller.signal });
  const end = performance.now() + milliseconds;
  while (victim.isAlive && performance.now() < end) await sleep(50);
  controller.abort();
  const lines = await attack;
  stdin.write(PING);
  const pong = await findPong(stdout, victim, patience);
  const { peak, isAlive } = victim;
  const survived = !victim.hasCrashed;
  await victim.end();
  return {
    attack: name,
    connections: 1,
    attackedToEnd: true,
    survived,
    served: pong || !isAlive,
    peak,
    quiet: 0,
    attacked: 0,
    calls: lines,
    errors: 0,
    reason: survived ? '' : victim.reason,
  };
}

/** Reads what the server has to say, until it ends, or up to the answer to the last ping. */
async function findPong(stdout, victim, patience) {
  let found = false;
  let tail = '';
  stdout.setEncoding('latin1').on('data', (text) => {
    tail = tail.slice(-100) + text;
    found ||= tail.includes('"id":"ping"');
    tail = tail.slice(-100);
  });
  const end = performance.now() + patience;
  while (!found && victim.isAlive && performance.now() < end) await sleep(50);
  return found;
}
