/** A server in a process of its own: a line of its standard output is a message. */

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { Medium, Sink } from './medium.js';

/** A line longer than this is not read further. */
const LINE_LIMIT = 16 * 1024 * 1024;
/** What is kept of stderr, to explain a process that has ended. */
const STDERR_LIMIT = 4_000;
/** How long a process may take to end by itself, and then after SIGTERM. Milliseconds. */
const GRACE = 2_000;

export class StdioMedium implements Medium {
  readonly transport = 'stdio';
  readonly #command: readonly string[];
  #process: ChildProcessWithoutNullStreams | undefined;
  #stderr = '';

  /** @param command the program and its arguments */
  constructor(command: readonly string[]) {
    this.#command = command;
  }

  async start(sink: Sink): Promise<void> {
    const [program = '', ...args] = this.#command;
    const child = spawn(program, args, { stdio: 'pipe', env: process.env });
    this.#process = child;
    // A server that has ended does not read: what is written then is told as the end of the connection.
    child.stdin.on('error', () => undefined);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_LIMIT);
    });
    let rest: Buffer = Buffer.alloc(0);
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = splitLines(Buffer.concat([rest, chunk]));
      rest = lines.rest;
      for (const line of lines.complete) sink.text(line, 'stdout');
      if (rest.length > LINE_LIMIT) child.kill('SIGKILL');
    });
    child.on('close', (code, signal) => {
      if (rest.length > 0) sink.text(rest.toString('utf8'), 'stdout');
      sink.closed(`The process ended with ${code ?? signal}. ${this.#stderr.trim()}`.trim());
    });
    await Promise.race([
      once(child, 'spawn'),
      once(child, 'error').then(([error]: unknown[]) => {
        throw error;
      }),
    ]);
  }

  send(text: string): Promise<undefined> {
    this.write(`${text}\n`);
    return Promise.resolve(undefined);
  }

  /** Writes bytes as they are. */
  write(bytes: string | Uint8Array): void {
    this.#process?.stdin.write(bytes);
  }

  /** Ends the input of the process, and resolves with whether it has ended by itself in time. */
  async endInput(milliseconds: number = GRACE): Promise<boolean> {
    const child = this.#process;
    if (child === undefined || hasEnded(child)) return true;
    child.stdin.end();
    return waitForEnd(child, milliseconds);
  }

  async close(): Promise<void> {
    const child = this.#process;
    if (child === undefined || (await this.endInput(GRACE / 2))) return;
    child.kill('SIGTERM');
    if (await waitForEnd(child, GRACE / 2)) return;
    child.kill('SIGKILL');
    await waitForEnd(child, GRACE);
  }
}

/** The complete lines, and what follows the last of them. Only a line feed ends a line. */
function splitLines(bytes: Buffer): { readonly complete: readonly string[]; readonly rest: Buffer } {
  const complete: string[] = [];
  let from = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
    complete.push(bytes.toString('utf8', from, end).replace(/\r$/, ''));
    from = end + 1;
  }
  return { complete, rest: bytes.subarray(from) };
}

function hasEnded(child: ChildProcessWithoutNullStreams): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function waitForEnd(child: ChildProcessWithoutNullStreams, milliseconds: number): Promise<boolean> {
  if (hasEnded(child)) return true;
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(milliseconds) });
  return ended.then(
    () => true,
    () => false,
  );
}
