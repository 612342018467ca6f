/** The process of a server: started without a shell, and ended with all its child processes. */

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export interface LaunchOptions {
  /** The server's program: a path, or a name found in PATH. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Variables in addition to common ones, such as PATH. Default: none. */
  readonly env?: { readonly [name: string]: string };
  /** Milliseconds for each step of closing. Default 2,000. */
  readonly shutdownTimeout?: number;
  /** Called with the server's output on stderr. Default: it is written to the stderr of this process. */
  readonly onStderr?: (text: string) => void;
}

/** Variables that are not secret. */
const INHERITED = ['HOME', 'LANG', 'PATH', 'TERM', 'TMPDIR', 'TZ', 'USER'];

export class ServerProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #timeout: number;
  /** Resolves when the process runs; rejects if it cannot be started. */
  readonly started: Promise<void>;
  /** Resolves with the reason when the process has exited and its pipes are closed, or could not be started. */
  readonly ended: Promise<string>;
  exitCode: number | undefined;

  constructor({ command, args = [], env, shutdownTimeout = 2_000, onStderr }: LaunchOptions) {
    const inherited = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
    // The server leads a process group, so that its child processes can be ended with it.
    const detached = process.platform !== 'win32';
    this.#child = spawn(command, args, { env: { ...inherited, ...env }, stdio: 'pipe', detached, windowsHide: true });
    this.#timeout = shutdownTimeout;
    const tell = onStderr ?? ((text: string): void => void process.stderr.write(text));
    this.#child.stderr.setEncoding('utf8').on('data', tell);
    this.started = new Promise((resolve, reject) => {
      this.#child.once('spawn', resolve);
      this.#child.once('error', ({ message }) => reject(new Error(`The server cannot be started: ${message}`)));
    });
    this.ended = new Promise((resolve) => {
      this.#child.once('error', ({ message }) => resolve(message));
      this.#child.once('close', (code, signal) => {
        this.exitCode = code ?? undefined;
        resolve(
          signal === null ? `The server exited with code ${code ?? ''}` : `The server was terminated by ${signal}`,
        );
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get input(): Writable {
    return this.#child.stdin;
  }

  get output(): Readable {
    return this.#child.stdout;
  }

  /** Ends the input of the server, and then the server, if it does not exit. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (await this.#endsInTime()) return;
      this.#signal(signal);
    }
    await this.#endsInTime();
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, signal);
    } catch {
      // It has exited.
    }
  }

  #endsInTime(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), this.#timeout);
      void this.ended.then(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }
}
