/** The server in a process of its own, with a small heap. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAMS = { http: 'server.mjs', stdio: 'server.mjs', plain: 'plain.mjs', 'sdk-v2': 'sdkV2.mjs' };

/** Megabytes of the heap. */
const HEAP = 256;

export class Victim {
  /** The process; its stdin and stdout are pipes. */
  child;
  /** The end of what it has written to stderr. */
  stderr = '';
  #peak = 0;
  #timer;

  /** @param {'http' | 'stdio' | 'plain' | 'sdk-v2'} server the last two have nothing of the checkout */
  constructor(checkout, server) {
    const program = fileURLToPath(new URL(PROGRAMS[server], import.meta.url));
    const flags = ['--expose-gc', `--max-old-space-size=${HEAP}`];
    this.child = spawn(process.execPath, [...flags, program, checkout, server], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.child.stderr.setEncoding('utf8').on('data', (text) => (this.stderr = (this.stderr + text).slice(-4_000)));
    this.child.stdin.on('error', () => {});
    this.#timer = setInterval(() => this.#measure(), 100);
  }

  /** Whether the process runs. */
  get isAlive() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /**
   * Whether the process crashed: ended by a signal, by the heap, or by an error that nobody caught. Over stdio a server may close the
   * connection and end with it.
   */
  get hasCrashed() {
    const { exitCode, signalCode } = this.child;
    return signalCode !== null || (exitCode !== null && exitCode !== 0) || /FATAL ERROR|Uncaught/.test(this.stderr);
  }

  /** Why the process ended, as far as it says so. */
  get reason() {
    return /FATAL ERROR: .*|\w*Error: .*/.exec(this.stderr)?.[0] ?? 'no reason given';
  }

  /** The most megabytes that were resident. */
  get peak() {
    this.#measure();
    return Math.round(this.#peak);
  }

  async end() {
    clearInterval(this.#timer);
    if (!this.isAlive) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  #measure() {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      this.#peak = Math.max(this.#peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024);
    } catch {
      // It is gone, or this is not Linux.
    }
  }
}
