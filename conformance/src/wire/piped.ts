/** A program that reads its input and writes its output. */

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** What is kept of stderr, to explain a process that has ended. Characters. */
const STDERR_LIMIT = 4_000;

export interface Piped {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when it has ended, and all that it wrote is read, with how it has ended. */
  readonly ended: Promise<string>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/** How a process is started. */
export interface ProcessOptions {
  /** Default: all variables of this process. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Default: the folder of this process. */
  readonly cwd?: string | undefined;
}

/** Starts a process. Rejects if that fails. */
export async function startProcess(
  [program = '', ...args]: readonly string[],
  { env, cwd }: ProcessOptions = {},
): Promise<Piped> {
  const child = spawn(program, args, { stdio: 'pipe', env, cwd });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_LIMIT);
  });
  const ended = endOf(child).then((how) => `The process ended with ${how}. ${stderr.trim()}`.trim());
  // A program that does not start has no end.
  ended.catch(() => undefined);
  const failed = once(child, 'error').then(([error]: unknown[]) => Promise.reject(error as Error));
  await Promise.race([once(child, 'spawn'), failed]);
  return { stdin: child.stdin, stdout: child.stdout, ended, kill: (signal) => void child.kill(signal) };
}

async function endOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return String(code ?? signal);
}
