// What clients do when tokens end in every way: for each case the requests to the token endpoint, the logins, and how the calls ended.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { World } from './world.mjs';

const CLIENT = fileURLToPath(new URL('client.mjs', import.meta.url));
const ROUNDS = 5;
const HOUR = 3_600_000;

/** Milliseconds after which a call counts as one that never ends. */
const TIMEOUT = 60_000;

/** A process with a client. */
class Program {
  #child;

  static async start(whose, url, folder, skew = 0) {
    const program = new Program();
    program.#child = fork(CLIENT, [whose, url, folder, String(skew)], {
      stdio: ['ignore', 'ignore', whose === 'ours' ? 'inherit' : 'ignore', 'ipc'],
    });
    await once(program.#child, 'message');
    return program;
  }

  /** Calls the tool, and returns `ok`, or the error. */
  async call() {
    this.#child.send('call');
    const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT, [{ error: 'no answer' }]).unref());
    const [{ ok, error }] = await Promise.race([once(this.#child, 'message'), late]);
    return ok ? 'ok' : error;
  }

  async stop() {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

const repeat = async (times, run) => {
  const results = [];
  for (let i = 0; i < times; i++) results.push(await run());
  return results.flat();
};

/** Each returns the results of calls. The first login is before it, and counted. */
export const CASES = {
  'refresh tokens rotate, 5 times': ({ world, one }) =>
    repeat(ROUNDS, () => {
      world.expireAccess();
      return one.call();
    }),
  'two processes on one store refresh at once, 5 times': ({ world, one, two }) =>
    repeat(ROUNDS, () => {
      world.expireAccess();
      return Promise.all([one.call(), two.call()]);
    }),
  'access and refresh token end together': ({ world, one }) => {
    world.expireAccess();
    world.expireRefresh();
    return repeat(3, () => one.call());
  },
  'the token endpoint answers everything with invalid_grant': ({ world, one }) => {
    world.token = () => ({ status: 400, body: { error: 'invalid_grant' } });
    world.expireAccess();
    return repeat(3, () => one.call());
  },
  'the clock of one process is 2 hours ahead': ({ one, ahead }) =>
    repeat(ROUNDS, async () => [await one.call(), await ahead.call()]),
  'the clock of one process is 2 hours behind': ({ world, one, behind }) =>
    repeat(ROUNDS, async () => {
      world.expireAccess();
      return [await one.call(), await behind.call()];
    }),
  'the authorization server is down, and up again': async ({ world, one }) => {
    world.expireAccess();
    world.token = () => ({ status: 503, body: {} });
    const down = await repeat(2, () => one.call());
    world.token = undefined;
    return [...down, ...(await repeat(2, () => one.call()))];
  },
  'the authorization server has forgotten everything': ({ world, one }) => {
    world.forget();
    return repeat(3, () => one.call());
  },
  'the server refuses every token': ({ world, one }) => {
    world.refusesAll = true;
    return repeat(3, () => one.call());
  },
};

const PROGRAMS = { two: 0, ahead: 2 * HOUR, behind: -2 * HOUR };

/**
 * Runs a case.
 *
 * @param whose the client: `ours`, or `theirs` (version 2 of the official package)
 * @returns requests to the token endpoint and logins, those at the beginning included, and how each call ended
 */
export async function torture(whose, name) {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-torture-'));
  const world = await World.start();
  const programs = {};
  try {
    const store = join(folder, 'store');
    programs.one = await Program.start(whose, world.url, store);
    const first = await programs.one.call();
    if (first !== 'ok') throw new Error(`The first call failed: ${first}`);
    for (const [other, skew] of Object.entries(PROGRAMS)) {
      // Only those that the case names.
      if (!new RegExp(`\\b${other}\\b`).test(CASES[name].toString())) continue;
      programs[other] = await Program.start(whose, world.url, store, skew);
      await programs[other].call();
    }
    const calls = await CASES[name]({ world, ...programs });
    return { tokenRequests: world.tokenRequests, logins: world.logins, calls };
  } finally {
    await Promise.all(Object.values(programs).map((program) => program.stop()));
    await world.close();
    await rm(folder, { recursive: true });
  }
}

/** What became of the calls, in a line: `2 ok, then AuthorizationError: ...`. */
export function outcomeOf(calls) {
  const runs = [];
  for (const call of calls) {
    const last = runs.at(-1);
    if (last?.call === call) last.times++;
    else runs.push({ call, times: 1 });
  }
  return runs.map(({ call, times }) => `${times} × ${call.slice(0, 110)}`).join(', then ');
}
