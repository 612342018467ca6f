// Runs test files in a copy of the project, in order, until one fails or stands still.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endGroup, endProcessesOf } from './processes.mjs';

const PROGRAM = fileURLToPath(new URL('vitest.mjs', import.meta.url));

/** How often the time since the last output is checked, in milliseconds. */
const WATCH_INTERVAL = 200;

/** Milliseconds that a run may take to load Vitest, whatever the patience: a busy machine needs several seconds. */
const START = 30_000;

/** Characters of the output that are shown where a run breaks. */
const SHOWN = 2_000;

/**
 * @param copy the copy to run in
 * @param files test files: `{ path, quiet, ms }`, with the longest silence that is normal, and the normal duration
 * @param options `globalSetup`, `preload`, the addresses of modules that are loaded before the tests, `env`, `names`, the full names of the tests to
 * run, all by default, and `patience`:
 * milliseconds that a test is given beyond what is normal
 * @param signal ends the run
 * @returns `{ outcome: 'passed' | 'failed' | 'timeout' | 'broken', file, test, why, times, covers }`, where `times` has the measured
 * `{ ms, quiet }` of each file that has passed, and `covers` the tests that have passed and cover requirements: `{ file, test, ids }`
 */
export async function runTests(copy, files, { globalSetup = [], preload = [], env = {}, names, patience }, signal) {
  signal?.throwIfAborted();
  const log = join(copy.folder, 'output.log');
  const output = openSync(log, 'w');
  const job = {
    root: copy.root,
    files: files.map(({ path }) => path),
    globalSetup,
    preload,
    names,
    cache: join(copy.folder, 'vitest-cache'),
  };
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(job)], {
    cwd: copy.root,
    env: { ...environment(copy.temporary), ...env },
    stdio: ['ignore', output, output, 'ipc'],
    // It leads a group, which is ended as a whole.
    detached: true,
  });
  closeSync(output);

  return await new Promise((resolve, reject) => {
    const watched = new Watched(files, patience);
    let verdict;
    const stop = (found) => {
      if (verdict !== undefined) return;
      verdict = found;
      if (child.exitCode === null && child.pid !== undefined) endGroup(child.pid);
      endProcessesOf(copy.folder);
    };
    const watch = setInterval(() => {
      const why = watched.standsStill();
      if (why !== undefined) stop({ outcome: 'timeout', file: watched.file, why });
    }, WATCH_INTERVAL);
    const onAbort = () => stop({ outcome: 'broken', why: 'interrupted' });
    signal?.addEventListener('abort', onAbort);
    child.on('message', (message) => {
      watched.take(message);
      if (message.event === 'failed') stop({ outcome: 'failed', ...message });
      if (message.event === 'done') verdict ??= ended(message);
    });
    child.once('error', reject);
    child.once('close', () => {
      clearInterval(watch);
      signal?.removeEventListener('abort', onAbort);
      endProcessesOf(copy.folder);
      verdict ??= { outcome: 'broken', why: `The tests ended early:\n${readFileSync(log, 'utf8').slice(-SHOWN)}` };
      resolve({ ...verdict, times: watched.times, covers: watched.covers });
    });
  });

  /** All files have passed; what the run as a whole makes of it is told by its exit code. */
  function ended({ exitCode }) {
    if (exitCode === 0) return { outcome: 'passed' };
    const why = readFileSync(log, 'utf8').slice(-SHOWN);
    return { outcome: 'failed', file: files.at(-1)?.path, test: '(after all tests)', why };
  }
}

/** What the tests have told so far, and how long ago. */
class Watched {
  /** The file that runs. */
  file;
  /** What was measured of each file that has ended. */
  times = new Map();
  /** The tests that cover requirements. */
  covers = [];
  #expected;
  #patience;
  #started = Date.now();
  #last = Date.now();
  #quiet = 0;
  #isLoaded = false;

  constructor(files, patience) {
    this.file = files[0]?.path;
    this.#expected = new Map(files.map((file) => [file.path, file]));
    this.#patience = patience;
  }

  take({ event, file, test, covers }) {
    const now = Date.now();
    this.#isLoaded = true;
    if (event === 'queued') {
      this.file = file;
      this.#started = now;
      this.#quiet = 0;
    } else this.#quiet = Math.max(this.#quiet, now - this.#last);
    this.#last = now;
    if (event === 'step' && covers !== undefined) this.covers.push({ file, test, ids: covers });
    if (event === 'ended') this.times.set(file, { ms: now - this.#started, quiet: this.#quiet });
  }

  /** Says why the tests have to be stopped, if they have. */
  standsStill() {
    const { quiet = 0, ms = 0 } = this.#expected.get(this.file) ?? {};
    const silence = Math.max(this.#patience + 5 * quiet, this.#isLoaded ? 0 : START);
    if (Date.now() - this.#last > silence) return `nothing happened for ${seconds(silence)}`;
    const total = 4 * this.#patience + 5 * ms;
    return this.#isLoaded && Date.now() - this.#started > total ? `not done after ${seconds(total)}` : undefined;
  }
}

/** Returns the environment of this process without what npm and a Vitest around it have put there. */
function environment(temporary) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_.*|VITEST.*|TEST|NODE_ENV|NODE_OPTIONS|NODE_V8_COVERAGE)$/i.test(name),
  );
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', TMPDIR: temporary, TEMP: temporary, TMP: temporary };
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(0)} s`;
}
